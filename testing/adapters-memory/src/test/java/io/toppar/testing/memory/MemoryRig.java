package io.toppar.testing.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.testing.contracts.FetchOrder;
import io.toppar.testing.contracts.GatewayProbe;
import java.time.Duration;
import java.util.List;

/** Three brokers, a topic {@code t} of three partitions, a clock, and a client that knows them. */
final class MemoryRig {

  static final TopicPartition T0 = new TopicPartition("t", 0);
  static final TopicPartition T1 = new TopicPartition("t", 1);

  final ManualClock clock = new ManualClock();
  final MemoryClusterFixture.Stepped fixture = new MemoryClusterFixture.Stepped(clock);
  final MemoryCluster cluster = fixture.cluster();
  final GatewayProbe probe;

  MemoryRig() {
    cluster.createTopic("t", 3);
    probe = new GatewayProbe(fixture);
    probe.metadata();
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
  }
}
