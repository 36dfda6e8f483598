package io.toppar.ports;

import io.toppar.domain.BatchFault;
import io.toppar.domain.TopicPartition;

/**
 * Records that cannot be read: wrong checksum, impossible lengths, bytes that do not decompress.
 *
 * <p>Names the partition and the offsets. The records before them have been delivered; to go on
 * behind them, seek to {@code fault().lastOffset() + 1}. Thrown by a {@link RecordCursor} on the
 * thread that reads. Immutable, any thread.
 */
public final class CorruptRecordsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient TopicPartition topicPartition;
  private final transient BatchFault fault;

  /** Describes a fault of one partition. */
  public CorruptRecordsException(TopicPartition topicPartition, BatchFault fault) {
    super(
        "records "
            + fault.firstOffset()
            + ".."
            + fault.lastOffset()
            + " of "
            + topicPartition
            + " cannot be read: "
            + fault.detail());
    this.topicPartition = topicPartition;
    this.fault = fault;
  }

  /** The partition. */
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  /** What is wrong, and with which offsets. */
  public BatchFault fault() {
    return fault;
  }
}
