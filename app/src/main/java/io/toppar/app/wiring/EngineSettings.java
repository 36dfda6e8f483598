package io.toppar.app.wiring;

import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.ConfigKey;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ConsumerKeys;
import io.toppar.app.engine.ClientSettings;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.LaneConfig;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.TopparConfig;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Turns the configuration into what the engine needs. Stateless. */
final class EngineSettings {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long QUERY_BACKOFF_NANOS = 500 * NANOS_PER_MILLI;
  private static final long RESET_DELAY_NANOS = 100 * NANOS_PER_MILLI;

  /** A partition is fetched ahead by so many Fetches: enough that the next is there in time. */
  private static final int QUEUED_FETCHES = 4;

  /** A commit of more partitions would not fit a batch of the topic that brokers keep them in. */
  private static final int COMMIT_PARTITIONS = 10_000;

  static final int COMMAND_LIMIT = 100_000;
  private static final int POLL_RECORDS_LIMIT = 500;

  private EngineSettings() {}

  /**
   * The settings.
   *
   * @param keepsOffsets whether there is an offset store to commit to
   */
  static ClientSettings of(Configuration from, boolean keepsOffsets) {
    return new ClientSettings(
        from.value(ClientKeys.CLIENT_ID),
        from.find(ConsumerKeys.GROUP_ID).orElse(null),
        toppar(from, keepsOffsets),
        lane(from, new SplittableRandom()),
        metadata(from),
        from.value(ConsumerKeys.FETCH_BUFFER_BYTES),
        from.value(ConsumerKeys.ENABLE_AUTO_OFFSET_STORE),
        from.value(ClientKeys.ALLOW_AUTO_CREATE_TOPICS),
        nanos(from, ClientKeys.REQUEST_TIMEOUT_MS),
        nanos(from, ClientKeys.RETRY_BACKOFF_MS),
        COMMAND_LIMIT,
        POLL_RECORDS_LIMIT,
        from.value(ConsumerKeys.UNFINISHED_MAX_RECORDS),
        nanos(from, ClientKeys.STATISTICS_INTERVAL_MS));
  }

  /** How the coordinator of the group is talked to. */
  static GroupConfig group(Configuration from) {
    long backoff = nanos(from, ClientKeys.RETRY_BACKOFF_MS);
    return new GroupConfig(
        backoff,
        Math.max(backoff, nanos(from, ClientKeys.RETRY_BACKOFF_MAX_MS)),
        nanos(from, ClientKeys.REQUEST_TIMEOUT_MS),
        nanos(from, ClientKeys.DEFAULT_API_TIMEOUT_MS),
        COMMIT_PARTITIONS);
  }

  private static TopparConfig toppar(Configuration from, boolean keepsOffsets) {
    return new TopparConfig(
        from.value(ConsumerKeys.AUTO_OFFSET_RESET),
        from.value(ConsumerKeys.ISOLATION_LEVEL),
        from.value(ConsumerKeys.ENABLE_PARTITION_EOF),
        from.value(ConsumerKeys.MAX_PARTITION_FETCH_BYTES),
        from.value(ConsumerKeys.FETCH_MAX_BYTES),
        from.value(ConsumerKeys.QUEUED_MIN_MESSAGES),
        QUEUED_FETCHES * (long) from.value(ConsumerKeys.MAX_PARTITION_FETCH_BYTES),
        nanos(from, ConsumerKeys.FETCH_ERROR_BACKOFF_MS),
        QUERY_BACKOFF_NANOS,
        RESET_DELAY_NANOS,
        nanos(from, ConsumerKeys.AUTO_COMMIT_INTERVAL_MS),
        keepsOffsets && from.value(ConsumerKeys.ENABLE_AUTO_COMMIT));
  }

  /** A back-off of 0 would be a tight loop against a broker that is down: at least 1 ms. */
  private static LaneConfig lane(Configuration from, RandomGenerator random) {
    long backoff = Math.max(NANOS_PER_MILLI, nanos(from, ConsumerKeys.FETCH_ERROR_BACKOFF_MS));
    return new LaneConfig(
        from.value(ConsumerKeys.FETCH_MIN_BYTES),
        from.value(ConsumerKeys.FETCH_MAX_WAIT_MS),
        from.value(ConsumerKeys.FETCH_MAX_BYTES),
        from.value(ConsumerKeys.MAX_PARTITION_FETCH_BYTES),
        from.value(ConsumerKeys.CLIENT_RACK),
        backoff,
        Math.max(backoff, nanos(from, ClientKeys.RETRY_BACKOFF_MAX_MS)),
        random);
  }

  static MetadataConfig metadata(Configuration from) {
    return new MetadataConfig(
        nanos(from, ClientKeys.METADATA_MAX_AGE_MS),
        nanos(from, ClientKeys.RETRY_BACKOFF_MS),
        nanos(from, ClientKeys.RETRY_BACKOFF_MAX_MS),
        nanos(from, ClientKeys.TOPIC_METADATA_PROPAGATION_MAX_MS));
  }

  static long nanos(Configuration from, ConfigKey<Integer> millis) {
    return from.value(millis) * NANOS_PER_MILLI;
  }
}
