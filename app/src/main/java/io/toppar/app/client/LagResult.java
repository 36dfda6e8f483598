package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;

/**
 * What became of asking for one partition's lag. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param error {@link ErrorCode#NONE}, or why one of the two is not known
 * @param committed what the offset store holds, or -1 if nothing or not known
 * @param end the end that can be read, as its leader told it now, or -1 if not known
 * @param detail one line about the error, empty without one
 */
public record LagResult(
    TopicPartition topicPartition, ErrorCode error, long committed, long end, String detail) {

  /** Whether both were answered; that nothing is stored is an answer. */
  public boolean isOk() {
    return error == ErrorCode.NONE;
  }

  /** The distance in offsets, as {@link Lag} says; -1 where it is not known. */
  public long lag() {
    return Lag.between(committed, end);
  }
}
