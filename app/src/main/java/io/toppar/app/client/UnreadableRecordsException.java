package io.toppar.app.client;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Records that cannot be read, found while reading a batch: a wrong checksum, impossible lengths,
 * bytes that do not decompress. The records before them have been given; to go on behind them,
 * {@linkplain Consumer#seek seek} to {@code fault().lastOffset() + 1} (B108).
 */
public final class UnreadableRecordsException extends PartitionException {

  private static final long serialVersionUID = 1L;

  private final transient BatchFault fault;

  /** Names the partition and the offsets. */
  public UnreadableRecordsException(
      TopicPartition topicPartition, BatchFault fault, @Nullable Throwable cause) {
    super(
        topicPartition,
        ErrorCode.LOCAL_BAD_MSG,
        fault.firstOffset(),
        "records "
            + fault.firstOffset()
            + ".."
            + fault.lastOffset()
            + " cannot be read: "
            + fault.detail()
            + "; seek to "
            + (fault.lastOffset() + 1)
            + " to go on behind them",
        cause);
    this.fault = fault;
  }

  /** What is wrong, and with which offsets. */
  public BatchFault fault() {
    return fault;
  }
}
