package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.domain.ClusterMetadata;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lag of what a group has committed, at its coordinator. One thread. */
final class GroupLag implements LagSource {

  private final String group;
  private final @Nullable String topic;
  private final ClusterOptions cluster;
  private final Configuration configuration;
  private final StoreSession session;

  /** Opens connections to the coordinator. */
  GroupLag(
      String group, @Nullable String topic, ClusterOptions cluster, Configuration configuration) {
    this.group = group;
    this.topic = topic;
    this.cluster = cluster;
    this.configuration = configuration;
    this.session = GroupOffsets.session(configuration);
  }

  /** Without a topic, of those partitions of which anything is committed. */
  @Override
  public Found read(Consumer consumer) {
    ClusterMetadata metadata = GroupOffsets.metadata(cluster, consumer, configuration, topic);
    GroupOffsets committed = GroupOffsets.read(metadata, session, group);
    Map<OffsetKey, @Nullable StoredOffset> offsets = new TreeMap<>(FoundOffsets.ORDER);
    offsets.putAll(committed.offsets());
    committed.failures().keySet().forEach(key -> offsets.put(key, null));
    if (topic != null) {
      committed.absent().forEach(key -> offsets.put(key, null));
    }
    LagReading reading = new LagReading(consumer, metadata, ClusterOptions.patience(configuration));
    return new Found(reading.report(offsets, committed.failures()), List.of());
  }

  @Override
  public void close() {
    session.close();
  }
}
