package io.toppar.domain;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A topic name and a partition number: the smallest thing one produces to or consumes from.
 *
 * <p>Immutable and safe from any thread. The natural order is topic by its UTF-8 bytes, then
 * partition as a signed number, hence {@link #UNASSIGNED} sorts before 0 (rule L6).
 *
 * @param topic the topic's name, never empty; compared byte for byte, case-sensitive
 * @param partition the partition number, 0 or greater, or {@link #UNASSIGNED}
 */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {

  /** The partition number of the UA toppar: a partition not chosen yet (rule L14). */
  public static final int UNASSIGNED = -1;

  /** 2^32 divided by the golden ratio, odd. */
  private static final int HASH_SPREAD = 0x9e3779b1;

  /** Refuses an empty topic and a partition number below {@link #UNASSIGNED}. */
  public TopicPartition {
    Objects.requireNonNull(topic, "topic");
    if (topic.isEmpty()) {
      throw new IllegalArgumentException("a topic name must not be empty");
    }
    if (partition < UNASSIGNED) {
      throw new IllegalArgumentException(
          "partition " + partition + " of topic " + topic + " is negative; the least is 0");
    }
  }

  @Override
  public int compareTo(TopicPartition other) {
    int byTopic =
        Arrays.compareUnsigned(
            topic.getBytes(StandardCharsets.UTF_8), other.topic.getBytes(StandardCharsets.UTF_8));
    return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
  }

  /**
   * Keeps the partitions of topics apart whose names differ in the last letter only, and so have
   * hashes next to one another: a record's own hash would give {@code t1[31]} that of {@code
   * t2[0]}.
   */
  @Override
  public int hashCode() {
    return hash(topic, partition);
  }

  static int hash(String topic, int partition) {
    return topic.hashCode() * HASH_SPREAD + partition;
  }

  /** The usual short form, {@code topic[partition]}. */
  @Override
  public String toString() {
    return topic + "[" + partition + "]";
  }
}
