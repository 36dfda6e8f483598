package io.toppar.domain;

/**
 * What a group has committed for a partition, as its coordinator said. Immutable, any thread.
 *
 * @param topicPartition the partition
 * @param error NONE, or why the coordinator does not say
 * @param offset the committed offset, or {@link Offsets#INVALID} if there is none (O10)
 * @param leaderEpoch epoch of the record before it, or -1
 * @param metadata what was committed with it, empty for nothing
 */
public record CommittedOffset(
    TopicPartition topicPartition, ErrorCode error, long offset, int leaderEpoch, String metadata) {

  /** Nothing is committed. */
  public static CommittedOffset none(TopicPartition topicPartition) {
    return failed(topicPartition, ErrorCode.NONE);
  }

  /** The coordinator answered with an error for this partition. */
  public static CommittedOffset failed(TopicPartition topicPartition, ErrorCode error) {
    return new CommittedOffset(topicPartition, error, Offsets.INVALID, -1, "");
  }
}
