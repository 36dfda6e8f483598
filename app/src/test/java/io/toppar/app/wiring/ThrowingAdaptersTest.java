package io.toppar.app.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetStore;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.MemoryRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Adapters of somebody else that throw where they should answer: told, and survived. */
class ThrowingAdaptersTest {

  private static final TopicPartition WORDS = new TopicPartition("words", 0);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway brokers = new MemoryBrokerGateway(cluster, clock);
  private final Drive drive = new Drive(clock, brokers);

  ThrowingAdaptersTest() {
    cluster.createTopic(WORDS.topic(), 1);
    cluster.append(WORDS, MemoryRecord.of("one"));
  }

  private Consumer consumer(BrokerGateway gateway, OffsetStore store) {
    return Toppar.builder()
        .set("bootstrap.servers", "memory:1")
        .install(AdaptersModule.of(gateway, store, clock))
        .runner(new ManualRunner(drive))
        .consumer();
  }

  @Test
  void aStoreThatThrowsIsToldToTheApplicationAndClosingDoesNotWaitForIt() {
    // It refuses an executor that works at once by throwing.
    OffsetStore refusing = new MemoryOffsetStore(new MemoryOffsets(), Runnable::run);
    Consumer consumer = consumer(brokers, refusing);
    consumer.assign(List.of(Assignment.stored(WORDS)));

    ConsumerEvent event = consumer.pollEvent(SECOND);

    assertThat(event).isInstanceOf(ConsumerEvent.PartitionError.class);
    assertThat(event).asString().contains("words[0]").contains("the offset store threw at a load");
    long before = clock.nanoTime();
    consumer.close(Duration.ofMinutes(10));
    assertThat(clock.nanoTime() - before).as("waited").isLessThan(SECOND.toNanos());
  }

  @Test
  void aGatewayThatThrowsCostsNoMoreThanTheRequest() {
    class ThrowingOnce implements BrokerGateway {
      private int fetches;

      @Override
      public void open(Inbox inbox) {
        brokers.open(inbox);
      }

      @Override
      public void submit(BrokerRequest request, long token) {
        if (request instanceof BrokerRequest.Fetch && fetches++ == 0) {
          throw new IllegalStateException("made to throw");
        }
        brokers.submit(request, token);
      }

      @Override
      public void close(Duration timeout) {
        brokers.close(timeout);
      }
    }
    MemoryOffsetStore store = new MemoryOffsetStore(new MemoryOffsets(), drive.storeExecutor());
    try (Consumer consumer = consumer(new ThrowingOnce(), store)) {
      consumer.assign(List.of(Assignment.beginning(WORDS)));

      try (RecordBatch batch = consumer.poll(Duration.ofSeconds(5))) {
        assertThat(batch).hasSize(1);
      }
    }
    assertThat(cluster.outstandingBuffers()).isZero();
  }
}
