package io.toppar.testing.memory;

import io.toppar.ports.TimestampType;

/**
 * How a topic of a {@link MemoryCluster} is made. Immutable, any thread.
 *
 * @param replicas replicas of each partition, 1 to the number of brokers
 * @param timestampType who sets the timestamps of its records
 * @param minInSyncReplicas so many replicas must run for a batch to be taken with {@code acks=all}
 *     ({@code min.insync.replicas})
 * @param maxMessageBytes the largest batch that is taken ({@code max.message.bytes})
 * @param keysRequired whether records without a key are refused, as in a compacted topic
 */
public record TopicSettings(
    int replicas,
    TimestampType timestampType,
    int minInSyncReplicas,
    int maxMessageBytes,
    boolean keysRequired) {

  private static final int LARGEST_BATCH = 1_048_588;

  /** One replica, the producer's timestamps, and else as Kafka's defaults. */
  public static final TopicSettings DEFAULTS =
      new TopicSettings(1, TimestampType.CREATE_TIME, 1, LARGEST_BATCH, false);

  /** Refuses a negative count. */
  public TopicSettings {
    if (replicas < 1) {
      throw new IllegalArgumentException(replicas + " replicas; the least is 1");
    }
  }

  /** The same with so many replicas. */
  public TopicSettings withReplicas(int count) {
    return new TopicSettings(
        count, timestampType, minInSyncReplicas, maxMessageBytes, keysRequired);
  }

  /** The same with timestamps set by the brokers. */
  public TopicSettings withLogAppendTime() {
    return new TopicSettings(
        replicas, TimestampType.LOG_APPEND_TIME, minInSyncReplicas, maxMessageBytes, keysRequired);
  }

  /** The same with so many replicas that must run. */
  public TopicSettings withMinInSyncReplicas(int count) {
    return new TopicSettings(replicas, timestampType, count, maxMessageBytes, keysRequired);
  }

  /** The same with batches of at most so many bytes. */
  public TopicSettings withMaxMessageBytes(int bytes) {
    return new TopicSettings(replicas, timestampType, minInSyncReplicas, bytes, keysRequired);
  }

  /** The same with a key demanded of every record. */
  public TopicSettings withKeysRequired() {
    return new TopicSettings(replicas, timestampType, minInSyncReplicas, maxMessageBytes, true);
  }
}
