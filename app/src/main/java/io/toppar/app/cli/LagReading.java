package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.OffsetResult;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds offsets against the logs of a cluster. One thread.
 *
 * <p>The ends are asked for after the offsets were read, so that a reader that moves on meanwhile
 * is not taken for one past the end. A partition in trouble hides no other (B008).
 */
final class LagReading {

  private final Consumer consumer;
  private final ClusterMetadata cluster;
  private final Duration patience;
  private final Map<TopicPartition, PartitionMetadata> partitions = new HashMap<>();

  LagReading(Consumer consumer, ClusterMetadata cluster, Duration patience) {
    this.consumer = consumer;
    this.cluster = cluster;
    this.patience = patience;
    for (TopicMetadata topic : cluster.topics()) {
      for (PartitionMetadata partition : topic.partitions()) {
        partitions.put(new TopicPartition(topic.name(), partition.partition()), partition);
      }
    }
  }

  /** The partitions of a topic, as the cluster has them. */
  List<TopicPartition> partitions(String topic) {
    return partitions.keySet().stream().filter(each -> each.topic().equals(topic)).toList();
  }

  /** The rows in the order of the offsets, of which absent ones are null. */
  LagReport report(Map<OffsetKey, @Nullable StoredOffset> offsets) {
    return report(offsets, Map.of());
  }

  /**
   * The same, where of some the offset could not be read.
   *
   * @param failures why, by key
   */
  LagReport report(
      Map<OffsetKey, @Nullable StoredOffset> offsets, Map<OffsetKey, String> failures) {
    Set<TopicPartition> led =
        offsets.keySet().stream()
            .map(OffsetKey::topicPartition)
            .filter(each -> trouble(each).isEmpty())
            .collect(Collectors.toSet());
    CompletionStage<Map<TopicPartition, OffsetResult>> ends = bounds(led, -1);
    CompletionStage<Map<TopicPartition, OffsetResult>> starts = bounds(led, -2);
    Map<TopicPartition, OffsetResult> end = await(ends);
    Map<TopicPartition, OffsetResult> start = await(starts);
    List<LagRow> rows = new ArrayList<>();
    offsets.forEach(
        (key, offset) ->
            rows.add(
                row(
                    key,
                    offset,
                    failures.getOrDefault(key, trouble(key.topicPartition())),
                    start.get(key.topicPartition()),
                    end.get(key.topicPartition()))));
    return new LagReport(System.currentTimeMillis(), rows);
  }

  private LagRow row(
      OffsetKey key,
      @Nullable StoredOffset offset,
      String known,
      @Nullable OffsetResult start,
      @Nullable OffsetResult end) {
    PartitionMetadata partition = partitions.get(key.topicPartition());
    String trouble = known.isEmpty() ? trouble(end) : known;
    trouble = trouble.isEmpty() ? trouble(start) : trouble;
    return new LagRow(
        key,
        offset,
        partition == null ? -1 : partition.leaderId(),
        offset(start),
        offset(end),
        trouble);
  }

  private static long offset(@Nullable OffsetResult bound) {
    return bound != null && bound.isOk() ? bound.offset() : -1;
  }

  private static String trouble(@Nullable OffsetResult bound) {
    return bound == null ? "no answer" : bound.isOk() ? "" : bound.detail();
  }

  /** What metadata says against asking; empty for nothing. */
  private String trouble(TopicPartition asked) {
    PartitionMetadata known = partitions.get(asked);
    if (known != null) {
      return known.leaderId() >= 0
          ? ""
          : "no leader" + (known.error() == ErrorCode.NONE ? "" : ": " + known.error().text());
    }
    return cluster.topics().stream()
        .filter(topic -> topic.name().equals(asked.topic()))
        .findFirst()
        .map(topic -> topic.error() == ErrorCode.NONE ? "no such partition" : topic.error().text())
        .orElse("no such topic");
  }

  private CompletionStage<Map<TopicPartition, OffsetResult>> bounds(
      Set<TopicPartition> some, long time) {
    Map<TopicPartition, Long> times = new HashMap<>();
    some.forEach(partition -> times.put(partition, time));
    return consumer.offsetsForTimesAsync(times, patience);
  }

  /** The client answers for each partition by the end of its patience. */
  private static Map<TopicPartition, OffsetResult> await(
      CompletionStage<Map<TopicPartition, OffsetResult>> reply) {
    try {
      return reply.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
