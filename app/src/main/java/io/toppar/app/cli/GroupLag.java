package io.toppar.app.cli;

import io.toppar.app.client.Consumer;
import io.toppar.app.config.Configuration;
import io.toppar.domain.ClusterMetadata;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.util.HashMap;
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

  /** Asks through this session, which it closes. */
  GroupLag(
      String group,
      @Nullable String topic,
      ClusterOptions cluster,
      Configuration configuration,
      StoreSession session) {
    this.group = group;
    this.topic = topic;
    this.cluster = cluster;
    this.configuration = configuration;
    this.session = session;
  }

  /** Without a topic, of those partitions of which anything is committed; with it, of all of it. */
  @Override
  public Found read(Consumer consumer) {
    GroupOffsets committed =
        GroupOffsets.read(cluster, consumer, configuration, session, group, topic);
    ClusterMetadata metadata = committed.topics();
    if (metadata == null) {
      return new Found(new LagReport(System.currentTimeMillis(), List.of()), List.of());
    }
    Map<OffsetKey, @Nullable StoredOffset> offsets = new TreeMap<>(FoundOffsets.ORDER);
    offsets.putAll(committed.offsets());
    committed.failures().keySet().forEach(key -> offsets.put(key, null));
    committed.absent().forEach(key -> offsets.put(key, null));
    Map<OffsetKey, String> troubles = new HashMap<>(committed.gone());
    troubles.putAll(committed.failures());
    LagReading reading = new LagReading(consumer, metadata, ClusterOptions.patience(configuration));
    return new Found(reading.report(offsets, troubles), List.of());
  }

  @Override
  public void abandon() {
    session.abandon();
  }

  @Override
  public void close() {
    session.close();
  }
}
