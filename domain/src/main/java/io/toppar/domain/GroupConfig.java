package io.toppar.domain;

/**
 * How a client talks to the coordinator of a group. Immutable, any thread.
 *
 * @param retryBackoffNanos the first wait before something is tried again ({@code
 *     retry.backoff.ms}), over 0
 * @param retryBackoffMaxNanos the longest such wait ({@code retry.backoff.max.ms}), not less
 * @param requestTimeoutNanos how long one request may take ({@code request.timeout.ms})
 * @param operationTimeoutNanos how long one store or load may take, retries included ({@code
 *     default.api.timeout.ms})
 * @param maxPartitions the most partitions of one request
 */
public record GroupConfig(
    long retryBackoffNanos,
    long retryBackoffMaxNanos,
    long requestTimeoutNanos,
    long operationTimeoutNanos,
    int maxPartitions) {

  /** Refuses times and counts that are not positive, or out of order. */
  public GroupConfig {
    if (retryBackoffNanos <= 0 || retryBackoffMaxNanos < retryBackoffNanos) {
      throw new IllegalArgumentException(
          "retry back-off "
              + retryBackoffNanos
              + " ns must be over 0 and not over its greatest, "
              + retryBackoffMaxNanos
              + " ns");
    }
    if (requestTimeoutNanos <= 0 || operationTimeoutNanos <= 0 || maxPartitions <= 0) {
      throw new IllegalArgumentException(
          "time-outs ("
              + requestTimeoutNanos
              + " and "
              + operationTimeoutNanos
              + " ns) and partitions per request ("
              + maxPartitions
              + ") must be over 0");
    }
  }
}
