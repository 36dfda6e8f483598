package io.toppar.domain;

/**
 * How {@link MetadataCache} paces its questions. Immutable, any thread.
 *
 * @param refreshIntervalNanos time between periodic refreshes of all that is wanted ({@code
 *     topic.metadata.refresh.interval.ms}), or {@link #NEVER}
 * @param retryBackoffNanos first interval of a fast query ({@code retry.backoff.ms}), over 0
 * @param retryBackoffMaxNanos greatest interval of a fast query ({@code retry.backoff.max.ms}), not
 *     less than the first
 * @param propagationMaxNanos how long a topic that brokers report missing may still appear before
 *     the application is told ({@code topic.metadata.propagation.max.ms}); 0 tells at once (M12)
 */
public record MetadataConfig(
    long refreshIntervalNanos,
    long retryBackoffNanos,
    long retryBackoffMaxNanos,
    long propagationMaxNanos) {

  /** No periodic refresh. */
  public static final long NEVER = -1;

  /** Five minutes, 100 ms to 1 s, 30 s. */
  public static final MetadataConfig DEFAULTS =
      new MetadataConfig(300_000_000_000L, 100_000_000L, 1_000_000_000L, 30_000_000_000L);

  /** Refuses intervals that are not positive, or out of order. */
  public MetadataConfig {
    if (refreshIntervalNanos != NEVER && refreshIntervalNanos <= 0) {
      throw new IllegalArgumentException(
          "refresh interval " + refreshIntervalNanos + " ns must be over 0, or -1 for never");
    }
    if (retryBackoffNanos <= 0 || retryBackoffMaxNanos < retryBackoffNanos) {
      throw new IllegalArgumentException(
          "retry back-off "
              + retryBackoffNanos
              + " ns must be over 0 and not over its greatest, "
              + retryBackoffMaxNanos
              + " ns");
    }
    if (propagationMaxNanos < 0) {
      throw new IllegalArgumentException(
          "propagation time " + propagationMaxNanos + " ns must not be negative");
    }
  }
}
