package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.GroupStores;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What brokers keep for a group, of all partitions of the topics there are, or of one topic.
 * Immutable.
 *
 * @param offsets the offsets, in order
 * @param absent the partitions without one
 * @param failures why of a partition nothing is known
 */
record GroupOffsets(
    Map<OffsetKey, StoredOffset> offsets, List<OffsetKey> absent, Map<OffsetKey, String> failures) {

  /** A session at the coordinator of whatever group is asked for. */
  static StoreSession session(Configuration configuration) {
    return new StoreSession(GroupStores.brokers(configuration), false);
  }

  /** Asks, with connections for this alone. */
  static GroupOffsets read(ClusterOptions cluster, String group, @Nullable String topic) {
    Configuration configuration = cluster.configuration().build();
    try (Consumer consumer = Clients.consumer(configuration);
        StoreSession session = session(configuration)) {
      return read(metadata(cluster, consumer, configuration, topic), session, group);
    }
  }

  static ClusterMetadata metadata(
      ClusterOptions cluster,
      Consumer consumer,
      Configuration configuration,
      @Nullable String topic) {
    ClusterMetadata metadata =
        cluster.metadata(consumer, configuration, topic == null ? null : List.of(topic));
    for (TopicMetadata each : metadata.topics()) {
      if (topic != null && each.error() != ErrorCode.NONE && each.partitions().isEmpty()) {
        throw CommandException.failed(
            "topic '" + topic + "' at " + cluster.brokers() + ": " + each.error().text());
      }
    }
    return metadata;
  }

  /** Asks for all partitions that the metadata names. */
  static GroupOffsets read(ClusterMetadata metadata, StoreSession session, String group) {
    TreeSet<OffsetKey> keys = new TreeSet<>(FoundOffsets.ORDER);
    for (TopicMetadata topic : metadata.topics()) {
      for (PartitionMetadata partition : topic.partitions()) {
        keys.add(new OffsetKey(new TopicPartition(topic.name(), partition.partition()), group));
      }
    }
    Map<OffsetKey, StoredOffset> offsets = new TreeMap<>(FoundOffsets.ORDER);
    Map<OffsetKey, String> failures = new TreeMap<>(FoundOffsets.ORDER);
    session
        .loadAll(List.copyOf(keys))
        .forEach(
            (key, outcome) -> {
              if (outcome instanceof StoreOutcome.Failed failed) {
                failures.put(key, failed.detail());
              } else if (outcome instanceof StoreOutcome.Loaded loaded && loaded.offset() != null) {
                offsets.put(key, loaded.offset());
              }
            });
    if (!keys.isEmpty() && failures.size() == keys.size()) {
      throw CommandException.failed(failures.values().iterator().next());
    }
    keys.removeAll(offsets.keySet());
    keys.removeAll(failures.keySet());
    return new GroupOffsets(offsets, List.copyOf(keys), failures);
  }
}
