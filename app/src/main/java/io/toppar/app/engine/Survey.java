package io.toppar.app.engine;

import io.toppar.domain.FetchBudget;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.Topic;
import io.toppar.domain.TopicRegistry;
import io.toppar.ports.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the readings of all machines, when asked and at an interval: O(partitions) of reading, and
 * no machine is changed by it. The duty thread only; while nobody asks it costs nothing.
 */
final class Survey {

  private final MetadataCache cache;
  private final TopicRegistry registry;
  private final Partitions partitions;
  private final Lanes lanes;
  private final FetchBudget budget;
  private final Clock clock;
  private final BrokerSurvey brokers;
  private final SurveyInterval<ClientReadings> interval;
  private final long openedNanos;

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
    this.budget = budget;
    this.clock = clock;
    this.brokers = new BrokerSurvey(cache, calls);
    this.interval = new SurveyInterval<>(wheel, this::take);
    this.openedNanos = clock.nanoTime();
  }

  /** The readings that are taken again and again. */
  SurveyInterval<ClientReadings> interval() {
    return interval;
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
        brokers.take(lanes::find, nowNanos),
        topics);
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
