package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopparError;

/**
 * One thing that {@link Consumer#pollEvent} tells, in order per partition. Immutable, any thread,
 * but for the batch, which its taker owns.
 */
public sealed interface ConsumerEvent {

  /** The partition it is about. */
  TopicPartition topicPartition();

  /** Records. Whoever takes the event closes the batch. */
  record Batch(RecordBatch batch) implements ConsumerEvent {
    @Override
    public TopicPartition topicPartition() {
      return batch.topicPartition();
    }
  }

  /**
   * The position moved over offsets without anything to deliver: transaction markers, aborted or
   * compacted records (B095).
   *
   * @param nextOffset where reading goes on
   */
  record PositionMoved(TopicPartition topicPartition, long nextOffset) implements ConsumerEvent {}

  /**
   * Everything up to the end of the log has been delivered; told once per end, with {@code
   * enable.partition.eof}.
   *
   * @param offset the end
   */
  record EndOfPartition(TopicPartition topicPartition, long offset) implements ConsumerEvent {}

  /**
   * The reset policy or a truncated log moved the position (B074).
   *
   * @param from where it was, possibly logical
   * @param to where it is now, possibly logical until looked up
   * @param reason one line
   */
  record PositionReset(TopicPartition topicPartition, long from, long to, String reason)
      implements ConsumerEvent {}

  /** Reading has an error. Other partitions go on. */
  record PartitionError(TopparError error) implements ConsumerEvent {
    @Override
    public TopicPartition topicPartition() {
      return error.topicPartition();
    }

    /** The same as the exception that {@link Consumer#poll} throws. */
    public PartitionException exception() {
      return PartitionException.of(error);
    }
  }
}
