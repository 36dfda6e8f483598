package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.FetchSession.Wanted;
import java.util.List;

/** What a broker found for one partition of a Fetch. */
record PartitionRead(
    Wanted wanted,
    ErrorCode error,
    int hintId,
    int hintEpoch,
    long highWatermark,
    long lastStableOffset,
    long logStart,
    EpochHistory.End diverging,
    List<LogBatch> batches) {

  static PartitionRead refused(Wanted wanted, ErrorCode error, int hintId, int hintEpoch) {
    return new PartitionRead(
        wanted, error, hintId, hintEpoch, -1, -1, -1, EpochHistory.End.NONE, List.of());
  }

  static PartitionRead of(
      Wanted wanted,
      ErrorCode error,
      PartitionLog log,
      EpochHistory.End diverging,
      List<LogBatch> batches) {
    return new PartitionRead(
        wanted, error, -1, -1, log.end(), log.lastStableOffset(), log.start(), diverging, batches);
  }

  int sizeBytes() {
    int size = 0;
    for (LogBatch batch : batches) {
      size += batch.sizeBytes();
    }
    return size;
  }

  /** Whether the reader must hear of it at once. */
  boolean isUrgent() {
    return error != ErrorCode.NONE || diverging.epoch() >= 0;
  }
}
