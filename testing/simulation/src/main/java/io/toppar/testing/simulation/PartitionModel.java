package io.toppar.testing.simulation;

import io.toppar.domain.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was ever written to one partition, and what became of it. Confined to its simulation's
 * thread.
 *
 * <p>Every record has a serial number of its own, which is its value. Where a log was cut an offset
 * may have had several records, one after the other.
 */
final class PartitionModel {

  /** What a reader must make of an offset. */
  enum Fate {
    /** Of a transaction that is not decided. */
    PENDING,
    VISIBLE,
    ABORTED,
    /** Compacted away: who fetched it before may deliver it. */
    REMOVED,
    /** The end of a transaction. */
    MARKER
  }

  private static final class Cell {
    final int serial;
    final @Nullable Cell before;
    Fate fate;

    Cell(int serial, Fate fate, @Nullable Cell before) {
      this.serial = serial;
      this.fate = fate;
      this.before = before;
    }
  }

  final TopicPartition name;
  final int index;
  private final boolean committedOnly;
  private final List<Cell> cells = new ArrayList<>();
  private int end;
  private long start;
  private int cuts;
  private boolean deleted;
  private long lowestCut = Long.MAX_VALUE;

  PartitionModel(TopicPartition name, int index, boolean committedOnly) {
    this.name = name;
    this.index = index;
    this.committedOnly = committedOnly;
  }

  /** A record, or a marker, at the end. */
  void append(int serial, Fate fate) {
    if (end == cells.size()) {
      cells.add(new Cell(serial, fate, null));
    } else {
      cells.set(end, new Cell(serial, fate, cells.get(end)));
    }
    end++;
  }

  /** The transaction of the record that was written there has ended. */
  void decide(int offset, int serial, Fate fate) {
    for (Cell cell = cells.get(offset); cell != null; cell = cell.before) {
      if (cell.serial == serial && cell.fate == Fate.PENDING && offset < end) {
        cell.fate = fate;
      }
    }
  }

  /** The records below an offset that compaction takes, every so many. */
  List<Long> remove(int every, long below) {
    List<Long> removed = new ArrayList<>();
    for (int offset = 0; offset < Math.min(end, below); offset += every) {
      Cell cell = cells.get(offset);
      if (cell.fate == Fate.VISIBLE) {
        cell.fate = Fate.REMOVED;
        removed.add((long) offset);
      }
    }
    return removed;
  }

  void startAt(long offset) {
    start = Math.max(start, offset);
  }

  /** What is there or behind never was. */
  void cutAt(int offset) {
    end = offset;
    cuts++;
    lowestCut = Math.min(lowestCut, offset);
  }

  /** The topic is deleted: another log may come in its place. */
  void delete() {
    cutAt(0);
    start = 0;
    deleted = true;
  }

  long end() {
    return end;
  }

  /** The furthest that the log ever went. */
  long furthestEnd() {
    return cells.size();
  }

  /** The highest that the start of the log ever was, since its topic was made. */
  long start() {
    return start;
  }

  /** Below this nothing was ever cut away. */
  long lowestCut() {
    return lowestCut;
  }

  /** How often the log was cut. */
  int cuts() {
    return cuts;
  }

  /** Whether what is there now was compacted away. */
  boolean isRemoved(long offset) {
    Cell cell = at(offset);
    return cell != null && cell.fate == Fate.REMOVED;
  }

  /** Whether its topic was ever deleted: a reader may not have heard of that. */
  boolean wasDeleted() {
    return deleted;
  }

  /** Whether a reader may step over this offset. */
  boolean maySkip(long offset) {
    for (Cell cell = at(offset); cell != null; cell = cell.before) {
      if (cell.fate == Fate.REMOVED
          || cell.fate == Fate.MARKER
          || (committedOnly && cell.fate == Fate.ABORTED)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a reader may see this record at this offset. */
  boolean mayShow(long offset, int serial) {
    for (Cell cell = at(offset); cell != null; cell = cell.before) {
      if (cell.serial == serial && cell.fate != Fate.MARKER) {
        return !committedOnly || cell.fate == Fate.VISIBLE || cell.fate == Fate.REMOVED;
      }
    }
    return false;
  }

  /** The serial of what every reader must have seen there in the end, or -1 for nothing. */
  int mustShow(long offset) {
    Cell cell = offset < end ? at(offset) : null;
    boolean shown =
        cell != null
            && (cell.fate == Fate.VISIBLE
                || (!committedOnly && (cell.fate == Fate.PENDING || cell.fate == Fate.ABORTED)));
    return shown && cell != null ? cell.serial : -1;
  }

  private @Nullable Cell at(long offset) {
    return offset < 0 || offset >= cells.size() ? null : cells.get((int) offset);
  }
}
