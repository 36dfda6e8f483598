package io.toppar.app.engine;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.Deadlines;
import io.toppar.domain.FetchBudget;
import io.toppar.domain.FetchDecision;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.Topic;
import io.toppar.domain.TopicRegistry;
import io.toppar.ports.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the readings of all machines, when asked and at an interval: O(partitions) of reading, and
 * no machine is changed by it. The duty thread only; while nobody asks it costs nothing.
 */
final class Survey extends Alarm {

  private final MetadataCache cache;
  private final TopicRegistry registry;
  private final Partitions partitions;
  private final Lanes lanes;
  private final BrokerCalls calls;
  private final FetchBudget budget;
  private final Clock clock;
  private final TimingWheel wheel;
  private final long openedNanos;
  private long intervalNanos;
  private @Nullable Consumer<ClientReadings> taker;

  Survey(
      MetadataCache cache,
      TopicRegistry registry,
      Partitions partitions,
      Lanes lanes,
      BrokerCalls calls,
      FetchBudget budget,
      Clock clock,
      TimingWheel wheel) {
    this.cache = cache;
    this.registry = registry;
    this.partitions = partitions;
    this.lanes = lanes;
    this.calls = calls;
    this.budget = budget;
    this.clock = clock;
    this.wheel = wheel;
    this.openedNanos = clock.nanoTime();
  }

  /** From now on readings are taken each time so long after those before; the taker is quick. */
  void every(long nanos, Consumer<ClientReadings> readingsTaker, long nowNanos) {
    intervalNanos = nanos;
    taker = readingsTaker;
    wheel.arm(this, Deadlines.after(nowNanos, nanos));
  }

  @Override
  void ring(long nowNanos) {
    if (taker != null) {
      wheel.arm(this, Deadlines.after(nowNanos, intervalNanos));
      taker.accept(take(nowNanos));
    }
  }

  ClientReadings take(long nowNanos) {
    List<ClientReadings.TopicReadings> topics = topics(nowNanos);
    long records = partitions.departedRecords();
    long bytes = partitions.departedBytes();
    for (ClientReadings.TopicReadings topic : topics) {
      for (ClientReadings.PartitionReadings partition : topic.partitions()) {
        records += partition.toppar().receivedRecords();
        bytes += partition.toppar().receivedBytes();
      }
    }
    return new ClientReadings(
        nowNanos,
        clock.currentTimeMillis(),
        nowNanos - openedNanos,
        budget.usedBytes(),
        records,
        bytes,
        brokers(nowNanos),
        topics);
  }

  private List<ClientReadings.BrokerReadings> brokers(long nowNanos) {
    Map<Integer, ClientReadings.BrokerReadings> brokers = new TreeMap<>();
    for (BrokerEndpoint endpoint : cache.brokers()) {
      brokers.put(endpoint.id(), broker(endpoint.id(), endpoint, nowNanos));
    }
    for (int id : calls.brokers()) {
      brokers.computeIfAbsent(id, unnamed -> broker(unnamed, null, nowNanos));
    }
    return List.copyOf(brokers.values());
  }

  private ClientReadings.BrokerReadings broker(
      int id, @Nullable BrokerEndpoint endpoint, long nowNanos) {
    Lane lane = lanes.find(id);
    return new ClientReadings.BrokerReadings(
        id,
        endpoint,
        lane == null ? null : decision(lane),
        lane == null ? 0 : lane.members.size(),
        calls.traffic(id, nowNanos));
  }

  /** While its Fetch is in flight a lane is not asked for the next. */
  private static FetchDecision decision(Lane lane) {
    return lane.machine.inFlight() ? FetchDecision.IN_FLIGHT : lane.machine.decision();
  }

  private List<ClientReadings.TopicReadings> topics(long nowNanos) {
    Map<String, List<ClientReadings.PartitionReadings>> byTopic = new LinkedHashMap<>();
    Topic topic = null;
    for (Partition partition : partitions.all()) {
      String name = partition.topicPartition().topic();
      if (topic == null || !topic.name().equals(name)) {
        topic = registry.find(name);
      }
      byTopic
          .computeIfAbsent(name, first -> new ArrayList<>())
          .add(partition(partition, topic, nowNanos));
    }
    List<ClientReadings.TopicReadings> topics = new ArrayList<>(byTopic.size());
    byTopic.forEach(
        (name, parts) ->
            topics.add(
                new ClientReadings.TopicReadings(
                    name,
                    cache.partitionCount(name),
                    cache.topicState(name),
                    cache.topicError(name),
                    parts)));
    return topics;
  }

  private static ClientReadings.PartitionReadings partition(
      Partition partition, @Nullable Topic topic, long nowNanos) {
    int number = partition.topicPartition().partition();
    return new ClientReadings.PartitionReadings(
        partition.toppar.snapshot(nowNanos),
        partition.waitingStart != null || !partition.slot.isClosed(),
        topic == null || topic.desiredGet(number) == partition.toppar,
        partition.gone,
        partition.slot.unfinishedRecords());
  }
}
