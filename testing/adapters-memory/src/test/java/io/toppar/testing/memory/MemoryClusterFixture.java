package io.toppar.testing.memory;

import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.contracts.BatchCodec;
import io.toppar.testing.contracts.BrokerAbility;
import io.toppar.testing.contracts.BrokerGatewayFixture;
import io.toppar.testing.contracts.SentRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A cluster in memory as a fixture; who makes gateways and moves time is left open. */
abstract class MemoryClusterFixture implements BrokerGatewayFixture {

  private final MemoryCluster cluster;
  private final Clock clock;

  MemoryClusterFixture(Clock clock) {
    this.clock = clock;
    this.cluster = new MemoryCluster(clock, 3);
  }

  MemoryCluster cluster() {
    return cluster;
  }

  @Override
  public Set<BrokerAbility> abilities() {
    return EnumSet.allOf(BrokerAbility.class);
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public List<Integer> brokerIds() {
    return cluster.brokerIds();
  }

  @Override
  public void createTopic(String topic, int partitions) {
    cluster.createTopic(topic, partitions);
  }

  @Override
  public long append(TopicPartition topicPartition, BatchCodec codec, List<SentRecord> batch) {
    return cluster.append(topicPartition, records(batch));
  }

  @Override
  public void createLogAppendTimeTopic(String topic) {
    cluster.createTopic(topic, 1, TopicSettings.DEFAULTS.withLogAppendTime());
  }

  @Override
  public void createCompactedTopic(String topic) {
    cluster.createTopic(topic, 1, TopicSettings.DEFAULTS.withKeysRequired());
  }

  @Override
  public void createTopicInRacks(String topic) {
    for (int broker : cluster.brokerIds()) {
      cluster.rack(broker, "rack-" + broker);
    }
    cluster.createTopic(topic, 1, TopicSettings.DEFAULTS.withReplicas(cluster.brokerIds().size()));
  }

  @Override
  public Transaction begin() {
    MemoryTransaction transaction = cluster.begin();
    return new Transaction() {
      @Override
      public long append(TopicPartition topicPartition, BatchCodec codec, List<SentRecord> batch) {
        return transaction.append(topicPartition, records(batch));
      }

      @Override
      public void commitOffset(String group, TopicPartition topicPartition, long offset) {
        transaction.commitOffset(group, topicPartition, StoredOffset.of(offset));
      }

      @Override
      public void commit() {
        transaction.commit();
      }

      @Override
      public void abort() {
        transaction.abort();
      }
    };
  }

  @Override
  public void moveLeader(TopicPartition topicPartition, int toBroker) {
    cluster.moveLeader(topicPartition, toBroker);
  }

  @Override
  public void deleteRecords(TopicPartition topicPartition, long before) {
    cluster.deleteRecords(topicPartition, before);
  }

  @Override
  public void deleteTopic(String topic) {
    cluster.deleteTopic(topic);
  }

  @Override
  public void removeRecords(TopicPartition topicPartition, List<Long> offsets) {
    cluster.removeRecords(topicPartition, offsets, true);
  }

  @Override
  public void cutLog(TopicPartition topicPartition, long endOffset) {
    cluster.electUnclean(topicPartition, cluster.leader(topicPartition), endOffset);
  }

  @Override
  public void silence(int brokerId) {
    cluster.silence(brokerId);
  }

  @Override
  public void stop(int brokerId) {
    cluster.stop(brokerId);
  }

  @Override
  public void restore(int brokerId) {
    cluster.start(brokerId);
  }

  @Override
  public void loseSessions(int brokerId) {
    cluster.forgetSessions(brokerId);
  }

  @Override
  public void createGroup(String group) {}

  @Override
  public void moveCoordinator(String group, int toBroker) {
    cluster.moveCoordinator(group, toBroker);
  }

  @Override
  public AutoCloseable joinGroup(String group, String topic) {
    cluster.subscribe(group, Set.of(topic));
    return () -> cluster.subscribe(group, Set.of());
  }

  @Override
  public long heldBuffers() {
    return cluster.outstandingBuffers() + cluster.outstandingBatches();
  }

  @Override
  public void close() {}

  private static List<MemoryRecord> records(List<SentRecord> batch) {
    return batch.stream().map(MemoryClusterFixture::record).toList();
  }

  private static MemoryRecord record(SentRecord sent) {
    List<MemoryHeader> headers =
        sent.headers().stream()
            .map(header -> new MemoryHeader(header.name(), header.value()))
            .toList();
    return new MemoryRecord(sent.timestamp(), sent.key(), sent.value(), headers);
  }

  /** Moves a clock to the earliest event of some gateways, and lets it happen. */
  static void step(ManualClock clock, List<MemoryBrokerGateway> gateways) {
    long next = Deadlines.NONE;
    for (MemoryBrokerGateway gateway : gateways) {
      next = Deadlines.earlier(next, gateway.nextEventNanos());
    }
    if (next != Deadlines.NONE) {
      clock.advanceTo(next);
    }
    gateways.forEach(MemoryBrokerGateway::runDue);
  }

  /** Under a manual clock. */
  static final class Stepped extends MemoryClusterFixture {

    private final ManualClock clock;
    private final List<MemoryBrokerGateway> gateways = new ArrayList<>();

    Stepped(ManualClock clock) {
      super(clock);
      this.clock = clock;
    }

    @Override
    public BrokerGateway newGateway() {
      MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster(), clock);
      gateways.add(gateway);
      return gateway;
    }

    @Override
    public boolean steer() {
      step(clock, gateways);
      return true;
    }
  }

  /** By real time. */
  static final class Threaded extends MemoryClusterFixture {

    Threaded() {
      super(new RealClock());
    }

    @Override
    public BrokerGateway newGateway() {
      return MemoryBrokerGateway.threaded(cluster(), clock());
    }
  }

  private static final class RealClock implements Clock {

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
      return System.currentTimeMillis();
    }
  }
}
