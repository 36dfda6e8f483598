package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.ports.Compression;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Flushing, purging and closing: every message is reported, once. */
@NullUnmarked
class ProducerEndsTest extends ProducerFixture {

  private final ArrayDeque<Runnable> work = new ArrayDeque<>();

  private void runWork() {
    while (!work.isEmpty()) {
      work.poll().run();
    }
  }

  private List<ErrorCode> errors() {
    return reports.stream().map(DeliveryReport::error).toList();
  }

  @Test
  void aFlushDoesNotWaitForLinger() { // B186
    open(new ProducerWishes().linger(LONG));
    send(T0, "v");
    long before = clock.nanoTime();
    producer().flush(Duration.ofSeconds(5));

    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isLessThan(SECOND);
    assertThat(reports).hasSize(1).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void aFlushThatTakesTooLongSaysSoAndSendingGoesOn() {
    cluster.silence(1);
    cluster.silence(2);
    send(T0, "v");
    assertThatThrownBy(() -> producer().flush(SECOND))
        .isInstanceOfSatisfying(
            TopparException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_TIMED_OUT));
    assertThat(reports).isEmpty();

    cluster.start(1);
    cluster.start(2);
    producer().flush(Duration.ofMinutes(1));
    assertThat(reports).hasSize(1).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void aFlushEndsAfterTheCallbacksOfWhatItSent() {
    open(new ProducerWishes().callbacks(work::add));
    send(T0, "v");
    CompletableFuture<Void> flushed = producer().flush().toCompletableFuture();
    List<String> order = new ArrayList<>();
    CompletableFuture<Void> noted =
        flushed.thenRun(() -> order.add("flushed, reports " + reports.size()));
    test.settle();
    assertThat(noted).isNotDone();

    runWork();
    assertThat(order).containsExactly("flushed, reports 1");
    producer().close(SECOND);
    runWork();
  }

  @Test
  void aCallbackThatWaitsForAFlushIsRefused() {
    List<Throwable> thrown = new ArrayList<>();
    producer()
        .send(
            Message.to("t", 0).value("v"),
            report -> {
              try {
                producer().flush(SECOND);
              } catch (IllegalStateException e) {
                thrown.add(e);
              }
            });
    producer().flush(SECOND);
    assertThat(thrown).hasSize(1);
  }

  @Test
  void aCallbackThatThrowsCostsNobodyElseHisReport() {
    producer()
        .send(
            Message.to("t", 0).value("v"),
            report -> {
              throw new IllegalStateException("planted");
            });
    send(T0, "w");
    producer().flush(SECOND);
    assertThat(reports).hasSize(1);
  }

  @Test
  void aCallbackWhoseAssertionFailsCostsNobodyElseHisReport() {
    open(
        new ProducerWishes()
            .listener(
                batch -> {
                  throw new AssertionError("planted in the listener");
                }));
    producer()
        .send(
            Message.to("t", 0).value("v"),
            report -> {
              throw new AssertionError("planted");
            });
    send(T0, "w");
    producer().flush(SECOND);
    assertThat(reports).hasSize(1);
  }

  @Test
  void closingTellsWhatTheExecutorRefusesAndDoesNotWaitForIt() {
    AtomicBoolean shutDown = new AtomicBoolean();
    open(
        new ProducerWishes()
            .callbacks(
                task -> {
                  if (shutDown.get()) {
                    throw new RejectedExecutionException("planted");
                  }
                  task.run();
                }));
    send(T0, "v");
    shutDown.set(true);
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> producer().close(LONG));
    assertThat(reports).hasSize(1);
  }

  @Test
  void closingSendsWhatThereIs() {
    open(new ProducerWishes().linger(LONG));
    send(T0, "v");
    send(T1, "w");
    producer().close(SECOND);

    assertThat(reports).hasSize(2).allMatch(DeliveryReport::isDelivered);
    assertThat(test.watched.isClosed()).isTrue();
    producer().close(SECOND);
  }

  @Test
  void closingWithoutTimeReportsWhatWasNotSent() { // B182
    cluster.stop(1);
    cluster.stop(2);
    send(T0, "v");
    send(T1, "w");
    producer().close(Duration.ZERO);

    assertThat(errors()).containsExactly(ErrorCode.LOCAL_PURGE_QUEUE, ErrorCode.LOCAL_PURGE_QUEUE);
    assertThat(reports).allMatch(report -> report.status() == MessageStatus.NOT_PERSISTED);
  }

  @Test
  void closingReportsWhatIsInFlightAsPerhapsInTheLog() {
    send(T0, "first");
    producer().flush(SECOND);
    cluster.silence(cluster.leader(T0));
    send(T0, "v");
    test.pass(Duration.ofMillis(50));
    producer().close(SECOND);

    assertThat(errors()).containsExactly(ErrorCode.NONE, ErrorCode.LOCAL_PURGE_INFLIGHT);
    assertThat(reports.get(1).status()).isEqualTo(MessageStatus.POSSIBLY_PERSISTED);
  }

  @Test
  void purgingFailsWhatIsQueuedAndTheProducerGoesOn() {
    open(new ProducerWishes().linger(LONG));
    send(T0, "first");
    test.settle();
    send(T0, "second");
    CompletableFuture<Void> purged = producer().purge(true, false).toCompletableFuture();
    test.settle();
    assertThat(purged).isCompleted();
    assertThat(errors()).containsExactly(ErrorCode.LOCAL_PURGE_QUEUE, ErrorCode.LOCAL_PURGE_QUEUE);

    send(T0, "third");
    producer().flush(SECOND);
    assertThat(values(T0)).containsExactly("third");
  }

  @Test
  void aMessageThatIsTooLongOnItsWayFailsByNameAndItsMemoryComesBackWithTheRequest() {
    open(new ProducerWishes().deliveryTimeout(Duration.ofSeconds(2)));
    cluster.stop(cluster.leader(T0));
    CompletableFuture<DeliveryReport> delivery =
        producer().send(Message.to("t", 0).value("v")).toCompletableFuture();
    test.pass(Duration.ofSeconds(3));

    assertThatThrownBy(delivery::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            DeliveryException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_MSG_TIMED_OUT);
              assertThat(e.topicPartition()).isEqualTo(T0);
              assertThat(e.status()).isEqualTo(MessageStatus.NOT_PERSISTED);
              assertThat(e).hasMessage(e.report().detail());
              assertThat(e.getMessage()).containsOnlyOnce("t[0]").containsOnlyOnce(e.code().name());
            });
  }

  @Test
  void aMessageThatWaitedForItsTopicHasNoMoreTimeThanOthers() {
    open(new ProducerWishes().deliveryTimeout(Duration.ofSeconds(10)));
    int other = cluster.leader(T1);
    cluster.brokerIds().forEach(cluster::stop);
    send(T0, "v");
    test.pass(Duration.ofSeconds(7));
    cluster.start(other);
    test.pass(Duration.ofSeconds(2));
    assertThat(reports).isEmpty();

    test.pass(Duration.ofMillis(1_100));
    assertThat(errors()).containsExactly(ErrorCode.LOCAL_MSG_TIMED_OUT);
  }

  @Test
  void withAcksZeroWhatIsQueuedAtABrokerThatStoppedFailsByTimeout() { // B180
    open(new ProducerWishes().acks(0).deliveryTimeout(SECOND));
    send(T0, "sent");
    test.pass(Duration.ofMillis(100));
    cluster.stop(cluster.leader(T0));
    send(T0, "queued");
    test.pass(Duration.ofSeconds(3));

    assertThat(errors()).containsExactly(ErrorCode.NONE, ErrorCode.LOCAL_MSG_TIMED_OUT);
  }

  @Test
  void batchesAreCompressedOffTheDutyThreadAndClosingWaitsForNone() {
    open(new ProducerWishes().compression(Compression.of(Compression.Codec.LZ4), work::add));
    send(T0, "v");
    test.pass(Duration.ofMillis(100));
    assertThat(reports).isEmpty();
    assertThat(work).hasSize(1);
    runWork();
    test.settle();
    assertThat(reports).hasSize(1).allMatch(DeliveryReport::isDelivered);

    send(T0, "w");
    test.pass(Duration.ofMillis(100));
    producer().close(SECOND);
    assertThat(errors()).containsExactly(ErrorCode.NONE, ErrorCode.LOCAL_PURGE_QUEUE);
    runWork();
  }

  @Test
  void aListenerHearsOfEveryMessageInOneBatch() {
    List<BatchReport> batches = new ArrayList<>();
    open(new ProducerWishes().listener(batches::add).linger(Duration.ofMillis(1)));
    for (int i = 0; i < 50; i++) {
      producer().send(Message.to("t", i % 2).value("v" + i), null);
      test.pass(Duration.ofMillis(i % 3));
    }
    cluster.inject(
        new BrokerFault.FailPartition(
            FaultTarget.next(RequestFamily.PRODUCE).of(T0), ErrorCode.INVALID_RECORD));
    producer().send(Message.to("t", 0).value("bad"), null);
    producer().flush(SECOND);

    assertThat(batches.stream().mapToInt(BatchReport::messageCount).sum()).isEqualTo(51);
    assertThat(batches.stream().filter(batch -> !batch.isDelivered()))
        .singleElement()
        .satisfies(batch -> assertThat(batch.error()).isEqualTo(ErrorCode.INVALID_RECORD));
    long next = 0;
    for (BatchReport batch : batches) {
      if (batch.topicPartition().equals(T0) && batch.isDelivered()) {
        assertThat(batch.baseOffset()).isEqualTo(next);
        next += batch.messageCount();
      }
    }
  }
}
