package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * Which leader epochs the records were of that were read since the last jump, and from where on:
 * what tells where a log that was cut and rewritten parts from what was read (KIP-595).
 *
 * <p>Confined to its toppar. Where an epoch begins is known to a reply, not to a record: an entry
 * may begin a little early, never late, so that too much is read again rather than too little.
 */
final class EpochTrail {

  /** So many epochs are remembered; of older ones the leader's word counts. */
  private static final int MOST = 16;

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(int epoch, long start) {}

  /** From here on what is read is of this epoch; -1 if nobody knows. */
  void read(int epoch, long offset) {
    if (epoch < 0) {
      entries.clear();
      return;
    }
    if (entries.isEmpty() || entries.get(entries.size() - 1).epoch != epoch) {
      if (entries.size() == MOST) {
        entries.remove(0);
      }
      entries.add(new Entry(epoch, offset));
    }
  }

  /**
   * How far what was read is what the leader has, by its word on where an epoch ends: at most to
   * where the first epoch began that is newer than that one.
   */
  long commonEnd(int epoch, long endOffset) {
    for (Entry entry : entries) {
      if (entry.epoch > epoch) {
        return Math.min(endOffset, entry.start);
      }
    }
    return endOffset;
  }

  /** What was read from here on is void. */
  void cutAt(long offset) {
    entries.removeIf(entry -> entry.start >= offset);
  }

  /** The epoch of the last record read, or the one given if none is known. */
  int last(int unknown) {
    return entries.isEmpty() ? unknown : entries.get(entries.size() - 1).epoch;
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state) {
    state.list(
        entries,
        entry ->
            new Entry(
                state.number(entry == null ? 0 : entry.epoch),
                state.number(entry == null ? 0L : entry.start)));
  }
}
