package io.toppar.domain.produce;

import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import java.util.List;

/**
 * A Produce request that a {@link ProduceMachine} wants sent, and its token when it ends.
 * Immutable, any thread.
 *
 * @param brokerId the leader of all its partitions
 * @param parts a batch for each of some partitions
 * @param deadlineNanos monotonic nanoseconds by which it is answered
 */
public record ProduceRequest(int brokerId, List<Part> parts, long deadlineNanos) {

  /**
   * The batch for one partition.
   *
   * @param topicId the topic's id, or {@link TopicId#ZERO} where unknown
   * @param producerId id of the idempotent producer (KIP-98), or -1
   * @param producerEpoch its epoch, or -1
   * @param baseSequence sequence of the first message, or -1
   */
  public record Part(
      TopicPartition topicPartition,
      TopicId topicId,
      MessageBatch batch,
      long producerId,
      short producerEpoch,
      int baseSequence) {}
}
