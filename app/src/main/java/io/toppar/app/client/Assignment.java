package io.toppar.app.client;

import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import java.util.Objects;

/**
 * A partition to read and where to start. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param startOffset the first offset to read: 0 or greater, {@link Offsets#BEGINNING}, {@link
 *     Offsets#END}, {@link Offsets#STORED} or a tail (rule L13)
 * @param leaderEpoch epoch of the record before that offset, or -1 where unknown
 */
public record Assignment(TopicPartition topicPartition, long startOffset, int leaderEpoch) {

  /** Refuses null; the offset itself is checked by {@link Consumer#assign}. */
  public Assignment {
    Objects.requireNonNull(topicPartition, "topicPartition");
  }

  /** Starts at an absolute or logical offset. */
  public static Assignment at(TopicPartition topicPartition, long startOffset) {
    return new Assignment(topicPartition, startOffset, -1);
  }

  /** Starts at the stored offset, or by {@code auto.offset.reset} where none is stored. */
  public static Assignment stored(TopicPartition topicPartition) {
    return at(topicPartition, Offsets.STORED);
  }

  /** Starts at the beginning of the log. */
  public static Assignment beginning(TopicPartition topicPartition) {
    return at(topicPartition, Offsets.BEGINNING);
  }

  /** Starts at the end of the log: only what is written from now on is read. */
  public static Assignment end(TopicPartition topicPartition) {
    return at(topicPartition, Offsets.END);
  }
}
