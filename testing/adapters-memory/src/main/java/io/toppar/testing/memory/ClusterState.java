package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicNames;
import io.toppar.domain.TopicPartition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The brokers and topics of a {@link MemoryCluster}. Guarded by the cluster. */
final class ClusterState {

  private static final long ID_HIGH = 0x7E57_0000_0000_0000L;

  private final TreeMap<Integer, MemoryBroker> brokers = new TreeMap<>();
  private final Map<String, MemoryTopic> topics = new LinkedHashMap<>();
  private final MemoryGroups groups = new MemoryGroups(this);
  private long lastTopicId;
  private long lastProducerId;

  ClusterState(int brokerCount) {
    if (brokerCount < 1) {
      throw new IllegalArgumentException(brokerCount + " brokers; the least is 1");
    }
    for (int id = 1; id <= brokerCount; id++) {
      brokers.put(id, new MemoryBroker(id));
    }
  }

  Iterable<MemoryBroker> brokers() {
    return brokers.values();
  }

  Iterable<MemoryTopic> topics() {
    return topics.values();
  }

  MemoryGroups groups() {
    return groups;
  }

  /** A producer id that nobody was given. */
  long newProducerId() {
    return ++lastProducerId;
  }

  /** The broker of that number, or null: a coordinator may be named that is none. */
  @Nullable MemoryBroker find(int id) {
    return brokers.get(id);
  }

  MemoryBroker broker(int id) {
    MemoryBroker broker = find(id);
    if (broker == null) {
      throw new IllegalArgumentException(
          "there is no broker " + id + "; there are " + brokers.keySet());
    }
    return broker;
  }

  /** The broker that answers requests to any broker, or null if none runs. */
  @Nullable MemoryBroker anyBroker() {
    MemoryBroker silent = null;
    for (MemoryBroker broker : brokers.values()) {
      if (broker.isUp() && !broker.isSilent()) {
        return broker;
      }
      if (broker.isUp() && silent == null) {
        silent = broker;
      }
    }
    return silent;
  }

  @Nullable MemoryTopic topic(String name) {
    return topics.get(name);
  }

  @Nullable MemoryTopic topic(TopicId id) {
    for (MemoryTopic topic : topics.values()) {
      if (topic.id().equals(id)) {
        return topic;
      }
    }
    return null;
  }

  MemoryTopic existingTopic(String name) {
    MemoryTopic topic = topics.get(name);
    if (topic == null) {
      throw new IllegalArgumentException("there is no topic " + name + "; create it first");
    }
    return topic;
  }

  @Nullable MemoryPartition partition(TopicPartition topicPartition) {
    MemoryTopic topic = topics.get(topicPartition.topic());
    int number = topicPartition.partition();
    return topic == null || number < 0 || number >= topic.partitions().size()
        ? null
        : topic.partitions().get(number);
  }

  MemoryPartition existingPartition(TopicPartition topicPartition) {
    MemoryPartition partition = partition(topicPartition);
    if (partition == null) {
      throw new IllegalArgumentException(
          "there is no partition " + topicPartition + "; create it first");
    }
    return partition;
  }

  static boolean isLegalName(String name) {
    return TopicNames.fault(name) == null
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().allMatch(ClusterState::isLegal);
  }

  MemoryTopic create(String name, int partitions, TopicSettings settings) {
    if (!isLegalName(name)) {
      throw new IllegalArgumentException(
          "'" + name + "' is no topic name; use letters, digits, dot, underscore and dash");
    }
    if (topics.containsKey(name)) {
      throw new IllegalArgumentException("there is a topic " + name + "; delete it first");
    }
    if (settings.replicas() > brokers.size()) {
      throw new IllegalArgumentException(
          settings.replicas() + " replicas on " + brokers.size() + " brokers");
    }
    MemoryTopic topic = new MemoryTopic(name, new TopicId(ID_HIGH, ++lastTopicId), settings);
    grow(topic, partitions);
    topics.put(name, topic);
    return topic;
  }

  /** Adds partitions, spread over the brokers round robin. */
  void grow(MemoryTopic topic, int total) {
    List<Integer> ids = List.copyOf(brokers.keySet());
    for (int number = topic.partitions().size(); number < total; number++) {
      List<Integer> replicas = new ArrayList<>();
      for (int i = 0; i < topic.settings().replicas(); i++) {
        replicas.add(ids.get((number + i) % ids.size()));
      }
      MemoryPartition partition =
          new MemoryPartition(new TopicPartition(topic.name(), number), List.copyOf(replicas));
      topic.partitions().add(partition);
      if (!broker(partition.leaderId()).isUp()) {
        elect(partition);
      }
    }
  }

  void delete(String name) {
    topics.remove(existingTopic(name).name());
  }

  /** The first replica that runs becomes the leader; none if none does. */
  void elect(MemoryPartition partition) {
    for (int replica : partition.replicas()) {
      if (broker(replica).isUp()) {
        partition.lead(replica);
        return;
      }
    }
    partition.lead(MemoryPartition.NO_LEADER);
  }

  /** Why a broker does not answer for a partition, or {@code NONE}. */
  ErrorCode refusal(int brokerId, TopicPartition topicPartition, int believedEpoch) {
    MemoryPartition partition = partition(topicPartition);
    if (partition == null) {
      return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }
    if (believedEpoch >= 0 && partition.replicas().contains(brokerId)) {
      if (believedEpoch < partition.leaderEpoch()) {
        return ErrorCode.FENCED_LEADER_EPOCH;
      }
      if (believedEpoch > partition.leaderEpoch()) {
        return ErrorCode.UNKNOWN_LEADER_EPOCH;
      }
    }
    return partition.leaderId() == brokerId ? ErrorCode.NONE : ErrorCode.NOT_LEADER_OR_FOLLOWER;
  }

  /** Why a broker does not let a partition be read, or {@code NONE}; followers do (KIP-392). */
  ErrorCode readRefusal(int brokerId, TopicPartition topicPartition, int believedEpoch) {
    ErrorCode refusal = refusal(brokerId, topicPartition, believedEpoch);
    MemoryPartition partition = partition(topicPartition);
    boolean follows =
        partition != null
            && partition.replicas().contains(brokerId)
            && partition.leaderId() != MemoryPartition.NO_LEADER;
    return follows && refusal == ErrorCode.NOT_LEADER_OR_FOLLOWER ? ErrorCode.NONE : refusal;
  }

  private static boolean isLegal(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }
}
