package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A metadata cache under test, with its time, answers made by hand and what it told. */
final class MetadataFixture implements MetadataEffects {

  static final long MILLI = 1_000_000L;
  static final MetadataConfig CONFIG =
      new MetadataConfig(300_000 * MILLI, 100 * MILLI, 1_000 * MILLI, 30_000 * MILLI);
  static final TopicId ID = new TopicId(1, 2);

  final MetadataCache cache;
  final List<String> told = new ArrayList<>();
  final List<String> states = new ArrayList<>();
  long now = Long.MAX_VALUE - 50 * MILLI; // the clock wraps soon: nothing may compare by <
  List<BrokerEndpoint> brokers = List.of(broker(1), broker(2), broker(3));

  MetadataFixture() {
    this(CONFIG, 7);
  }

  MetadataFixture(MetadataConfig config, long seed) {
    cache = new MetadataCache(config, new SplittableRandom(seed));
  }

  static BrokerEndpoint broker(int id) {
    return new BrokerEndpoint(id, "host" + id, 9092, null);
  }

  static PartitionMetadata led(int partition, int leaderId, int epoch) {
    return new PartitionMetadata(
        partition, ErrorCode.NONE, leaderId, epoch, List.of(), List.of(), List.of());
  }

  static TopicMetadata topic(String name, TopicId id, PartitionMetadata... partitions) {
    return new TopicMetadata(name, id, ErrorCode.NONE, false, List.of(partitions));
  }

  static TopicMetadata topic(String name, PartitionMetadata... partitions) {
    return topic(name, ID, partitions);
  }

  static TopicMetadata failed(String name, ErrorCode error, PartitionMetadata... partitions) {
    return new TopicMetadata(name, TopicId.ZERO, error, false, List.of(partitions));
  }

  MetadataPlan plan() {
    MetadataPlan plan = cache.plan(now);
    if (plan == null) {
      throw new AssertionError("nothing to ask; deadline " + cache.deadline() + ", now " + now);
    }
    return plan;
  }

  void answer(TopicMetadata... topics) {
    cache.onMetadata(new ClusterMetadata(brokers, 1, "cluster", List.of(topics)), now, this);
  }

  /** Asks for what is due and answers it. */
  void ask(TopicMetadata... topics) {
    plan();
    answer(topics);
  }

  /** Wants the topic and gets a first answer; forgets what was told of it. */
  void known(String name, PartitionMetadata... partitions) {
    cache.want(name, now);
    ask(topic(name, partitions));
    told.clear();
  }

  /** Lets the time pass up to the deadline; returns how long that was. */
  long toDeadline() {
    long waited = cache.deadline() - now;
    now = cache.deadline();
    return waited;
  }

  void pass(long millis) {
    now += millis * MILLI;
  }

  @Override
  public void leaderChanged(TopicPartition partition, int leaderId, int leaderEpoch) {
    told.add(partition + " led by " + leaderId + " epoch " + leaderEpoch);
  }

  @Override
  public void partitionCountChanged(String topic, int oldCount, int newCount) {
    told.add(topic + " count " + oldCount + " to " + newCount);
  }

  /** Kept apart: most tests are about what else is told. */
  @Override
  public void topicStateChanged(String topic, TopicState state) {
    states.add(topic + " " + state);
  }

  @Override
  public void topicFailed(String topic, ErrorCode error) {
    told.add(topic + " failed " + error);
  }

  @Override
  public void topicIdChanged(String topic, TopicId oldId, TopicId newId) {
    told.add(topic + " id " + oldId.low() + " to " + newId.low());
  }

  @Override
  public void entrySkipped(String topic, int partition, String why) {
    told.add(topic + "[" + partition + "] " + why);
  }

  @Override
  public void brokersChanged(List<BrokerEndpoint> live) {
    List<Integer> ids = new ArrayList<>();
    live.forEach(broker -> ids.add(broker.id()));
    told.add("brokers " + ids);
  }
}
