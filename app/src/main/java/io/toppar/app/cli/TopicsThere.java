package io.toppar.app.cli;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which of the topics that were asked for the cluster has. One thread. */
final class TopicsThere {

  private final Map<String, TopicMetadata> topics = new HashMap<>();

  TopicsThere(ClusterMetadata cluster) {
    cluster.topics().forEach(topic -> topics.put(topic.name(), topic));
  }

  /** The partitions of a topic; none if it is not there. */
  List<TopicPartition> partitions(String name) {
    TopicMetadata topic = topics.get(name);
    return topic == null
        ? List.of()
        : topic.partitions().stream()
            .map(partition -> new TopicPartition(name, partition.partition()))
            .toList();
  }

  /** The leader of each partition of a topic, -1 for none, in order. */
  Map<Integer, Integer> leaders(String name) {
    Map<Integer, Integer> leaders = new TreeMap<>();
    TopicMetadata topic = topics.get(name);
    if (topic != null) {
      topic.partitions().forEach(each -> leaders.put(each.partition(), each.leaderId()));
    }
    return leaders;
  }

  /** Why a partition that has been is not there now; empty if it is, or if that is not known. */
  String missing(TopicPartition partition) {
    TopicMetadata topic = topics.get(partition.topic());
    if (isUnknown(topic)) {
      return "the topic is not there any more";
    }
    int count = topic == null ? 0 : topic.partitions().size();
    return count > 0 && partition.partition() >= count
        ? "the partition is not there any more; the topic has " + count + ", numbered from 0"
        : "";
  }

  /** Refuses a partition that a topic does not have. */
  void requirePartition(String name, int partition) {
    Map<Integer, Integer> known = leaders(name);
    if (!known.containsKey(partition)) {
      throw CommandException.failed(
          "topic '"
              + name
              + "' has no partition "
              + partition
              + "; it has "
              + (known.size() == 1 ? "only 0" : "0 to " + (known.size() - 1)));
    }
  }

  /** Refuses a topic that cannot be asked anything. */
  void require(String name, String brokers) {
    String trouble = trouble(name, brokers);
    if (!trouble.isEmpty()) {
      throw CommandException.failed(trouble);
    }
  }

  /** Why a topic cannot be asked anything; empty if it can. */
  String trouble(String name, String brokers) {
    TopicMetadata topic = topics.get(name);
    if (isUnknown(topic)) {
      return unknown(name, brokers);
    }
    return topic != null && topic.error() != ErrorCode.NONE && topic.partitions().isEmpty()
        ? "topic '" + name + "' at " + brokers + ": " + topic.error().text()
        : "";
  }

  private static boolean isUnknown(@Nullable TopicMetadata topic) {
    return topic == null || topic.error() == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
  }

  private static String unknown(String name, String brokers) {
    return "topic '"
        + name
        + "' is not known at "
        + brokers
        + "; './toppar list -b "
        + brokers
        + "' shows the topics there are";
  }
}
