package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;

/** Which partitions a request names. */
final class Partitions {

  private Partitions() {}

  /** Whether a request names a partition, or all of its topic's. */
  static boolean named(BrokerRequest request, TopicPartition topicPartition) {
    if (request instanceof BrokerRequest.Metadata metadata) {
      return metadata.topics() == null || metadata.topics().contains(topicPartition.topic());
    }
    if (request instanceof BrokerRequest.ListOffsets offsets) {
      return offsets.queries().stream()
          .anyMatch(query -> query.topicPartition().equals(topicPartition));
    }
    if (request instanceof BrokerRequest.EpochEnds ends) {
      return ends.queries().stream()
          .anyMatch(query -> query.topicPartition().equals(topicPartition));
    }
    if (request instanceof BrokerRequest.Fetch fetch) {
      return fetch.changed().stream().anyMatch(ask -> ask.topicPartition().equals(topicPartition));
    }
    if (request instanceof BrokerRequest.OffsetCommit commit) {
      return commit.offsets().stream()
          .anyMatch(offset -> offset.topicPartition().equals(topicPartition));
    }
    if (request instanceof BrokerRequest.OffsetFetch fetch) {
      return fetch.partitions() == null || fetch.partitions().contains(topicPartition);
    }
    if (request instanceof BrokerRequest.OffsetDelete delete) {
      return delete.partitions().contains(topicPartition);
    }
    if (request instanceof BrokerRequest.Produce produce) {
      return produce.parts().stream()
          .anyMatch(part -> part.topicPartition().equals(topicPartition));
    }
    if (request instanceof BrokerRequest.FindCoordinator
        || request instanceof BrokerRequest.InitProducerId) {
      return false;
    }
    throw new AssertionError(request);
  }
}
