package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;

/**
 * Settings of a {@link ProduceMachine}; times in nanoseconds. Immutable, any thread.
 *
 * @param acks 0, 1 or -1 for all
 * @param idempotent {@code enable.idempotence}
 * @param maxInFlight the most Produce requests in flight to one broker
 * @param lingerNanos how long an open batch waits for more messages
 * @param maxRequestBytes the most bytes of one request (one batch may pass it)
 * @param deliveryTimeoutNanos how long a message may take from being handed in to its end; {@link
 *     Long#MAX_VALUE} for ever
 * @param requestTimeoutNanos how long a request may take
 * @param retries how often a message may be sent again
 * @param retryBackoffNanos the wait before the first retry; it doubles
 * @param retryBackoffMaxNanos the longest wait
 */
public record ProduceConfig(
    short acks,
    boolean idempotent,
    int maxInFlight,
    long lingerNanos,
    int maxRequestBytes,
    long deliveryTimeoutNanos,
    long requestTimeoutNanos,
    int retries,
    long retryBackoffNanos,
    long retryBackoffMaxNanos) {

  /** A broker remembers so many batches of a producer, to know them again. */
  private static final int MOST_IN_FLIGHT_IF_IDEMPOTENT = 5;

  /** All replicas in sync. */
  private static final short ACKS_ALL = -1;

  /** Refuses settings that contradict one another (P16). */
  public ProduceConfig {
    if (acks < ACKS_ALL || acks > 1) {
      throw new IllegalArgumentException("acks is 0, 1 or -1 for all, not " + acks);
    }
    if (maxInFlight < 1) {
      throw new IllegalArgumentException("at least one request in flight, not " + maxInFlight);
    }
    if (idempotent
        && (acks != ACKS_ALL || retries < 1 || maxInFlight > MOST_IN_FLIGHT_IF_IDEMPOTENT)) {
      throw new IllegalArgumentException(
          "an idempotent producer wants acks=all, retries, and at most "
              + MOST_IN_FLIGHT_IF_IDEMPOTENT
              + " requests in flight");
    }
  }

  /** When a message handed in then has lasted too long, or {@link Deadlines#NONE}. */
  long expiry(long oldestNanos) {
    return deliveryTimeoutNanos == Long.MAX_VALUE
        ? Deadlines.NONE
        : Deadlines.after(oldestNanos, deliveryTimeoutNanos);
  }

  /** Whether an answer comes only when the replicas have the batch, so that errors come late. */
  boolean wantsAllReplicas() {
    return acks == ACKS_ALL;
  }
}
