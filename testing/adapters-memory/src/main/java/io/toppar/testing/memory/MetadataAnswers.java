package io.toppar.testing.memory;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How brokers answer questions for metadata. Guarded by the cluster. */
final class MetadataAnswers {

  private static final String CLUSTER_ID = "memory";

  private final ClusterState state;
  private int autoCreatedPartitions;

  MetadataAnswers(ClusterState state) {
    this.state = state;
  }

  /** Topics that do not exist are created with so many partitions, if asked so; 0: never. */
  void autoCreate(int partitions) {
    autoCreatedPartitions = partitions;
  }

  ClusterMetadata answer(BrokerRequest.Metadata request, List<BrokerFault> hits) {
    List<TopicMetadata> topics = new ArrayList<>();
    List<String> names = request.topics();
    if (names == null) {
      state.topics().forEach(topic -> topics.add(described(topic, hits)));
    } else {
      names.forEach(name -> topics.add(byName(name, request.allowAutoCreation(), hits)));
    }
    request.topicIds().forEach(id -> topics.add(byId(id, hits)));
    List<BrokerEndpoint> brokers = new ArrayList<>();
    for (MemoryBroker broker : state.brokers()) {
      if (broker.isUp()) {
        brokers.add(broker.endpoint());
      }
    }
    int controller = brokers.isEmpty() ? -1 : brokers.get(0).id();
    return new ClusterMetadata(List.copyOf(brokers), controller, CLUSTER_ID, List.copyOf(topics));
  }

  private TopicMetadata byName(String name, boolean mayCreate, List<BrokerFault> hits) {
    if (!ClusterState.isLegalName(name)) {
      return failed(name, TopicId.ZERO, ErrorCode.INVALID_TOPIC_EXCEPTION);
    }
    MemoryTopic topic = state.topic(name);
    if (topic == null && mayCreate && autoCreatedPartitions > 0) {
      topic = state.create(name, autoCreatedPartitions, TopicSettings.DEFAULTS);
    }
    return topic == null
        ? failed(name, TopicId.ZERO, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        : described(topic, hits);
  }

  private TopicMetadata byId(TopicId id, List<BrokerFault> hits) {
    MemoryTopic topic = state.topic(id);
    return topic == null ? failed("", id, ErrorCode.UNKNOWN_TOPIC_ID) : described(topic, hits);
  }

  private static TopicMetadata failed(String name, TopicId id, ErrorCode error) {
    return new TopicMetadata(name, id, error, false, List.of());
  }

  private TopicMetadata described(MemoryTopic topic, List<BrokerFault> hits) {
    List<PartitionMetadata> partitions = new ArrayList<>();
    for (MemoryPartition partition : topic.partitions()) {
      ErrorCode forced = FaultScript.failure(hits, partition.topicPartition());
      partitions.add(described(partition, forced));
    }
    return new TopicMetadata(
        topic.name(), topic.id(), ErrorCode.NONE, false, List.copyOf(partitions));
  }

  private PartitionMetadata described(MemoryPartition partition, @Nullable ErrorCode forced) {
    List<Integer> alive = new ArrayList<>();
    List<Integer> offline = new ArrayList<>();
    for (int replica : partition.replicas()) {
      (state.broker(replica).isUp() ? alive : offline).add(replica);
    }
    boolean leads = partition.leaderId() != MemoryPartition.NO_LEADER;
    ErrorCode error = leads ? ErrorCode.NONE : ErrorCode.LEADER_NOT_AVAILABLE;
    return new PartitionMetadata(
        partition.topicPartition().partition(),
        forced == null ? error : forced,
        forced == null ? partition.leaderId() : MemoryPartition.NO_LEADER,
        partition.leaderEpoch(),
        partition.replicas(),
        List.copyOf(alive),
        List.copyOf(offline));
  }
}
