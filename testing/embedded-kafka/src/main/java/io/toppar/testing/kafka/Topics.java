package io.toppar.testing.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ElectionNotNeededException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.MetadataResponse.PartitionMetadata;
import org.apache.kafka.common.requests.MetadataResponse.TopicMetadata;

/** Changes to topics that are over when every live node knows of them. Any thread. */
final class Topics {
  private final Admin admin;
  private final NodeSet nodes;
  private final Duration timeout;

  Topics(Admin admin, NodeSet nodes, Duration timeout) {
    this.admin = admin;
    this.nodes = nodes;
    this.timeout = timeout;
  }

  void create(String topic, int partitions, int replication, Map<String, String> config) {
    NewTopic asked = new NewTopic(topic, partitions, (short) replication).configs(config);
    await("create topic " + topic, admin.createTopics(List.of(asked)).all());
    awaitPartitions(topic, partitions);
  }

  void addPartitions(String topic, int total) {
    await(
        "add partitions to " + topic,
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total))).all());
    awaitPartitions(topic, total);
  }

  void delete(String topic) {
    await("delete topic " + topic, admin.deleteTopics(List.of(topic)).all());
    awaitEverywhere(
        "topic " + topic + " to be gone",
        topic,
        view -> view.error() == Errors.UNKNOWN_TOPIC_OR_PARTITION);
  }

  void deleteRecords(TopicPartition partition, long before) {
    await(
        "delete records of " + partition,
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before))).all());
  }

  /** Makes a live node the leader, adding it to the replicas if need be. */
  void moveLeader(String topic, int partition, int toNode) {
    if (nodes.live().stream().noneMatch(node -> node.id() == toNode)) {
      throw new BrokerFailure("broker %d is not live, so it cannot lead".formatted(toNode));
    }
    TopicPartition moved = new TopicPartition(topic, partition);
    List<Integer> replicas = replicasLedBy(moved, toNode);
    await(
        "reassign " + moved,
        admin
            .alterPartitionReassignments(
                Map.of(moved, Optional.of(new NewPartitionReassignment(replicas))))
            .all());
    Deadline deadline = Deadline.in(timeout);
    if (!deadline.await(() -> isReassigned(moved))) {
      throw new BrokerFailure(
          "%s was not reassigned to %s in %s".formatted(moved, replicas, deadline));
    }
    electFirst(moved);
    awaitEverywhere(
        "broker %d to lead %s".formatted(toNode, moved),
        topic,
        view -> leaderOf(view, partition).equals(OptionalInt.of(toNode)));
    await("ask " + moved, admin.listOffsets(Map.of(moved, OffsetSpec.latest())).all());
  }

  private List<Integer> replicasLedBy(TopicPartition partition, int leader) {
    TopicDescription described =
        Objects.requireNonNull(
            await(
                    "describe " + partition.topic(),
                    admin.describeTopics(List.of(partition.topic())).allTopicNames())
                .get(partition.topic()));
    TopicPartitionInfo info = described.partitions().get(partition.partition());
    List<Integer> now = new ArrayList<>(info.replicas().stream().map(Node::id).toList());
    int factor = now.size();
    now.remove((Integer) leader);
    now.add(0, leader);
    return now.subList(0, factor);
  }

  private boolean isReassigned(TopicPartition partition) {
    return await(
            "list reassignments",
            admin.listPartitionReassignments(Set.of(partition)).reassignments())
        .isEmpty();
  }

  private void electFirst(TopicPartition partition) {
    Map<TopicPartition, Optional<Throwable>> elected =
        await(
            "elect a leader of " + partition,
            admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).partitions());
    Optional<Throwable> failure = elected.getOrDefault(partition, Optional.empty());
    if (failure.isPresent() && !(failure.get() instanceof ElectionNotNeededException)) {
      throw new BrokerFailure("cannot elect a leader of " + partition, failure.get());
    }
  }

  /** The live node that every live node names as the leader; waits until there is one. */
  int leader(String topic, int partition) {
    Set<Integer> named = new HashSet<>();
    Deadline deadline = Deadline.in(timeout);
    boolean agreed =
        deadline.await(
            () -> {
              named.clear();
              List<NodeLayout> live = nodes.live();
              for (NodeLayout node : live) {
                named.add(view(node, topic).map(v -> leaderOf(v, partition).orElse(-1)).orElse(-1));
              }
              return named.size() == 1 && live.stream().anyMatch(node -> named.contains(node.id()));
            });
    if (!agreed) {
      throw new BrokerFailure(
          "%s-%d has no leader that all live nodes agree on after %s, they name %s"
              .formatted(topic, partition, deadline, named));
    }
    return named.iterator().next();
  }

  private void awaitPartitions(String topic, int partitions) {
    awaitEverywhere(
        "%d partitions of %s".formatted(partitions, topic),
        topic,
        view ->
            view.error() == Errors.NONE
                && view.partitionMetadata().stream()
                        .filter(p -> p.error == Errors.NONE && p.leaderId.isPresent())
                        .count()
                    == partitions);
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      all.put(new TopicPartition(topic, p), OffsetSpec.latest());
    }
    await("ask the leaders of " + topic, admin.listOffsets(all).all()); // retries till they lead
  }

  private interface Condition {
    boolean holds(TopicMetadata view);
  }

  private void awaitEverywhere(String what, String topic, Condition condition) {
    Deadline deadline = Deadline.in(timeout);
    boolean everywhere =
        deadline.await(
            () ->
                nodes.live().stream()
                    .allMatch(node -> view(node, topic).filter(condition::holds).isPresent()));
    if (!everywhere) {
      throw new BrokerFailure("not every broker knew of %s after %s".formatted(what, deadline));
    }
  }

  private static Optional<TopicMetadata> view(NodeLayout node, String topic) {
    return MetadataProbe.ask(node, List.of(topic))
        .map(MetadataResponse::topicMetadata)
        .flatMap(topics -> topics.stream().findFirst());
  }

  private static OptionalInt leaderOf(TopicMetadata view, int partition) {
    for (PartitionMetadata metadata : view.partitionMetadata()) {
      if (metadata.partition() == partition && metadata.leaderId.isPresent()) {
        return OptionalInt.of(metadata.leaderId.get());
      }
    }
    return OptionalInt.empty();
  }

  <T> T await(String what, KafkaFuture<T> future) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new BrokerFailure("cannot %s: %s".formatted(what, cause.getMessage()), cause);
    } catch (TimeoutException e) {
      throw new BrokerFailure("cannot %s: no answer in %s".formatted(what, timeout), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("cannot %s: interrupted".formatted(what), e);
    }
  }
}
