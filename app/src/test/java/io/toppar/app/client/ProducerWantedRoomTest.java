package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.engine.ThreadRunner;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestProducer;
import io.toppar.app.rig.UnsealableGateway;
import io.toppar.app.wiring.SystemClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches that would wait for company hold the memory that somebody waits for. */
@NullUnmarked
@Timeout(60)
class ProducerWantedRoomTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int LIMIT = 20_000;

  private final SystemClock clock = new SystemClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final UnsealableGateway gateway =
      new UnsealableGateway(MemoryBrokerGateway.threaded(cluster, clock));
  private final Producer producer =
      TestProducer.producer(
          gateway,
          clock,
          new ThreadRunner("duty", clock),
          new ProducerWishes().bufferBytes(LIMIT).linger(LONG).maxBlock(LONG));

  @Test
  void aBatchThatIsBeingBegunWhileAnotherFindsNoRoomDoesNotLinger() throws InterruptedException {
    cluster.createTopic("t", 2);
    producer.send(Message.to("t", 0).value("makes the partitions known"), null);
    producer.flush(LONG);
    CountDownLatch begins = new CountDownLatch(1);
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    Thread opener = new Thread(() -> producer.send(Message.to("t", 0).value("small"), null));
    gateway.beforeAppending(
        () -> {
          if (Thread.currentThread() == opener) {
            begins.countDown();
            goOn.join();
          }
        });
    opener.start();
    begins.await();
    Message large = Message.to("t", 1).value(new byte[LIMIT - 500]);
    Thread waiter = new Thread(() -> producer.send(large, null));
    waiter.start();
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    goOn.complete(null);

    waiter.join();
    opener.join();
    producer.close(LONG);
    assertThat(producer.bufferedBytes()).isZero();
  }
}
