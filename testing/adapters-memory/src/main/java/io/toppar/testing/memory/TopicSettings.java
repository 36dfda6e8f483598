package io.toppar.testing.memory;

import io.toppar.ports.TimestampType;

/**
 * How a topic of a {@link MemoryCluster} is made. Immutable, any thread.
 *
 * @param replicas replicas of each partition, 1 to the number of brokers
 * @param timestampType who sets the timestamps of its records
 */
public record TopicSettings(int replicas, TimestampType timestampType) {

  /** One replica, the producer's timestamps. */
  public static final TopicSettings DEFAULTS = new TopicSettings(1, TimestampType.CREATE_TIME);

  /** Refuses a negative count. */
  public TopicSettings {
    if (replicas < 1) {
      throw new IllegalArgumentException(replicas + " replicas; the least is 1");
    }
  }

  /** The same with so many replicas. */
  public TopicSettings withReplicas(int count) {
    return new TopicSettings(count, timestampType);
  }

  /** The same with timestamps set by the brokers. */
  public TopicSettings withLogAppendTime() {
    return new TopicSettings(replicas, TimestampType.LOG_APPEND_TIME);
  }
}
