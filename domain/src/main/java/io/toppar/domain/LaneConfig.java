package io.toppar.domain;

import java.util.random.RandomGenerator;

/**
 * The settings of one broker lane. Immutable but for the generator, which belongs to the owner's
 * thread.
 *
 * @param minBytes fetch.min.bytes
 * @param maxWaitMillis fetch.wait.max.ms
 * @param maxBytes fetch.max.bytes, the most bytes of a whole reply
 * @param partitionBytes max.partition.fetch.bytes: a Fetch never asks for less than this
 * @param rackId client.rack, or empty
 * @param backoffNanos delay after the first failed Fetch (fetch.error.backoff.ms)
 * @param maxBackoffNanos the ceiling of the doubled delay
 * @param random for the jitter of the delay
 */
public record LaneConfig(
    int minBytes,
    int maxWaitMillis,
    int maxBytes,
    int partitionBytes,
    String rackId,
    long backoffNanos,
    long maxBackoffNanos,
    RandomGenerator random) {}
