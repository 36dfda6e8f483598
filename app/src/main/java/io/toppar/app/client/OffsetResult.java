package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;

/**
 * What became of one partition's lookup. Immutable, any thread.
 *
 * <p>Every partition asked for has one, failed or not (B008, B077).
 *
 * @param topicPartition the partition
 * @param error {@link ErrorCode#NONE}, or why there is no answer
 * @param offset the offset; -1 if the log has none (no record at or after a time), and {@link
 *     io.toppar.domain.Offsets#INVALID} with an error
 * @param timestamp milliseconds of the record found by time, else -1
 * @param leaderEpoch epoch at that offset, or -1
 * @param detail one line about the error, empty without one
 */
public record OffsetResult(
    TopicPartition topicPartition,
    ErrorCode error,
    long offset,
    long timestamp,
    int leaderEpoch,
    String detail) {

  /** Whether there is an answer. */
  public boolean isOk() {
    return error == ErrorCode.NONE;
  }

  /**
   * The offset.
   *
   * @throws PartitionException if the lookup failed
   */
  public long offsetOrThrow() {
    if (!isOk()) {
      throw new PartitionException(topicPartition, error, offset, detail);
    }
    return offset;
  }
}
