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
    ReplicaView view,
    EpochHistory.End diverging,
    int preferredReplica,
    List<LogBatch> batches) {

  private static final ReplicaView UNTOLD = new ReplicaView(-1, -1, -1, -1);

  static PartitionRead refused(Wanted wanted, ErrorCode error, int hintId, int hintEpoch) {
    return new PartitionRead(
        wanted, error, hintId, hintEpoch, UNTOLD, EpochHistory.End.NONE, -1, List.of());
  }

  static PartitionRead outOfRange(Wanted wanted, ReplicaView view) {
    return new PartitionRead(
        wanted, ErrorCode.OFFSET_OUT_OF_RANGE, -1, -1, view, EpochHistory.End.NONE, -1, List.of());
  }

  static PartitionRead diverging(Wanted wanted, ReplicaView view, EpochHistory.End end) {
    return new PartitionRead(wanted, ErrorCode.NONE, -1, -1, view, end, -1, List.of());
  }

  static PartitionRead elsewhere(Wanted wanted, ReplicaView view, int preferredReplica) {
    return new PartitionRead(
        wanted, ErrorCode.NONE, -1, -1, view, EpochHistory.End.NONE, preferredReplica, List.of());
  }

  static PartitionRead records(Wanted wanted, ReplicaView view, List<LogBatch> batches) {
    return new PartitionRead(
        wanted, ErrorCode.NONE, -1, -1, view, EpochHistory.End.NONE, -1, batches);
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
    return error != ErrorCode.NONE || diverging.epoch() >= 0 || preferredReplica >= 0;
  }
}
