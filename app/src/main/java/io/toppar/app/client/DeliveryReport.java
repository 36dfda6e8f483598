package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.MessageStatus;

/**
 * What became of one message. Immutable, any thread.
 *
 * @param topicPartition where it is, or was to be; {@link TopicPartition#UNASSIGNED} if it never
 *     had a partition
 * @param offset its offset; -1 where unknown: it failed, {@code acks=0}, or a broker only said that
 *     it has the message already
 * @param logAppendTimeMillis the time that the broker gave it, or -1 if it kept its own; after a
 *     retry perhaps the greatest time of its batch, which brokers tell of what they have already
 * @param status whether it is in the log: what is reported as failed and {@link
 *     MessageStatus#POSSIBLY_PERSISTED} may be there all the same
 * @param error {@link ErrorCode#NONE} if it was delivered
 * @param detail one line: what, where and what to do; empty if it was delivered
 */
public record DeliveryReport(
    TopicPartition topicPartition,
    long offset,
    long logAppendTimeMillis,
    MessageStatus status,
    ErrorCode error,
    String detail) {

  /** Whether it was delivered. */
  public boolean isDelivered() {
    return error == ErrorCode.NONE;
  }

  /**
   * The failure to throw.
   *
   * @throws IllegalStateException if it was delivered
   */
  public DeliveryException exception() {
    if (isDelivered()) {
      throw new IllegalStateException("the message was delivered: " + this);
    }
    return new DeliveryException(this);
  }
}
