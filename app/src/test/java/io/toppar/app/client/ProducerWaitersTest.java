package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.engine.ThreadRunner;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestProducer;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for memory while brokers answer nothing but what the test lets them. */
@NullUnmarked
@Timeout(60)
class ProducerWaitersTest {

  private static final int LIMIT = 20_000;
  private static final Message LARGE = Message.to("t", 0).value(new byte[10_000]);
  private static final Message SMALL = Message.to("t", 0).value(new byte[100]);

  private final SystemClock clock = new SystemClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
  private final ConcurrentLinkedQueue<Runnable> callbacks = new ConcurrentLinkedQueue<>();
  private final List<DeliveryReport> reports = new ArrayList<>();
  private final ConcurrentLinkedQueue<TopparException> refusals = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Boolean> flags = new ConcurrentLinkedQueue<>();
  private final Producer producer;

  /** Whether reports run at once, or when the test says so. */
  private volatile boolean reportsAreTaken;

  /** What the duty thread does before it hands a callback over. */
  private volatile Runnable beforeHandingOver = () -> {};

  private int taken;

  ProducerWaitersTest() {
    cluster.createTopic("t", 1);
    cluster.createTopic("other", 1);
    producer =
        TestProducer.producer(
            gateway,
            clock,
            new ThreadRunner("duty", clock),
            new ProducerWishes()
                .bufferBytes(LIMIT)
                .maxBlock(Duration.ofMinutes(10))
                .callbacks(this::takeCallback));
  }

  @AfterEach
  void everythingWasReportedAndIsGivenBack() {
    reportsAreTaken = true;
    runCallbacks();
    producer.close(Duration.ZERO);
    runCallbacks();
    assertThat(reports).hasSize(taken);
    assertThat(producer.bufferedBytes()).isZero();
    assertThat(cluster.outstandingBatches()).isZero();
  }

  private void takeCallback(Runnable callback) {
    beforeHandingOver.run();
    if (reportsAreTaken) {
      callback.run();
    } else {
      callbacks.add(callback);
    }
  }

  private void runCallbacks() {
    while (!callbacks.isEmpty()) {
      callbacks.poll().run();
    }
  }

  /** Has the topic's metadata known by all, and one message delivered. */
  private void letMetadataCome() {
    letBeDelivered(SMALL);
  }

  private void letBeDelivered(Message message) {
    CountDownLatch delivered = new CountDownLatch(1);
    producer.send(
        message,
        report -> {
          reports.add(report);
          delivered.countDown();
        });
    taken++;
    while (delivered.getCount() > 0) {
      gateway.runDue();
      runCallbacks();
    }
  }

  private SendResult trying(Message message) {
    SendResult result = producer.trySend(message, reports::add);
    taken += result == SendResult.ACCEPTED ? 1 : 0;
    return result;
  }

  /** Hands over until a large message finds no room, while a small one does. */
  private void fillButForALittle() {
    while (trying(LARGE) == SendResult.ACCEPTED) {
      Thread.onSpinWait();
    }
  }

  /** A thread that waits for the room of a large message. */
  private Thread waiter() {
    Thread waiter =
        new Thread(
            () -> {
              try {
                producer.send(LARGE, report -> {});
              } catch (TopparException e) {
                refusals.add(e);
                flags.add(Thread.currentThread().isInterrupted());
              }
            });
    waiter.start();
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return waiter;
  }

  private List<Thread> waiters() {
    return List.of(waiter(), waiter(), waiter(), waiter());
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread each : threads) {
      each.join();
    }
  }

  @ParameterizedTest(name = "metadata is known: {0}")
  @ValueSource(booleans = {false, true})
  void tryingDoesNotPassWhoWaitsThoughThereIsRoomForItAndAnInterruptEndsTheWait(boolean known)
      throws InterruptedException {
    if (known) {
      letMetadataCome();
    }
    fillButForALittle();
    Thread waiter = waiter();
    assertThat(trying(SMALL)).isEqualTo(SendResult.QUEUE_FULL);

    waiter.interrupt();
    waiter.join();
    assertThat(refusals)
        .singleElement()
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_TIMED_OUT);
              assertThat(e).hasMessageContaining("interrupted");
            });
    assertThat(flags).containsExactly(true);
    assertThat(trying(SMALL)).isEqualTo(SendResult.ACCEPTED);
  }

  @Test
  void whatFitsIntoWhatIsHeldForItsPartitionDoesNotQueueBehindWhoWaitsForMemory()
      throws InterruptedException {
    Message other = Message.to("other", 0).value(new byte[100]);
    letMetadataCome();
    letBeDelivered(other);
    CompletableFuture<Void> release = holdDutyThread();
    try {
      assertThat(trying(other)).as("opens a batch").isEqualTo(SendResult.ACCEPTED);
      fillButForALittle();
      Thread waiter = waiter();
      long before = producer.bufferedBytes();

      assertThat(trying(other)).isEqualTo(SendResult.ACCEPTED);
      assertThat(producer.bufferedBytes()).as("took nothing").isEqualTo(before);
      waiter.interrupt();
      waiter.join();
    } finally {
      release.complete(null);
    }
  }

  /** So that what is open stays open, though its memory is wanted; until that is completed. */
  private CompletableFuture<Void> holdDutyThread() {
    CompletableFuture<Void> release = new CompletableFuture<>();
    CountDownLatch held = new CountDownLatch(1);
    beforeHandingOver =
        () -> {
          held.countDown();
          release.join();
        };
    producer.send(SMALL, reports::add); // the duty thread hands its report over
    taken++;
    while (held.getCount() > 0) {
      gateway.runDue();
    }
    beforeHandingOver = () -> {};
    return release;
  }

  @ParameterizedTest(name = "metadata is known: {0}")
  @ValueSource(booleans = {false, true})
  void whoWaitsWhileAnotherClosesIsToldSoThoughNobodyTakesReports(boolean known)
      throws InterruptedException {
    if (known) {
      letMetadataCome();
    }
    fillButForALittle();
    List<Thread> waiters = waiters();
    producer.close(Duration.ZERO);
    join(waiters);

    assertThat(refusals)
        .hasSize(4)
        .allSatisfy(
            e -> {
              assertThat(e.category()).isEqualTo(ErrorCategory.RECREATE);
              assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_DESTROY);
              assertThat(e).hasMessageContaining("closed");
            });
  }

  @Test
  void whoWaitsWhenTheProducerCannotGoOnIsToldSoThoughNobodyTakesReports()
      throws InterruptedException {
    cluster.inject(
        new BrokerFault.Refuse(
            FaultTarget.next(RequestFamily.INIT_PRODUCER_ID),
            ErrorCode.CLUSTER_AUTHORIZATION_FAILED));
    fillButForALittle();
    List<Thread> waiters = waiters();
    while (waiters.stream().anyMatch(Thread::isAlive)) {
      gateway.runDue();
    }
    join(waiters);

    assertThat(refusals)
        .hasSize(4)
        .allSatisfy(
            e -> {
              assertThat(e.category()).isEqualTo(ErrorCategory.RECREATE);
              assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_FATAL);
              assertThat(e).hasMessageContaining("CLUSTER_AUTHORIZATION_FAILED");
            });
    assertThatThrownBy(() -> producer.trySend(SMALL)).isInstanceOf(TopparException.class);
  }
}
