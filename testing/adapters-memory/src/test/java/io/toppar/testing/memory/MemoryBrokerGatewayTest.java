package io.toppar.testing.memory;

import static io.toppar.testing.memory.MemoryRig.T0;
import static io.toppar.testing.memory.MemoryRig.T1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.Deadlines;
import io.toppar.domain.FetchedPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.testing.contracts.FetchNews;
import io.toppar.testing.contracts.FetchOrder;
import io.toppar.testing.contracts.GatewayProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class MemoryBrokerGatewayTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 3);
  private final List<BrokerCompletion> posted = new ArrayList<>();

  @Test
  void nothingHappensBeforeItIsRun() {
    MemoryBrokerGateway gateway = opened(() -> {});
    assertThat(gateway.nextEventNanos()).isEqualTo(Deadlines.NONE);
    gateway.submit(metadata(), 7);
    assertThat(gateway.nextEventNanos()).isEqualTo(clock.nanoTime());
    assertThat(posted).isEmpty();
    assertThat(gateway.runDue()).isEqualTo(1);
    assertThat(posted).extracting(BrokerCompletion::token).containsExactly(7L);
    assertThat(gateway.nextEventNanos()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void eachWayTakesItsLatency() {
    MemoryBrokerGateway gateway = opened(() -> {});
    gateway.latency(() -> 250);
    gateway.submit(metadata(), 1);
    long start = clock.nanoTime();
    assertThat(gateway.nextEventNanos()).isEqualTo(start + 250);
    assertThat(gateway.runDue()).isZero();
    clock.advanceTo(start + 250);
    assertThat(gateway.runDue()).isZero();
    assertThat(gateway.nextEventNanos()).isEqualTo(start + 500);
    clock.advanceTo(start + 499);
    assertThat(gateway.runDue()).isZero();
    clock.advanceTo(start + 500);
    assertThat(gateway.runDue()).isEqualTo(1);
  }

  @Test
  void aWaitingFetchIsDueWhenTheClusterChanges() {
    MemoryRig rig = new MemoryRig();
    long token = rig.probe.submit(rig.fetch(0).waiting(1, 5_000).request());
    rig.gateway().runDue();
    long now = rig.clock.nanoTime();
    assertThat(rig.gateway().nextEventNanos()).isEqualTo(now + Duration.ofSeconds(5).toNanos());
    rig.cluster.append(T1, MemoryRecord.of("elsewhere"));
    assertThat(rig.gateway().nextEventNanos()).isEqualTo(now);
    assertThat(rig.gateway().runDue()).isZero();
    rig.cluster.append(T0, MemoryRecord.of("here"));
    assertThat(rig.gateway().runDue()).isEqualTo(1);
    assertThat(rig.probe.news(token).of(T0).texts()).containsExactly("here");
    rig.close();
  }

  @Test
  void whoeverDrivesItIsToldOfWork() {
    AtomicInteger told = new AtomicInteger();
    MemoryBrokerGateway gateway = opened(told::incrementAndGet);
    gateway.submit(metadata(), 1);
    assertThat(told).hasValue(1);
    cluster.createTopic("t", 1);
    assertThat(told).hasValue(2);
    gateway.close(SECOND);
    cluster.createTopic("u", 1);
    assertThat(told).hasValue(2);
  }

  @Test
  void aSecondOpenFetchToOneBrokerIsRefused() {
    MemoryRig rig = new MemoryRig();
    FetchOrder order = rig.fetch(0).waiting(1, 5_000);
    rig.probe.submit(order.request());
    assertThatThrownBy(() -> rig.gateway().submit(order.request(), 99))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("open already");
    rig.pass(Duration.ofSeconds(5));
    rig.close();
  }

  @Test
  void openingTwiceAndAskingUnopenedAreRefused() {
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
    assertThatThrownBy(() -> gateway.submit(metadata(), 1)).hasMessageContaining("open first");
    gateway.open(posted::add);
    assertThatThrownBy(() -> gateway.open(posted::add)).hasMessageContaining("open it once");
  }

  @Test
  void theLimitsOfAReplyAreKeptButForTheFirstBatch() {
    MemoryRig rig = new MemoryRig();
    rig.cluster.moveLeader(T1, rig.cluster.leader(T0));
    rig.cluster.append(T0, MemoryRecord.of("x".repeat(1000)));
    rig.cluster.append(T0, MemoryRecord.of("second"));
    rig.cluster.append(T1, MemoryRecord.of("other"));
    FetchNews news = rig.fetch(0).from(T1, 0).maxBytes(500).ask();
    assertThat(news.of(T0).records()).hasSize(1);
    assertThat(news.of(T1).records()).isEmpty();
    rig.close();
  }

  @Test
  void aPartitionThatBroughtRecordsGoesBehindTheOthers() {
    MemoryRig rig = new MemoryRig();
    rig.cluster.moveLeader(T1, rig.cluster.leader(T0));
    for (int i = 0; i < 4; i++) {
      rig.cluster.append(T0, MemoryRecord.of("a" + i));
      rig.cluster.append(T1, MemoryRecord.of("b" + i));
    }
    List<String> served = new ArrayList<>();
    FetchNews news = rig.fetch(0).from(T1, 0).maxBytes(1).ask();
    for (int i = 0; i < 4; i++) {
      news.texts().values().forEach(served::addAll);
      news = rig.delta().maxBytes(1).ask();
    }
    assertThat(served).containsExactly("a0", "b0", "a0", "b0");
    rig.close();
  }

  @Test
  void aHandleIsReleasedOnceAndNotReadAfterwards() {
    MemoryRig rig = new MemoryRig();
    rig.cluster.append(T0, MemoryRecord.of("a"));
    BrokerOutcome outcome = rig.probe.await(rig.probe.submit(rig.fetch(0).request()));
    FetchedPartition part = ((BrokerOutcome.Fetched) outcome).partitions().get(0);
    FetchedBatches batches = (FetchedBatches) Objects.requireNonNull(part.batches());
    assertThat(rig.cluster.outstandingBuffers()).isEqualTo(1);
    assertThat(rig.cluster.outstandingBytes()).isEqualTo(batches.sizeBytes());
    RecordCursor cursor = batches.records();
    assertThatThrownBy(cursor::offset).hasMessageContaining("call next() first");
    batches.release();
    assertThatThrownBy(cursor::next).hasMessageContaining("used after its release");
    assertThatThrownBy(batches::records).hasMessageContaining("used after its release");
    assertThatThrownBy(batches::detach).hasMessageContaining("used after its release");
    assertThatThrownBy(batches::release).hasMessageContaining("released a second time");
    rig.close();
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(transcript(seed)).as("seed %d", seed).isEqualTo(transcript(seed)).hasSize(100);
    }
    assertThat(transcript(1)).isNotEqualTo(transcript(2));
  }

  /** A hundred fetches under random latencies, faults and changes: what came, and when. */
  private static List<String> transcript(long seed) {
    Random random = new Random(seed);
    MemoryRig rig = new MemoryRig();
    long start = rig.clock.nanoTime();
    rig.gateway().latency(() -> random.nextInt(5_000_000));
    List<String> transcript = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rig.cluster.append(T0, MemoryRecord.of("v" + i));
      switch (random.nextInt(4)) {
        case 0 -> rig.cluster.moveLeader(T0, 1 + random.nextInt(3));
        case 1 ->
            rig.cluster.inject(new BrokerFault.Disconnect(FaultTarget.next(RequestFamily.FETCH)));
        case 2 ->
            rig.cluster.inject(
                new BrokerFault.Delay(
                    FaultTarget.next(RequestFamily.FETCH), Duration.ofMillis(random.nextInt(50))));
        default -> rig.cluster.forgetSessions(rig.cluster.leader(T0));
      }
      BrokerOutcome outcome = rig.probe.await(rig.probe.submit(rig.fetch(i).request()));
      long after = rig.clock.nanoTime() - start;
      transcript.add(
          after
              + (outcome instanceof BrokerOutcome.Fetched fetched
                  ? " " + fetched.partitions()
                  : " " + outcome));
      GatewayProbe.release(outcome);
    }
    rig.close();
    return transcript;
  }

  private MemoryBrokerGateway opened(Runnable onWork) {
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock, onWork);
    gateway.open(posted::add);
    return gateway;
  }

  private BrokerRequest metadata() {
    return new BrokerRequest.Metadata(
        BrokerRequest.ANY_BROKER,
        List.of(),
        List.of(),
        false,
        clock.nanoTime() + Duration.ofSeconds(30).toNanos());
  }
}
