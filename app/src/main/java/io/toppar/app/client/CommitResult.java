package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;

/**
 * What became of writing one partition's stored position. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param error {@link ErrorCode#NONE} if written, {@link ErrorCode#LOCAL_NO_OFFSET} if there was
 *     nothing to write, else why it was not
 * @param offset the offset that is committed now, or {@link io.toppar.domain.Offsets#INVALID}
 * @param detail one line about the error, empty without one
 */
public record CommitResult(
    TopicPartition topicPartition, ErrorCode error, long offset, String detail) {

  /** Whether the store holds the stored position now. */
  public boolean isOk() {
    return error == ErrorCode.NONE || error == ErrorCode.LOCAL_NO_OFFSET;
  }
}
