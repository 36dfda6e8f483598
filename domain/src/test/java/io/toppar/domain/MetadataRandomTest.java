package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random answers, failures and demands; whoever only listens knows all that the cache knows. */
class MetadataRandomTest implements MetadataEffects {

  private static final int STEPS = 2_000;
  private static final String[] TOPICS = {"a", "b", "c", "d"};
  private static final ErrorCode[] ERRORS = {
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.LEADER_NOT_AVAILABLE,
    ErrorCode.TOPIC_AUTHORIZATION_FAILED,
    ErrorCode.INVALID_TOPIC_EXCEPTION,
    ErrorCode.UNKNOWN_SERVER_ERROR
  };

  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<TopicPartition, Integer> leaders = new HashMap<>();
  private final Map<TopicPartition, Integer> epochs = new HashMap<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private List<BrokerEndpoint> brokers = List.of();
  private @Nullable MetadataPlan flight;
  private long now;

  static long[] seeds() {
    long[] seeds = new long[20];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = 7_919L * i + 1;
    }
    return seeds;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void whoeverListensKnowsAllThatTheCacheKnows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    MetadataCache cache = new MetadataCache(MetadataFixture.CONFIG, random.split());
    now = Long.MAX_VALUE - random.nextLong(100_000_000_000L);
    for (int step = 0; step < STEPS; step++) {
      String where = "seed " + seed + ", step " + step;
      act(cache, random);
      askOrNot(cache, where);
      agree(cache, where);
    }
  }

  private void act(MetadataCache cache, SplittableRandom random) {
    String topic = TOPICS[random.nextInt(TOPICS.length)];
    now += random.nextLong(2_000_000_000L);
    switch (random.nextInt(8)) {
      case 0 -> {
        cache.want(topic, now);
        wanted.add(topic);
      }
      case 1 -> {
        if (random.nextInt(5) == 0) {
          forget(cache, topic);
        }
      }
      case 2 -> cache.refresh(topic, RefreshReason.LEADER_ERROR, now);
      case 3 -> cache.refresh(null, RefreshReason.BROKER_DOWN, now);
      case 4 -> {
        if (flight != null) {
          flight = null;
          cache.onFailed(now);
        }
      }
      default -> {
        if (flight != null) {
          ClusterMetadata answer = answer(flight, random);
          flight = null;
          cache.onMetadata(answer, now, this);
        }
      }
    }
  }

  private void forget(MetadataCache cache, String topic) {
    cache.unwant(topic);
    wanted.remove(topic);
    counts.remove(topic);
    leaders.keySet().removeIf(partition -> partition.topic().equals(topic));
    epochs.keySet().removeIf(partition -> partition.topic().equals(topic));
  }

  private static ClusterMetadata answer(MetadataPlan plan, SplittableRandom random) {
    List<BrokerEndpoint> live = new ArrayList<>();
    for (int id = 1; id <= 4; id++) {
      if (random.nextInt(10) > 0) {
        live.add(MetadataFixture.broker(id));
      }
    }
    List<TopicMetadata> topics = new ArrayList<>();
    for (String topic : plan.topics()) {
      int dice = random.nextInt(10);
      if (dice == 0) {
        topics.add(MetadataFixture.failed(topic, ERRORS[random.nextInt(ERRORS.length)]));
      } else if (dice > 1) {
        TopicId id = new TopicId(1, random.nextInt(20) / 19);
        topics.add(MetadataFixture.topic(topic, id, partitions(random)));
      }
    }
    return new ClusterMetadata(live, 1, null, topics);
  }

  private static PartitionMetadata[] partitions(SplittableRandom random) {
    PartitionMetadata[] partitions = new PartitionMetadata[random.nextInt(5)];
    for (int i = 0; i < partitions.length; i++) {
      int number = random.nextInt(20) == 0 ? random.nextInt(-3, 9) : i;
      partitions[i] = MetadataFixture.led(number, random.nextInt(-1, 5), random.nextInt(-1, 6));
    }
    return partitions;
  }

  private void askOrNot(MetadataCache cache, String where) {
    boolean due = Deadlines.reached(cache.deadline(), now);
    assertThat(due && flight != null).as("%s: due while one is in flight", where).isFalse();
    MetadataPlan plan = cache.plan(now);
    if (flight != null) {
      assertThat(plan).as("%s: two in flight", where).isNull();
      return;
    }
    if (plan != null) {
      assertThat(due).as("%s: planned before the deadline", where).isTrue();
      assertThat(wanted).as(where).containsAll(plan.topics());
      assertThat(plan.topics()).as(where).doesNotHaveDuplicates();
    } else {
      assertThat(Deadlines.reached(cache.deadline(), now))
          .as("%s: a deadline that has been reached and nothing to ask would spin", where)
          .isFalse();
    }
    flight = plan;
  }

  private void agree(MetadataCache cache, String where) {
    assertThat(cache.brokers()).as(where).isEqualTo(brokers);
    for (String topic : TOPICS) {
      assertThat(cache.partitionCount(topic)).as(where).isEqualTo(counts.getOrDefault(topic, -1));
      for (int number = -1; number < 9; number++) {
        TopicPartition partition = new TopicPartition(topic, number);
        boolean exists = number >= 0 && number < cache.partitionCount(topic);
        assertThat(cache.leaderId(partition))
            .as("%s: leader of %s", where, partition)
            .isEqualTo(exists ? leaders.getOrDefault(partition, -1) : -1);
        assertThat(cache.leaderEpoch(partition))
            .as("%s: epoch of %s", where, partition)
            .isEqualTo(exists ? epochs.getOrDefault(partition, -1) : -1);
      }
    }
    if (flight == null && !wanted.isEmpty()) {
      assertThat(cache.deadline()).as("%s: asleep for ever", where).isNotEqualTo(Deadlines.NONE);
    }
  }

  @Override
  public void leaderChanged(TopicPartition partition, int leaderId, int leaderEpoch) {
    leaders.put(partition, leaderId);
    epochs.put(partition, leaderEpoch);
  }

  @Override
  public void partitionCountChanged(String topic, int oldCount, int newCount) {
    assertThat(counts.getOrDefault(topic, -1)).isEqualTo(oldCount);
    counts.put(topic, newCount);
    leaders.keySet().removeIf(p -> p.topic().equals(topic) && p.partition() >= newCount);
    epochs.keySet().removeIf(p -> p.topic().equals(topic) && p.partition() >= newCount);
  }

  @Override
  public void topicStateChanged(String topic, TopicState state) {
    assertThat(wanted).contains(topic);
  }

  @Override
  public void topicFailed(String topic, ErrorCode error) {
    assertThat(wanted).contains(topic);
  }

  @Override
  public void topicIdChanged(String topic, TopicId oldId, TopicId newId) {
    assertThat(oldId).isNotEqualTo(newId);
  }

  @Override
  public void entrySkipped(String topic, int partition, String why) {
    assertThat(why).isNotBlank();
  }

  @Override
  public void brokersChanged(List<BrokerEndpoint> live) {
    assertThat(live).isNotEqualTo(brokers);
    brokers = live;
    for (Map.Entry<TopicPartition, Integer> led : leaders.entrySet()) {
      boolean gone = live.stream().noneMatch(broker -> broker.id() == led.getValue());
      assertThat(led.getValue() >= 0 && gone)
          .as("%s is led by a broker that is gone", led)
          .isFalse();
    }
  }
}
