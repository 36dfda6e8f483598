package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.engine.ManualRunner;
import io.toppar.app.rig.Drive;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestProducer;
import io.toppar.app.rig.UnsealableGateway;
import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A fault of the program itself: nobody is left waiting, and nothing is held for ever. */
@NullUnmarked
class ProducerBrokenTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final MemoryBrokerGateway memory = new MemoryBrokerGateway(cluster, clock);
  private final List<DeliveryReport> reports = new ArrayList<>();
  private final UnsealableGateway gateway = new UnsealableGateway(memory);
  private final ManualRunner runner = new ManualRunner(new Drive(clock, memory));
  private final Producer producer =
      TestProducer.producer(gateway, clock, runner, new ProducerWishes());

  ProducerBrokenTest() {
    cluster.createTopic("t", 2);
  }

  @AfterEach
  void nothingIsHeldAfterTheEnd() {
    producer.close(SECOND);
    assertThat(producer.bufferedBytes()).isZero();
    assertThat(cluster.outstandingBatches()).isZero();
  }

  @Test
  void whatWasTakenIsReportedAndNothingMoreIsTaken() {
    producer.send(Message.to("t", 0).value("before"), reports::add);
    producer.flush(SECOND);
    gateway.failSealing(new IllegalStateException("planted"));
    producer.send(Message.to("t", 0).value("a"), reports::add);
    producer.send(Message.to("t", 1).value("b"), reports::add);
    producer.flush(SECOND);

    assertThat(reports.stream().map(DeliveryReport::error))
        .containsExactly(ErrorCode.NONE, ErrorCode.LOCAL_FAIL, ErrorCode.LOCAL_FAIL);
    assertThat(reports.get(1).exception()).hasMessageStartingWith("t[0]: the producer failed");
    assertThat(reports.get(2).exception()).hasMessageStartingWith("t[1]: the producer failed");
    assertThatThrownBy(() -> producer.send(Message.to("t", 0).value("c")))
        .isInstanceOfSatisfying(
            TopparException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.RECREATE))
        .hasMessageContaining("planted");
    assertThat(producer.bufferedBytes()).isZero();
  }

  /** Direct memory may be less than buffer.memory. */
  @Test
  void anErrorBehindTheSenderIsReportedAsAnyOtherFault() {
    gateway.failAppending(new OutOfMemoryError("planted"));
    producer.send(Message.to("t", 0).value("a"), reports::add);
    producer.send(Message.to("t", 1).value("b"), reports::add);
    producer.flush(SECOND);

    assertThat(reports.stream().map(DeliveryReport::error))
        .containsExactly(ErrorCode.LOCAL_FAIL, ErrorCode.LOCAL_FAIL);
    assertThat(reports.get(0).detail()).contains("OutOfMemoryError: planted");
    assertThat(producer.bufferedBytes()).isZero();
  }

  @Test
  void anErrorAtTheSenderIsHisAndCostsNoMemory() {
    producer.send(Message.to("t", 0).value("before"), reports::add);
    producer.flush(SECOND);
    gateway.failAppending(new OutOfMemoryError("planted"));
    assertThatThrownBy(() -> producer.send(Message.to("t", 0).value("a"), reports::add))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(producer.bufferedBytes()).isZero();

    gateway.failAppending(null);
    producer.send(Message.to("t", 0).value("behind"), reports::add);
    producer.flush(SECOND);
    assertThat(reports).hasSize(2).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void aBatchThatIsFullIsSentThoughTheNextCannotBegin() {
    producer.send(Message.to("t", 0).value("before"), reports::add);
    producer.flush(SECOND);
    Message half = Message.to("t", 0).value(new byte[40_000]);
    producer.send(half, reports::add);
    gateway.failBeginning(new OutOfMemoryError("planted"));
    assertThatThrownBy(() -> producer.send(half, reports::add))
        .isInstanceOf(OutOfMemoryError.class);

    producer.flush(SECOND);
    assertThat(reports).hasSize(2).allMatch(DeliveryReport::isDelivered);
    assertThat(producer.bufferedBytes()).isZero();
  }

  @Test
  void whatFallsDueWhileAppendingToItFailsIsSentAllTheSame() {
    producer.send(Message.to("t", 0).value("before"), reports::add);
    producer.flush(SECOND);
    producer.send(Message.to("t", 0).value("a"), reports::add);
    gateway.beforeAppending(
        () -> {
          haveItFallDue();
          throw new OutOfMemoryError("planted");
        });
    assertThatThrownBy(() -> producer.send(Message.to("t", 0).value("b"), reports::add))
        .isInstanceOf(OutOfMemoryError.class);

    producer.flush(SECOND);
    assertThat(reports).hasSize(2).allMatch(DeliveryReport::isDelivered);
  }

  /** On another thread, as the duty thread is another than a sender's. */
  private void haveItFallDue() {
    clock.advance(SECOND);
    Thread duty = new Thread(runner::runUntilIdle);
    duty.start();
    try {
      duty.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nobodyWaitsToLearnHowManyPartitionsATopicHas() {
    CompletableFuture<Integer> before = producer.partitionCount("absent").toCompletableFuture();
    gateway.failSealing(new IllegalStateException("planted"));
    producer.send(Message.to("t", 0).value("a"), reports::add);
    producer.flush(SECOND);
    CompletableFuture<Integer> after = producer.partitionCount("later").toCompletableFuture();
    runner.runUntilIdle();

    assertThat(before).isCompletedExceptionally();
    assertThat(after).isCompletedExceptionally();
    for (CompletableFuture<Integer> each : List.of(before, after)) {
      assertThatThrownBy(each::join)
          .hasCauseInstanceOf(TopparException.class)
          .hasMessageContaining("planted");
    }
  }
}
