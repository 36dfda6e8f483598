package io.toppar.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.client.Statistics;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.app.rig.WatchedGateway;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The shortest times that the keys of the configuration take, 0 and 1 ms: what is due at once comes
 * in the next tick, what is off never, and neither is a busy loop (B219). What {@code
 * offset.store.sync.interval.ms} does at -1, 0 and 1 is tested with the offset files.
 */
class ShortestTimesTest {

  private static final TopicPartition T0 = new TopicPartition("t", 0);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway memory = new MemoryBrokerGateway(cluster, clock);
  private final WatchedGateway gateway = new WatchedGateway(memory);
  private final MemoryOffsets offsets = new MemoryOffsets();
  private final Drive drive = new Drive(clock, memory);
  private final ManualRunner runner = new ManualRunner(drive);
  private final List<Statistics> statistics = new ArrayList<>();
  private int turns;

  ShortestTimesTest() {
    cluster.createTopic("t", 1);
    cluster.append(T0, MemoryRecord.of("a"), MemoryRecord.of("b"), MemoryRecord.of("c"));
  }

  private Consumer client(String key, String value) {
    MemoryOffsetStore store = new MemoryOffsetStore(offsets, drive.storeExecutor());
    return Toppar.builder()
        .install(AdaptersModule.of(gateway, store, clock))
        .runner(runner)
        .callbackExecutor(Runnable::run)
        .statisticsListener(statistics::add)
        .setAll(Map.of("group.id", "g", "auto.offset.reset", "earliest"))
        .set(key, value)
        .consumer();
  }

  private static Consumer readThree(Consumer consumer) {
    consumer.assign(List.of(Assignment.beginning(T0)));
    try (RecordBatch batch = Objects.requireNonNull(consumer.poll(SECOND))) {
      batch.forEach(record -> assertThat(record.offset()).isNotNegative());
    }
    return consumer;
  }

  /** Lets time pass, and counts the turns that the client takes meanwhile. */
  private void pass(Duration time) {
    long end = clock.nanoTime() + time.toNanos();
    while (end - clock.nanoTime() > 0) {
      assertThat(runner.drive(end)).isEqualTo(DutyRunner.Drive.WORKED);
      turns++;
    }
    runner.runUntilIdle();
  }

  private int turnsOf(Duration time) {
    int before = turns;
    pass(time);
    return turns - before;
  }

  private long committed() {
    StoredOffset offset = offsets.offset(new OffsetKey(T0, "g"));
    return offset == null ? -1 : offset.offset();
  }

  @AfterEach
  void nothingIsKept() {
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void aCommitIntervalOfZeroCommitsAtTheCloseOnly() {
    Consumer consumer = readThree(client("auto.commit.interval.ms", "0"));
    pass(HOUR);
    assertThat(committed()).isEqualTo(-1);
    assertThat(consumer.storedPosition(T0)).hasValue(3);

    consumer.close(SECOND);
    assertThat(committed()).isEqualTo(3);
  }

  @Test
  void aCommitIntervalOfZeroCommitsAtAStop() {
    Consumer consumer = readThree(client("auto.commit.interval.ms", "0"));
    pass(HOUR);
    consumer.unassign();
    pass(Duration.ofMillis(2));
    assertThat(committed()).isEqualTo(3);
    consumer.close(SECOND);
  }

  @Test
  void aCommitIntervalOfAMillisecondCommitsInTheNextTickAndThenWaitsForMore() {
    Consumer consumer = readThree(client("auto.commit.interval.ms", "1"));
    assertThat(committed()).isEqualTo(-1);
    pass(Duration.ofMillis(2));
    assertThat(committed()).isEqualTo(3);

    int idle = turnsOf(Duration.ofMinutes(1));
    int fetches = 2 * 60;
    assertThat(idle).as("turns in a minute without anything to commit").isLessThan(5 * fetches);
    consumer.close(SECOND);
  }

  /** A back-off of 0: its end is due at once, which a timer must not take for never. */
  @Test
  void aFetchBackoffOfZeroTriesAgainInTheNextTickAndNotInALoop() {
    Consumer consumer = client("fetch.error.backoff.ms", "0");
    FaultTarget fetch = FaultTarget.next(RequestFamily.FETCH).times(20).of(T0);
    cluster.inject(new BrokerFault.FailPartition(fetch, ErrorCode.KAFKA_STORAGE_ERROR));
    consumer.assign(List.of(Assignment.beginning(T0)));
    runner.runUntilIdle();
    long begin = clock.nanoTime();
    int before = turns;
    RecordBatch batch = null;
    while (batch == null && clock.nanoTime() - begin < SECOND.toNanos()) {
      pass(Duration.ofMillis(1));
      batch = consumer.poll(Duration.ZERO);
    }

    assertThat(batch).as("records within a second of twenty failures").isNotNull();
    Objects.requireNonNull(batch).close();
    assertThat(turns - before).as("turns").isLessThan(20 * 20);
    consumer.close(SECOND);
  }

  @Test
  void aStatisticsIntervalOfZeroIsOff() {
    Consumer consumer = client("statistics.interval.ms", "0");
    assertThat(turnsOf(HOUR)).as("turns of an idle client in an hour").isLessThan(10);
    assertThat(statistics).isEmpty();
    consumer.close(SECOND);
  }

  @Test
  void aStatisticsIntervalOfAMillisecondIsOneEachTick() {
    Consumer consumer = client("statistics.interval.ms", "1");
    assertThat(turnsOf(Duration.ofMillis(100))).isLessThan(500);
    assertThat(statistics).hasSizeBetween(99, 100);
    assertThat(statistics.get(0).clientId()).isEqualTo("toppar");
    consumer.close(SECOND);
    int atClose = statistics.size();
    clock.advance(SECOND);
    runner.runUntilIdle();
    assertThat(statistics).as("after the close").hasSize(atClose);
  }
}
