package io.toppar.netty;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.Slice;
import io.toppar.testing.contracts.BatchCodec;
import io.toppar.testing.contracts.BrokerAbility;
import io.toppar.testing.contracts.BrokerGatewayFixture;
import io.toppar.testing.contracts.SentRecord;
import io.toppar.testing.kafka.EmbeddedKafka;
import io.toppar.testing.kafka.WriteOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Real brokers behind the gateway contract; all tests share one cluster. */
final class EmbeddedKafkaFixture implements BrokerGatewayFixture {

  private static final int NODES = 3;

  private static @Nullable EmbeddedKafka shared;

  private final SteeredClock clock = new SteeredClock();
  private final List<NettyGateway> gateways = new ArrayList<>();
  private final Set<String> topics = new LinkedHashSet<>();
  private final boolean floor;
  private final boolean nativeTransport;
  private final EmbeddedKafka kafka;

  EmbeddedKafkaFixture(boolean floor, boolean nativeTransport) {
    this.floor = floor;
    this.nativeTransport = nativeTransport;
    this.kafka = cluster();
  }

  /** Started once; the brokers end with this JVM. */
  private static synchronized EmbeddedKafka cluster() {
    if (shared == null) {
      shared =
          EmbeddedKafka.builder()
              .nodes(NODES)
              .config("broker.rack", "rack-{node}")
              .config(
                  "replica.selector.class",
                  "org.apache.kafka.common.replica.RackAwareReplicaSelector")
              .start();
    }
    return shared;
  }

  @Override
  public Set<BrokerAbility> abilities() {
    Set<BrokerAbility> all =
        EnumSet.of(
            BrokerAbility.MOVE_LEADER,
            BrokerAbility.TRANSACTIONS,
            BrokerAbility.DELETE_RECORDS,
            BrokerAbility.DELETE_TOPIC,
            BrokerAbility.LOG_APPEND_TIME,
            BrokerAbility.OUTAGES,
            BrokerAbility.LOST_SESSIONS,
            BrokerAbility.GROUPS,
            BrokerAbility.PRODUCE,
            BrokerAbility.COUNTED_BUFFERS);
    if (!floor) {
      all.add(BrokerAbility.TOPIC_IDS);
      all.add(BrokerAbility.MAX_TIMESTAMP);
      all.add(BrokerAbility.LEADER_HINTS);
      all.add(BrokerAbility.DIVERGING_EPOCHS);
      all.add(BrokerAbility.NEAR_REPLICAS);
      all.add(BrokerAbility.STABLE_OFFSETS);
      all.add(BrokerAbility.RECORD_FAULTS);
    }
    return all;
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public BrokerGateway newGateway() {
    NettyGateway gateway =
        new NettyGateway(
            NettyGatewayOptions.builder(kafka.bootstrapServers())
                .floorVersions(floor)
                .nativeTransport(nativeTransport)
                .reconnectBackoffMillis(20, 500)
                .build(),
            clock);
    gateways.add(gateway);
    return gateway;
  }

  @Override
  public List<Integer> brokerIds() {
    return kafka.liveNodes();
  }

  @Override
  public void createTopic(String topic, int partitions) {
    kafka.createTopic(topic, partitions);
    topics.add(topic);
  }

  @Override
  public void createLogAppendTimeTopic(String topic) {
    kafka.createTopic(topic, 1, 1, Map.of("message.timestamp.type", "LogAppendTime"));
    topics.add(topic);
  }

  @Override
  public void createCompactedTopic(String topic) {
    kafka.createTopic(topic, 1, 1, Map.of("cleanup.policy", "compact"));
    topics.add(topic);
  }

  @Override
  public void createTopicInRacks(String topic) {
    kafka.createTopic(topic, 1, NODES, Map.of());
    topics.add(topic);
  }

  @Override
  public long append(TopicPartition topicPartition, BatchCodec codec, List<SentRecord> batch) {
    return kafka.write(records(topicPartition, batch), options(codec)).get(0).offset();
  }

  @Override
  public Transaction begin() {
    return new RunningTransaction();
  }

  @Override
  public void moveLeader(TopicPartition topicPartition, int toBroker) {
    kafka.moveLeader(topicPartition.topic(), topicPartition.partition(), toBroker);
  }

  @Override
  public void deleteRecords(TopicPartition topicPartition, long before) {
    kafka.deleteRecords(topicPartition.topic(), topicPartition.partition(), before);
  }

  @Override
  public void deleteTopic(String topic) {
    kafka.deleteTopic(topic);
    topics.remove(topic);
  }

  @Override
  public void silence(int brokerId) {
    kafka.freeze(brokerId);
  }

  @Override
  public void stop(int brokerId) {
    kafka.stop(brokerId);
  }

  @Override
  public void restore(int brokerId) {
    if (kafka.process(brokerId).isAlive()) {
      kafka.thaw(brokerId);
    } else {
      restart(brokerId);
    }
  }

  @Override
  public void loseSessions(int brokerId) {
    restart(brokerId);
  }

  /** Waits for the coordinator; the first group of all has the topic of offsets made. */
  @Override
  public void createGroup(String group) {
    try {
      kafka.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException("group " + group + " has no coordinator", failed);
    }
  }

  /** The one partition of the topic of offsets is led by the coordinator of every group. */
  @Override
  public void moveCoordinator(String group, int toBroker) {
    kafka.moveLeader("__consumer_offsets", 0, toBroker);
    createGroup(group);
  }

  @Override
  public AutoCloseable joinGroup(String group, String topic) {
    Consumer<byte[], byte[]> member = kafka.consumer(Map.of("group.id", group));
    member.subscribe(List.of(topic));
    while (member.assignment().isEmpty()) {
      member.poll(Duration.ofMillis(100));
    }
    return member;
  }

  @Override
  public long heldBuffers() {
    return gateways.stream()
        .mapToLong(one -> one.frames().outstandingFrames() + one.batches().outstandingChunks())
        .sum();
  }

  @Override
  public void close() {
    gateways.clear();
  }

  /** Over when every leader answers again. */
  private void restart(int brokerId) {
    kafka.restart(brokerId);
    topics.forEach(kafka::endOffsets);
  }

  private static WriteOptions options(BatchCodec codec) {
    return WriteOptions.defaults().codec(codec.name().toLowerCase(Locale.ROOT));
  }

  private static List<ProducerRecord<byte[], byte[]>> records(
      TopicPartition topicPartition, List<SentRecord> batch) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (SentRecord sent : batch) {
      List<Header> headers = new ArrayList<>();
      for (SentRecord.Header header : sent.headers()) {
        headers.add(new RecordHeader(header.name(), bytes(header.value())));
      }
      records.add(
          new ProducerRecord<>(
              topicPartition.topic(),
              topicPartition.partition(),
              sent.timestamp(),
              bytes(sent.key()),
              bytes(sent.value()),
              headers));
    }
    return records;
  }

  private static byte @Nullable [] bytes(@Nullable Slice slice) {
    return slice == null ? null : slice.toBytes();
  }

  /** A transaction of a producer with a new id. */
  private final class RunningTransaction implements Transaction {

    private final Producer<byte[], byte[]> producer;
    private final List<org.apache.kafka.common.TopicPartition> written = new ArrayList<>();

    RunningTransaction() {
      producer =
          kafka.producer(
              WriteOptions.defaults().with("transactional.id", UUID.randomUUID().toString()));
      producer.initTransactions();
      producer.beginTransaction();
    }

    @Override
    public long append(TopicPartition topicPartition, BatchCodec codec, List<SentRecord> batch) {
      List<java.util.concurrent.Future<RecordMetadata>> sent = new ArrayList<>();
      for (ProducerRecord<byte[], byte[]> one : records(topicPartition, batch)) {
        sent.add(producer.send(one));
      }
      producer.flush();
      written.add(
          new org.apache.kafka.common.TopicPartition(
              topicPartition.topic(), topicPartition.partition()));
      try {
        return sent.get(0).get().offset();
      } catch (InterruptedException | java.util.concurrent.ExecutionException failed) {
        throw new IllegalStateException(failed);
      }
    }

    @Override
    public void commitOffset(String group, TopicPartition topicPartition, long offset) {
      try (Consumer<byte[], byte[]> named = kafka.consumer(Map.of("group.id", group))) {
        producer.sendOffsetsToTransaction(
            Map.of(
                new org.apache.kafka.common.TopicPartition(
                    topicPartition.topic(), topicPartition.partition()),
                new OffsetAndMetadata(offset)),
            named.groupMetadata());
      }
    }

    @Override
    public void commit() {
      try (producer) {
        Map<org.apache.kafka.common.TopicPartition, Long> before = ends();
        producer.commitTransaction();
        awaitMarkers(before);
      }
    }

    @Override
    public void abort() {
      try (producer) {
        Map<org.apache.kafka.common.TopicPartition, Long> before = ends();
        producer.abortTransaction();
        awaitMarkers(before);
      }
    }

    /**
     * A marker is a record of its own, other transactions or not. Each turn asks the brokers, which
     * takes its time.
     */
    private void awaitMarkers(Map<org.apache.kafka.common.TopicPartition, Long> before) {
      boolean there;
      do {
        Map<org.apache.kafka.common.TopicPartition, Long> now = ends();
        there =
            before.entrySet().stream()
                .allMatch(one -> now.getOrDefault(one.getKey(), -1L) > one.getValue());
      } while (!there);
    }

    private Map<org.apache.kafka.common.TopicPartition, Long> ends() {
      try (Consumer<byte[], byte[]> consumer = kafka.consumer(Map.of())) {
        return consumer.endOffsets(written);
      }
    }
  }
}
