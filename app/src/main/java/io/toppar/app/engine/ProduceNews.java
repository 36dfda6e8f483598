package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicState;
import io.toppar.domain.produce.ProduceSnapshot;
import io.toppar.domain.produce.ProduceTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what metadata says to the produce machine, and to senders what they choose partitions by.
 * The duty thread only.
 */
final class ProduceNews implements Topics.Listener {

  private static final SendSlot[] NO_SLOTS = {};

  private final MetadataCache known;
  private final Sending sending;
  private final TimingWheel wheel;
  private final Consumer<Producing.Input> machine;
  private final PartitionCounts counts;
  private final Map<String, Told> topics = new LinkedHashMap<>();
  private final Set<Told> outdated = new LinkedHashSet<>();

  /** A topic, and what was told of it. */
  private static final class Told {
    final SendTopic topic;
    int count = -1;
    ErrorCode error = ErrorCode.NONE;

    /** Of all partitions that there ever were: one that comes back goes on where it was (P23). */
    SendSlot[] slots = NO_SLOTS;

    Told(SendTopic topic) {
      this.topic = topic;
    }

    ProduceTopic machine() {
      return Objects.requireNonNull(topic.machine);
    }
  }

  /** Nothing is known. */
  ProduceNews(
      MetadataCache known,
      Sending sending,
      TimingWheel wheel,
      Consumer<Producing.Input> machine,
      PartitionCounts counts) {
    this.known = known;
    this.sending = sending;
    this.wheel = wheel;
    this.machine = machine;
    this.counts = counts;
  }

  /** Somebody sends to a topic that was not wanted so far. */
  void appeared(SendTopic topic) {
    topics.put(topic.name(), new Told(topic));
  }

  /** What is known of topics, and how their partitions stand. */
  List<ProduceReadings.TopicReadings> readings(long nowNanos) {
    List<ProduceReadings.TopicReadings> readings = new ArrayList<>(topics.size());
    for (Told told : topics.values()) {
      String name = told.topic.name();
      readings.add(
          new ProduceReadings.TopicReadings(
              name,
              known.partitionCount(name),
              known.topicState(name),
              known.topicError(name),
              told.machine().unassignedMessages(),
              partitions(told, nowNanos)));
    }
    return readings;
  }

  private static List<ProduceReadings.PartitionReadings> partitions(Told told, long nowNanos) {
    List<ProduceReadings.PartitionReadings> readings = new ArrayList<>();
    for (ProduceSnapshot snapshot : told.machine().snapshots(nowNanos)) {
      int partition = snapshot.topicPartition().partition();
      readings.add(
          new ProduceReadings.PartitionReadings(
              snapshot,
              partition >= told.count,
              partition < told.slots.length
                  ? told.slots[partition].fill()
                  : ProduceReadings.Fill.NONE));
    }
    return readings;
  }

  /** Shows senders which partitions have a leader now. */
  void refreshViews() {
    if (!outdated.isEmpty()) {
      outdated.forEach(this::show);
      outdated.clear();
    }
  }

  @Override
  public void leader(TopicPartition partition, int leaderId, int leaderEpoch, long nowNanos) {
    Told told = topics.get(partition.topic());
    if (told != null) {
      catchUp(told, nowNanos);
      outdated.add(told);
      machine.accept(
          (produce, fx) ->
              produce.onLeader(
                  told.machine(), partition.partition(), leaderId, leaderEpoch, nowNanos, fx));
    }
  }

  @Override
  public void topicId(String topic, TopicId id, long nowNanos) {
    Told told = topics.get(topic);
    if (told != null) {
      machine.accept((produce, fx) -> produce.onTopicId(told.machine(), id, nowNanos, fx));
    }
  }

  @Override
  public void topicState(String topic, TopicState state) {
    tellState(topic, state, known.topicError(topic), wheel.nowNanos());
  }

  @Override
  public void topicFailed(String topic, ErrorCode error, long nowNanos) {
    tellState(topic, known.topicState(topic), error, nowNanos);
  }

  private void tellState(String topic, TopicState state, ErrorCode error, long nowNanos) {
    Told told = topics.get(topic);
    if (told != null) {
      machine.accept(
          (produce, fx) -> produce.onTopicState(told.machine(), state, error, nowNanos, fx));
      counts.refused(topic, told.machine().refusal());
    }
  }

  @Override
  public void counted(Set<String> counted, long nowNanos) {
    for (String topic : counted) {
      Told told = topics.get(topic);
      if (told != null) {
        catchUp(told, nowNanos);
      }
    }
  }

  @Override
  public void answered(@Nullable String failure, long nowNanos) {
    if (failure == null) {
      topics.values().forEach(told -> tellError(told, nowNanos));
      machine.accept((produce, fx) -> produce.onMetadataAnswered(nowNanos, fx));
    } else {
      machine.accept((produce, fx) -> produce.onMetadataFailed(failure, nowNanos, fx));
    }
  }

  private void tellError(Told told, long nowNanos) {
    ErrorCode error = known.topicError(told.topic.name());
    if (error != told.error) {
      told.error = error;
      machine.accept((produce, fx) -> produce.onTopicError(told.machine(), error, nowNanos, fx));
    }
  }

  /** Tells how many partitions there are, senders first: what waited is appended by it at once. */
  private void catchUp(Told told, long nowNanos) {
    int count = known.partitionCount(told.topic.name());
    if (count != told.count) {
      told.count = count;
      show(told);
      machine.accept(
          (produce, fx) -> produce.onPartitionCount(told.machine(), count, nowNanos, fx));
      counts.counted(told.topic.name(), count);
    }
  }

  private void show(Told told) {
    int count = Math.max(0, told.count);
    if (count > told.slots.length) {
      int had = told.slots.length;
      told.slots = Arrays.copyOf(told.slots, count);
      for (int partition = had; partition < count; partition++) {
        told.slots[partition] = new SendSlot(told.topic, partition, sending);
      }
    }
    SendSlot[] slots = Arrays.copyOf(told.slots, count);
    boolean[] available = new boolean[count];
    for (int partition = 0; partition < count; partition++) {
      available[partition] = known.leaderId(slots[partition].topicPartition) >= 0;
    }
    told.topic.partitions(
        new SendPartitions(slots, available, sending.settings().availabilityTimeoutNanos()));
  }
}
