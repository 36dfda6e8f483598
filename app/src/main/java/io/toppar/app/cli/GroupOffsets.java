package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.app.json.Bytes;
import io.toppar.app.wiring.GroupStores;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What brokers keep for a group: all of it, or that of one topic. Immutable.
 *
 * @param offsets the offsets, in order
 * @param absent the partitions of the one topic that have none
 * @param failures why of a partition nothing is known
 * @param gone why a partition with an offset is not there
 * @param topics the topics of all of these, as the cluster has them; null where there are none
 */
record GroupOffsets(
    Map<OffsetKey, StoredOffset> offsets,
    List<OffsetKey> absent,
    Map<OffsetKey, String> failures,
    Map<OffsetKey, String> gone,
    @Nullable ClusterMetadata topics) {

  /** A session at the coordinator of whatever group is asked for. */
  static StoreSession session(Configuration configuration) {
    return new StoreSession(GroupStores.brokers(configuration), false);
  }

  /** Asks, with connections for this alone. */
  static GroupOffsets read(ClusterOptions cluster, String group, @Nullable String topic) {
    Configuration configuration = cluster.configuration().build();
    try (Consumer consumer = Clients.consumer(configuration);
        StoreSession session = session(configuration)) {
      return read(cluster, consumer, configuration, session, group, topic);
    }
  }

  /**
   * Asks for everything at once, which also tells of topics that are gone; then which of the topics
   * there are.
   */
  static GroupOffsets read(
      ClusterOptions cluster,
      Consumer consumer,
      Configuration configuration,
      StoreSession session,
      String group,
      @Nullable String topic) {
    KeyChoice choice = new KeyChoice(topic, null);
    StoreOutcome.Listed listed = session.list(group);
    Map<OffsetKey, StoredOffset> offsets = new TreeMap<>(FoundOffsets.ORDER);
    offsets.putAll(listed.offsets());
    offsets.keySet().removeIf(key -> !choice.takes(key));
    Map<OffsetKey, String> failures =
        loaded(session, listed.untold().stream().filter(choice::takes).toList(), offsets);
    Set<String> names = new TreeSet<>(topic == null ? Set.of() : Set.of(topic));
    offsets.keySet().forEach(key -> names.add(key.topicPartition().topic()));
    failures.keySet().forEach(key -> names.add(key.topicPartition().topic()));
    if (names.isEmpty()) {
      return new GroupOffsets(offsets, List.of(), failures, Map.of(), null);
    }
    ClusterMetadata metadata =
        cluster.metadata(consumer::clusterMetadata, configuration, List.copyOf(names));
    TopicsThere there = new TopicsThere(metadata);
    if (topic != null && offsets.isEmpty() && failures.isEmpty()) {
      there.require(topic, cluster.brokers());
    }
    TreeSet<OffsetKey> absent = new TreeSet<>(FoundOffsets.ORDER);
    if (topic != null) {
      there.partitions(topic).forEach(partition -> absent.add(new OffsetKey(partition, group)));
    }
    absent.removeAll(offsets.keySet());
    absent.removeAll(failures.keySet());
    Map<OffsetKey, String> gone = gone(offsets.keySet(), there);
    return new GroupOffsets(offsets, List.copyOf(absent), failures, gone, metadata);
  }

  /** The offsets as JSON lines. */
  void appendJson(Bytes out) {
    offsets.forEach((key, offset) -> OffsetLines.append(key, offset, gone.get(key), out));
  }

  /** Why of some nothing is known, as JSON lines behind the offsets. */
  void appendProblems(Bytes out) {
    failures.forEach((key, detail) -> OffsetLines.append(key, detail, out));
  }

  /** What could not be told at once is asked for by itself; returns why it was not told then. */
  private static Map<OffsetKey, String> loaded(
      StoreSession session, List<OffsetKey> untold, Map<OffsetKey, StoredOffset> offsets) {
    Map<OffsetKey, String> failures = new TreeMap<>(FoundOffsets.ORDER);
    session
        .loadAll(untold)
        .forEach(
            (key, outcome) -> {
              if (outcome instanceof StoreOutcome.Failed failed) {
                failures.put(key, failed.detail());
              } else if (outcome instanceof StoreOutcome.Loaded loaded && loaded.offset() != null) {
                offsets.put(key, loaded.offset());
              }
            });
    return failures;
  }

  private static Map<OffsetKey, String> gone(Set<OffsetKey> keys, TopicsThere there) {
    Map<OffsetKey, String> gone = new TreeMap<>(FoundOffsets.ORDER);
    for (OffsetKey key : keys) {
      TopicPartition partition = key.topicPartition();
      String missing = there.missing(partition);
      if (!missing.isEmpty()) {
        gone.put(key, missing);
      }
    }
    return gone;
  }
}
