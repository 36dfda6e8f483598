package io.toppar.testing.memory;

import java.util.ArrayList;
import java.util.List;

/** Which leader epoch a log was written under, from where on. Guarded by the cluster. */
final class EpochHistory {

  /** An epoch and where it ends; both -1 if there is none. */
  record End(int epoch, long offset) {

    static final End NONE = new End(-1, -1);
  }

  private record Start(int epoch, long offset) {}

  private final List<Start> starts = new ArrayList<>();

  /** Notes that from an offset on the log is written under an epoch. */
  void begin(int epoch, long offset) {
    if (starts.isEmpty() || starts.get(starts.size() - 1).epoch < epoch) {
      starts.add(new Start(epoch, offset));
    }
  }

  /** Forgets epochs that began at or behind an offset. */
  void cutAt(long offset) {
    starts.removeIf(start -> start.offset >= offset);
  }

  /**
   * Where the greatest epoch not above the one asked ends (KIP-320): none if the epoch is newer
   * than the log, and where the log's first epoch begins if it is older.
   */
  End endOf(int epoch, long logEnd) {
    if (starts.isEmpty() || epoch > starts.get(starts.size() - 1).epoch) {
      return End.NONE;
    }
    for (int i = starts.size() - 1; i >= 0; i--) {
      if (starts.get(i).epoch <= epoch) {
        long end = i == starts.size() - 1 ? logEnd : starts.get(i + 1).offset;
        return new End(starts.get(i).epoch, end);
      }
    }
    return new End(epoch, starts.get(0).offset);
  }

  /** The epoch that the record at an offset was written under, or -1. */
  int at(long offset) {
    int epoch = -1;
    for (Start start : starts) {
      if (start.offset <= offset) {
        epoch = start.epoch;
      }
    }
    return epoch;
  }
}
