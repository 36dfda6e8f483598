package io.toppar.domain;

/**
 * The settings of one toppar. Immutable, any thread; times in nanoseconds.
 *
 * @param resetPolicy auto.offset.reset
 * @param isolationLevel isolation.level; decides which end offset counts (F9)
 * @param partitionEof enable.partition.eof
 * @param maxPartitionFetchBytes max.partition.fetch.bytes, the first size asked for
 * @param maxFetchBytes the ceiling of the adaptive size (F17)
 * @param maxQueuedRecords queued.min.messages: not fetched while more wait for the application
 * @param maxQueuedBytes not fetched while more bytes of this partition wait for the application
 * @param errorBackoffNanos fetch.error.backoff.ms
 * @param queryBackoffNanos wait before an offset lookup is tried again (500 ms)
 * @param resetDelayNanos wait before the lookup of a reset that an error caused (100 ms, S12)
 * @param commitIntervalNanos auto.commit.interval.ms; 0 commits only on stop
 * @param commits whether stored positions are committed at all
 */
public record TopparConfig(
    ResetPolicy resetPolicy,
    IsolationLevel isolationLevel,
    boolean partitionEof,
    int maxPartitionFetchBytes,
    int maxFetchBytes,
    int maxQueuedRecords,
    long maxQueuedBytes,
    long errorBackoffNanos,
    long queryBackoffNanos,
    long resetDelayNanos,
    long commitIntervalNanos,
    boolean commits) {

  /** For how long a partition is read from a follower before the leader is asked again (F25). */
  public static final long FOLLOWER_LEASE_NANOS = 300_000_000_000L;

  private static final long LEAST_LONG_BACKOFF_NANOS = 1_000_000_000L;

  /** The wait after errors that do not pass soon (a denied topic, say). */
  long longBackoffNanos() {
    return errorBackoffNanos == 0
        ? queryBackoffNanos
        : Math.max(LEAST_LONG_BACKOFF_NANOS, 10 * errorBackoffNanos);
  }

  /** Bytes that cannot be read are never asked for again at once, whatever is configured. */
  long faultBackoffNanos() {
    return errorBackoffNanos == 0 ? queryBackoffNanos : errorBackoffNanos;
  }
}
