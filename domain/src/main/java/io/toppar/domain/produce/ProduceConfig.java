package io.toppar.domain.produce;

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
    long retryBackoffMaxNanos) {}
