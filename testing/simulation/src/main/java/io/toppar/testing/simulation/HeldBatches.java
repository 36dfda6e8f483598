package io.toppar.testing.simulation;

import io.toppar.app.client.RecordBatch;
import io.toppar.app.client.UnreadableRecordsException;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The batches that a {@link User} has taken and not given back, and the positions that may be
 * stored for what was given back. Confined to its simulation's thread.
 */
final class HeldBatches {

  private static final class Held {
    final RecordBatch batch;
    final Reading reading;
    final int jumps;

    /** Up to here it counts as processed already. */
    long processedTo;

    boolean unreadable;

    /** Records that were in it when it came. */
    int count;

    /** Behind the last of them, or null if there was none. */
    @Nullable Position behind;

    /** Where records of it come again; what lies before holds back until it is finished. */
    long comesAgainFrom = Long.MAX_VALUE;

    /** What of it is finished, if that is told record by record. */
    final @Nullable Unfinished unfinished;

    Held(RecordBatch batch, Reading reading, boolean acknowledges) {
      this.batch = batch;
      this.reading = reading;
      this.jumps = reading.jumps;
      this.processedTo = batch.baseOffset();
      this.unfinished = acknowledges ? new Unfinished(batch.acknowledgement()) : null;
    }

    /** Up to where it is finished. */
    long finishedTo() {
      return unfinished == null ? processedTo : unfinished.lowest();
    }

    boolean isOver() {
      return unfinished != null && unfinished.isOver();
    }
  }

  /** Behind a record: the next offset, and the epoch of that record. */
  record Position(long offset, int leaderEpoch) {}

  private final boolean autoStore;
  private final Cluster cluster;
  private final Transcript transcript;
  private final List<Held> held = new ArrayList<>();

  /** Released, and not acknowledged. */
  private final List<Held> pending = new ArrayList<>();

  /** What of each partition may be stored and committed. */
  private final List<Set<Long>> storable = new ArrayList<>();

  private final List<Set<Long>> byItself = new ArrayList<>();

  private long[] offsets = new long[64];
  private int[] serials = new int[64];
  private int count;

  HeldBatches(boolean autoStore, Cluster cluster, Transcript transcript) {
    this.autoStore = autoStore;
    this.cluster = cluster;
    this.transcript = transcript;
    for (int i = 0; i < Cluster.PARTITIONS; i++) {
      storable.add(new HashSet<>());
      byItself.add(new HashSet<>());
    }
  }

  int size() {
    return held.size();
  }

  /**
   * Takes a batch, reads it whole and checks what is in it.
   *
   * @param acknowledges whether it is told record by record what is finished
   */
  void take(RecordBatch batch, Reading reading, boolean acknowledges) {
    Held one = new Held(batch, reading, acknowledges);
    transcript.note("batch", reading.log.index, batch.baseOffset(), batch.nextOffset());
    held.add(one);
    long readUpTo = walk(one);
    one.count = count;
    reading.deliver(offsets, serials, count, batch.baseOffset(), readUpTo);
    if (one.unfinished != null) {
      one.unfinished.read(offsets, count, readUpTo);
      mayStore(reading.log.index, one.finishedTo());
    }
    if (one.unreadable) {
      transcript.note("unreadable", reading.log.index, readUpTo, 0);
      if (one.unfinished == null) {
        mayStore(reading.log.index, readUpTo);
        one.processedTo = readUpTo;
      }
      long mostStored = mostStorable(reading);
      reading.unreadable(readUpTo);
      reading.mayBeStored(mostStored);
    }
  }

  /** Reads it whole; up to where that went. */
  private long walk(Held one) {
    count = 0;
    try (RecordCursor cursor = one.batch.records()) {
      while (cursor.next()) {
        if (count == offsets.length) {
          offsets = Arrays.copyOf(offsets, 2 * count);
          serials = Arrays.copyOf(serials, 2 * count);
        }
        Slice value = cursor.value();
        offsets[count] = cursor.offset();
        serials[count] = value == null ? -1 : Cluster.serial(value);
        one.behind = new Position(cursor.offset() + 1, cursor.leaderEpoch());
        count++;
      }
      return one.batch.nextOffset();
    } catch (UnreadableRecordsException e) {
      one.unreadable = true;
      return e.fault().firstOffset();
    }
  }

  /** The batch that was taken first of a reading. */
  private @Nullable Held oldest(Reading reading) {
    for (Held one : held) {
      if (one.reading == reading) {
        return one;
      }
    }
    return null;
  }

  /** Where the batch begins that was taken first of a reading, or -1. */
  long oldestBegins(Reading reading) {
    Held oldest = oldest(reading);
    return oldest == null ? -1 : oldest.batch.baseOffset();
  }

  /** The position behind the last record of that batch, or null where it has none. */
  @Nullable Position behindOldest(Reading reading) {
    Held oldest = oldest(reading);
    return oldest == null ? null : oldest.behind;
  }

  /**
   * Gives one back as processed, if there is any.
   *
   * @param again reads it once more before
   */
  void release(int index, boolean again) {
    if (held.isEmpty()) {
      return;
    }
    Held one = held.remove(index % held.size());
    if (again && !one.unreadable) {
      walk(one);
      Violation.require(
          count == one.count && !one.unreadable,
          Kind.CONTENT,
          one.reading.log.name + " has " + count + " records read again, first " + one.count);
    }
    transcript.note("release", one.reading.log.index, one.batch.baseOffset(), one.processedTo);
    if (one.unfinished == null) {
      processed(one, one.unreadable ? one.processedTo : one.batch.nextOffset());
    } else if (!one.isOver()) {
      pending.add(one);
    }
    one.batch.close();
  }

  /** The batches of which is told record by record what is finished, those given back, too. */
  private @Nullable Held acknowledged(int index) {
    List<Held> open = new ArrayList<>(pending);
    for (Held one : held) {
      if (one.unfinished != null && !one.isOver()) {
        open.add(one);
      }
    }
    return open.isEmpty() ? null : open.get(index % open.size());
  }

  /** Says that something of one of them is finished, if there is any. */
  void acknowledge(int index, UserStep.Part part, int number) {
    Held one = acknowledged(index);
    if (one == null || one.unfinished == null) {
      return;
    }
    transcript.note("acknowledge", one.reading.log.index, number, one.finishedTo());
    one.unfinished.finish(part, number);
    mayStore(one.reading.log.index, one.finishedTo());
    if (one.isOver()) {
      pending.remove(one);
      if (!one.unfinished.isGivenUp() && one.jumps == one.reading.jumps && !one.unreadable) {
        one.reading.processed = Math.max(one.reading.processed, one.finishedTo());
      }
    }
  }

  /** Reading goes on from here: what lies behind comes again. */
  void comesAgain(Reading reading, long position) {
    for (Held one : held) {
      comesAgain(one, reading, position);
    }
    for (Held one : pending) {
      comesAgain(one, reading, position);
    }
  }

  private static void comesAgain(Held one, Reading reading, long position) {
    if (one.reading == reading && one.jumps != reading.jumps) {
      one.comesAgainFrom = Math.min(one.comesAgainFrom, position);
    }
  }

  void releaseAll() {
    while (!held.isEmpty()) {
      release(0, false);
    }
  }

  /** Everything is finished. */
  void acknowledgeAll() {
    while (acknowledged(0) != null) {
      acknowledge(0, UserStep.Part.ALL, 0);
    }
  }

  /** Who held them is dead. */
  void forget() {
    held.clear();
    pending.clear();
  }

  private void processed(Held one, long offset) {
    Reading reading = one.reading;
    if (autoStore) {
      mayStore(reading.log.index, offset);
      if (one.jumps == reading.jumps && !one.unreadable) {
        reading.processed = Math.max(reading.processed, offset);
      }
    }
  }

  /** Gives one back unprocessed, if there is any. */
  void abandon(int index) {
    if (!held.isEmpty()) {
      Held one = held.remove(index % held.size());
      transcript.note("abandon", one.reading.log.index, one.batch.baseOffset(), 0);
      one.batch.abandon();
      if (one.unfinished != null) {
        one.unfinished.givenUp();
      }
    }
  }

  /** The application itself stores this position. */
  void storesItself(int partition, long offset) {
    byItself.get(partition).add(offset);
    mayStore(partition, offset);
  }

  /**
   * Whether it did, or had stored what lies behind: where a log was cut a reset, of which the
   * application may not have heard, has stored where it led.
   */
  boolean wasStoredByItself(int partition, long offset) {
    Set<Long> stored = byItself.get(partition);
    return stored.contains(offset)
        || (cluster.log(partition).cuts() > 0 && stored.stream().anyMatch(one -> offset < one));
  }

  /** From now on this position may be stored and committed. */
  void mayStore(int partition, long offset) {
    storable.get(partition).add(offset);
  }

  /**
   * Whether it was, or is where a reset went of which the application may not have heard yet:
   * further back, or to where reading of a topic made again began.
   */
  boolean isStorable(int partition, long offset) {
    Set<Long> stored = storable.get(partition);
    return stored.contains(offset)
        || stored.stream().anyMatch(one -> offset < one)
        || mayBegin(partition, offset);
  }

  /** The furthest that may ever have been stored of a partition, or -1. */
  long furthestStorable(int partition) {
    return storable.get(partition).stream().mapToLong(Long::longValue).max().orElse(-1);
  }

  /** Whether reading of a topic made again may have begun here without a word of it yet. */
  boolean mayBegin(int partition, long offset) {
    PartitionModel log = cluster.log(partition);
    return log.wasDeleted() && offset <= log.furthestEnd();
  }

  /** What may be stored at most, of what came since the last jump. */
  long mostStorable(Reading reading) {
    long most = reading.expected;
    for (Held one : held) {
      most = Math.min(most, mostStorable(reading, one));
    }
    for (Held one : pending) {
      most = Math.min(most, mostStorable(reading, one));
    }
    return most;
  }

  /** How far what came before the last jump is finished, without a gap. */
  long finishedBefore(Reading reading) {
    List<Held> all = new ArrayList<>(held);
    all.addAll(pending);
    long most = reading.before;
    for (Held one : all) {
      if (one.reading == reading && !one.isOver() && heldBackBefore(reading, one)) {
        most = Math.min(most, one.finishedTo());
      }
    }
    return most;
  }

  /** Whether it came since the jump before the last, or will not come again. */
  private static boolean heldBackBefore(Reading reading, Held one) {
    return one.jumps == reading.jumps - 1
        || (one.jumps < reading.jumps
            && !reading.isVague()
            && one.finishedTo() < one.comesAgainFrom);
  }

  private static long mostStorable(Reading reading, Held one) {
    if (one.reading != reading || one.isOver()) {
      return Long.MAX_VALUE;
    }
    boolean holdsBack =
        one.jumps == reading.jumps || (!reading.isVague() && one.finishedTo() < one.comesAgainFrom);
    return holdsBack ? one.finishedTo() : Long.MAX_VALUE;
  }
}
