package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.engine.ThreadRunner;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestProducer;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.ErrorCode;
import io.toppar.ports.Compression;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads send while others flush, purge and close: whatever comes before what, each message that
 * was taken is reported exactly once, one that was refused never, and all memory comes back.
 */
@NullUnmarked
@Timeout(120)
class ProducerUproarTest {

  private static final int SENDERS = 3;
  private static final int EACH = 3_000;
  private static final int ROUNDS = 5;

  private final SystemClock clock = new SystemClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 2);
  private final ExecutorService threads = Executors.newFixedThreadPool(SENDERS + 3);
  private final ExecutorService callbacks = Executors.newFixedThreadPool(2);
  private final ExecutorService compressor = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    threads.shutdownNow();
    callbacks.shutdownNow();
    compressor.shutdownNow();
  }

  /** One producer, and what became of its messages. */
  private final class Round {
    final AtomicIntegerArray taken = new AtomicIntegerArray(SENDERS * EACH);
    final AtomicIntegerArray reported = new AtomicIntegerArray(SENDERS * EACH);
    final ConcurrentLinkedQueue<CompletableFuture<Void>> asked = new ConcurrentLinkedQueue<>();

    /** Down when the closer begins: some messages of each sender are still to come. */
    final CountDownLatch underWay = new CountDownLatch(SENDERS);

    final Producer producer;

    Round(ProducerWishes wishes) {
      producer =
          TestProducer.producer(
              MemoryBrokerGateway.threaded(cluster, clock),
              clock,
              new ThreadRunner("duty", clock),
              wishes);
    }

    Void send(int sender, int partition) {
      for (int i = 0; i < EACH; i++) {
        int number = sender * EACH + i;
        Message message = Message.to("t").value("x".repeat(number % 50));
        if (partition >= 0) {
          message.partition(partition);
        }
        try {
          producer.send(message, report -> reported.incrementAndGet(number));
          taken.incrementAndGet(number);
        } catch (TopparException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_DESTROY);
        }
        if (i == EACH / 2) {
          underWay.countDown();
        }
      }
      return null;
    }

    /** Flushes, and purges after so many flushes, until that is refused. */
    Void askUntilClosed(int flushesBetween) {
      boolean open = true;
      for (int i = 1; open; i++) {
        CompletableFuture<Void> stage = ask(i % (flushesBetween + 1) == 0, i % 2 == 0);
        asked.add(stage);
        open = stage.handle((nothing, failure) -> failure == null).join();
      }
      return null;
    }

    private CompletableFuture<Void> ask(boolean purge, boolean inFlight) {
      return (purge ? producer.purge(true, inFlight) : producer.flush()).toCompletableFuture();
    }

    Void close(Duration timeout) throws InterruptedException {
      underWay.await();
      producer.close(timeout);
      return null;
    }
  }

  @ParameterizedTest(name = "partition {0}, own choice {1}, codec {2}, closes within {3} ms")
  @CsvSource({
    "-1, false, NONE, 20000",
    "0, false, NONE, 0",
    "-1, true, NONE, 0",
    "-1, true, LZ4, 20000",
    "1, false, LZ4, 0",
  })
  void whatWasTakenIsReportedOnceAndAllMemoryComesBack(
      int partition, boolean ownChoice, Compression.Codec codec, long millis) throws Exception {
    cluster.createTopic("t", 2);
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(wishes(ownChoice, codec));
      List<Callable<Void>> work = new ArrayList<>();
      for (int sender = 0; sender < SENDERS; sender++) {
        int number = sender;
        work.add(() -> round.send(number, partition));
      }
      work.add(() -> round.askUntilClosed(2));
      work.add(() -> round.askUntilClosed(9));
      work.add(() -> round.close(Duration.ofMillis(millis)));
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      while (round.producer.bufferedBytes() > 0) {
        Thread.onSpinWait(); // close waits for callbacks and compression, but not for ever
      }
      for (int number = 0; number < SENDERS * EACH; number++) {
        assertThat(round.reported.get(number))
            .as("reports of message %d", number)
            .isEqualTo(round.taken.get(number));
      }
      assertThat(round.asked).allMatch(CompletableFuture::isDone);
      assertThat(cluster.outstandingBatches()).isZero();
    }
  }

  private ProducerWishes wishes(boolean ownChoice, Compression.Codec codec) {
    ProducerWishes wishes =
        new ProducerWishes()
            .bufferBytes(40_000)
            .batchBytes(1_000)
            .linger(Duration.ofMillis(1))
            .compression(Compression.of(codec), compressor)
            .callbacks(callbacks);
    return ownChoice
        ? wishes.rule((topic, record, count) -> record.value().length() % count)
        : wishes;
  }
}
