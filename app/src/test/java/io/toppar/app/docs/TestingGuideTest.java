package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Producer;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.SystemClock;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Clock;
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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The tests that docs/testing.md shows, as they stand there. */
class TestingGuideTest {

  // docs: threaded
  @Test
  void readsByRealTime() {
    Clock clock = new SystemClock();
    MemoryCluster cluster = new MemoryCluster(clock, 3); // brokers 1, 2 and 3
    cluster.createTopic("words", 4);
    TopicPartition words0 = new TopicPartition("words", 0);
    cluster.append(words0, MemoryRecord.of("key", "value")); // one call, one batch

    try (Consumer consumer =
        Toppar.builder()
            .set("bootstrap.servers", "memory:1") // looked at by nobody
            .install(
                AdaptersModule.of(
                    MemoryBrokerGateway.threaded(cluster, clock), new MemoryOffsetStore(), clock))
            .consumer()) {
      consumer.assign(List.of(Assignment.beginning(words0)));
      try (RecordBatch batch = consumer.poll(Duration.ofSeconds(10))) {
        assertThat(batch).hasSize(1);
      }
    }
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  // docs: end

  // docs: stepped
  @Test
  void readsStepByStep() {
    ManualClock clock = new ManualClock();
    MemoryCluster cluster = new MemoryCluster(clock, 1);
    cluster.createTopic("words", 1);
    TopicPartition words0 = new TopicPartition("words", 0);
    cluster.append(words0, MemoryRecord.of("one"), MemoryRecord.of("two"));
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
    MemoryOffsets offsets = new MemoryOffsets();
    Queue<Runnable> storeWork = new ArrayDeque<>(); // the store's executor must not run at once

    // What happens while the client waits: the store works, else time passes up to the next event.
    ManualRunner runner =
        new ManualRunner(
            untilNanos -> {
              Runnable work = storeWork.poll();
              if (work != null) {
                work.run();
                return true;
              }
              long next = Math.min(gateway.nextEventNanos(), untilNanos);
              boolean more = next < untilNanos || next > clock.nanoTime();
              clock.advanceTo(next);
              return gateway.runDue() > 0 || more;
            });
    try (Consumer consumer =
        Toppar.builder()
            .set("bootstrap.servers", "memory:1")
            .set("auto.offset.reset", "earliest")
            .install(
                AdaptersModule.of(gateway, new MemoryOffsetStore(offsets, storeWork::add), clock))
            .runner(runner)
            .consumer()) {
      consumer.assign(List.of(Assignment.stored(words0)));
      try (RecordBatch batch = consumer.poll(Duration.ofMinutes(1))) { // takes no time
        assertThat(batch).hasSize(2);
      }
      long before = clock.nanoTime();
      assertThat(consumer.poll(Duration.ofMinutes(1))).isNull(); // no more records: nor does this
      assertThat(clock.nanoTime() - before).isEqualTo(Duration.ofMinutes(1).toNanos());
      consumer.commit(Duration.ofSeconds(1));
    }
    assertThat(offsets.offset(new OffsetKey(words0, null)))
        .extracting(StoredOffset::offset)
        .isEqualTo(2L);
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  // docs: end

  // docs: producing
  @Test
  void isWrittenOnceAlthoughItsAcknowledgementWasLost() {
    Clock clock = new SystemClock();
    MemoryCluster cluster = new MemoryCluster(clock, 3);
    cluster.createTopic("words", 1);
    TopicPartition words0 = new TopicPartition("words", 0);
    cluster.inject(new BrokerFault.Disconnect(FaultTarget.next(RequestFamily.PRODUCE)));

    try (Producer producer =
        Toppar.builder()
            .set("bootstrap.servers", "memory:1")
            .install(
                AdaptersModule.of(
                    MemoryBrokerGateway.threaded(cluster, clock), new MemoryOffsetStore(), clock))
            .producer()) {
      DeliveryReport report = producer.send("words", "key", "value").toCompletableFuture().join();
      assertThat(report.isDelivered()).isTrue();
      assertThat(report.offset()).isZero();
    }
    assertThat(cluster.waitingFaults()).isZero(); // the connection did break
    assertThat(cluster.batches(words0)).hasSize(1);
    assertThat(cluster.outstandingBatches()).isZero();
  }

  // docs: end

  @Test
  void theGuideShowsTheseTests() throws IOException {
    Guide guide = new Guide("testing.md", getClass());
    guide.assertShows("threaded");
    guide.assertShows("stepped");
    guide.assertShows("producing");
  }
}
