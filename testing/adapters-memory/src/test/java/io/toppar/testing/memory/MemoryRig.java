package io.toppar.testing.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.ProducerId;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.SealedBatch;
import io.toppar.testing.contracts.FetchOrder;
import io.toppar.testing.contracts.GatewayProbe;
import io.toppar.testing.contracts.ProducerProbe;
import io.toppar.testing.contracts.SentRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Three brokers, a topic {@code t} of three partitions, a clock, and a client that knows them. */
final class MemoryRig {

  static final TopicPartition T0 = new TopicPartition("t", 0);
  static final TopicPartition T1 = new TopicPartition("t", 1);

  final ManualClock clock = new ManualClock();
  final MemoryClusterFixture.Stepped fixture = new MemoryClusterFixture.Stepped(clock);
  final MemoryCluster cluster = fixture.cluster();
  final GatewayProbe probe;
  final ProducerProbe producer;

  MemoryRig() {
    cluster.createTopic("t", 3);
    probe = new GatewayProbe(fixture);
    probe.metadata();
    producer = new ProducerProbe(probe);
  }

  MemoryBrokerGateway gateway() {
    return (MemoryBrokerGateway) probe.gateway();
  }

  /** A Fetch of partition 0 from its leader. */
  FetchOrder fetch(long offset) {
    return probe.fetch(cluster.leader(T0)).from(T0, offset);
  }

  FetchOrder delta() {
    return probe.fetch(cluster.leader(T0)).delta();
  }

  BrokerOutcome.OffsetAnswer end(TopicPartition topicPartition) {
    return probe.offset(topicPartition, OffsetQuery.LATEST);
  }

  /** A batch of these values for partition 0, of a producer without an id. */
  ProducePart part(String... values) {
    return producer.part(T0, batch(values));
  }

  /** A batch of these values for partition 0, from this sequence on. */
  ProducePart part(ProducerId identity, int sequence, String... values) {
    return producer.part(T0, batch(values), identity, sequence);
  }

  private SealedBatch batch(String... values) {
    return producer.batch(Stream.of(values).map(value -> SentRecord.of(1000, value)).toList());
  }

  /** A request of one part to the leader, which all replicas answer for. */
  BrokerRequest.Produce request(ProducePart part) {
    return producer.request(cluster.leader(part.topicPartition()), -1, part);
  }

  /** The values in the log of partition 0. */
  List<String> log() {
    List<String> values = new ArrayList<>();
    for (WrittenBatch batch : cluster.batches(T0)) {
      for (MemoryRecord record : batch.records()) {
        values.add(Objects.requireNonNull(record.value()).utf8());
      }
    }
    return values;
  }

  /** Lets time pass; the requests that fall due meanwhile are completed. */
  void pass(Duration time) {
    long until = clock.nanoTime() + time.toNanos();
    gateway().runDue();
    for (long next = gateway().nextEventNanos();
        next != Long.MAX_VALUE && next - until <= 0;
        next = gateway().nextEventNanos()) {
      clock.advanceTo(next);
      gateway().runDue();
    }
    clock.advanceTo(until);
  }

  static List<MemoryRecord> values(String... values) {
    return List.of(values).stream().map(MemoryRecord::of).toList();
  }

  /** Closes the client and checks that nothing is held. */
  void close() {
    probe.close();
    assertThat(cluster.outstandingBuffers()).isZero();
    assertThat(cluster.outstandingBytes()).isZero();
    assertThat(cluster.outstandingBatches()).isZero();
    assertThat(cluster.outstandingBatchBytes()).isZero();
    assertThat(producer.memory().taken()).isZero();
  }
}
