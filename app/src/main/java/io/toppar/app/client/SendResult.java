package io.toppar.app.client;

/**
 * What became of handing a message to a producer without waiting. Immutable, any thread.
 *
 * <p>Says nothing of the delivery, which is reported later.
 */
public enum SendResult {
  /** It was copied, and will be reported exactly once. */
  ACCEPTED,
  /** {@code buffer.memory} is full: nothing was taken; try again later, or wait with send. */
  QUEUE_FULL
}
