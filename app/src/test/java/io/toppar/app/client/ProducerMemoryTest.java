package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The bound on what is handed in, and what happens there. */
@NullUnmarked
class ProducerMemoryTest extends ProducerFixture {

  private static final int LIMIT = 20_000;

  private final ArrayDeque<Runnable> callbacks = new ArrayDeque<>();

  private Message message() {
    return Message.to("t", 0).value(new byte[1_000]);
  }

  /** Sends without waiting until there is no room; how many were taken. */
  private int fill() {
    int taken = 0;
    while (producer().trySend(message(), reports::add) == SendResult.ACCEPTED) {
      taken++;
    }
    return taken;
  }

  private void runCallbacks() {
    while (!callbacks.isEmpty()) {
      callbacks.poll().run();
    }
  }

  @Test
  void whereTheBoundIsReachedTryingSaysSoAndAfterDeliveryThereIsRoomAgain() {
    open(new ProducerWishes().bufferBytes(LIMIT));
    int taken = fill();
    assertThat(taken).isBetween(10, 20);
    assertThat(producer().bufferedBytes()).isLessThanOrEqualTo(LIMIT);

    producer().flush(SECOND);
    assertThat(reports).hasSize(taken);
    assertThat(producer().trySend(message())).isEqualTo(SendResult.ACCEPTED);
  }

  @Test
  void memoryIsBoundedWhateverTheNumberOfPartitions() {
    cluster.createTopic("wide", 500);
    open(new ProducerWishes().bufferBytes(LIMIT).linger(LONG));
    producer().trySend(Message.to("wide", 0).value("x"));
    test.settle();
    int taken = 0;
    for (int partition = 0; partition < 500; partition++) {
      Message message = Message.to("wide", partition).value("x");
      taken += producer().trySend(message, null) == SendResult.ACCEPTED ? 1 : 0;
      assertThat(producer().bufferedBytes()).isLessThanOrEqualTo(LIMIT);
    }
    assertThat(taken).isBetween(5, 499);
  }

  @Test
  void whoWaitsForRoomFindsItOnceSomeIsDelivered() {
    open(new ProducerWishes().bufferBytes(LIMIT));
    for (int i = 0; i < 200; i++) {
      producer().send(message(), reports::add);
    }
    producer().flush(SECOND);
    assertThat(values(T0)).hasSize(200);
    assertThat(reports).hasSize(200);
  }

  @Test
  void whoWaitsInVainIsToldAfterMaxBlock() {
    cluster.stop(1);
    cluster.stop(2);
    open(new ProducerWishes().bufferBytes(LIMIT).maxBlock(Duration.ofSeconds(3)));
    int taken = fill();
    long before = clock.nanoTime();

    assertThatThrownBy(() -> producer().send(message(), reports::add))
        .isInstanceOfSatisfying(
            TopparException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.LOCAL_QUEUE_FULL);
              assertThat(e.category()).isEqualTo(ErrorCategory.RETRY);
            })
        .hasMessageContaining("max.block.ms");
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isEqualTo(Duration.ofSeconds(3));
    producer().close(Duration.ZERO);
    assertThat(reports).as("what was not taken is not reported").hasSize(taken);
  }

  @Test
  void batchesThatWaitForCompanyLeaveWhenTheirMemoryIsWanted() {
    open(new ProducerWishes().bufferBytes(LIMIT).linger(LONG));
    producer().send(Message.to("t", 0).value("first"), reports::add);
    test.settle();
    long before = clock.nanoTime();
    for (int i = 0; i < 100; i++) {
      producer().send(Message.to("t", i % 2).value(new byte[1_000]), reports::add);
    }
    assertThat(Duration.ofNanos(clock.nanoTime() - before)).isLessThan(SECOND);
  }

  @Test
  void reportsThatNobodyTakesEndInBackPressureWhileSendingGoesOn() { // B184
    open(new ProducerWishes().bufferBytes(LIMIT).callbacks(callbacks::add));
    List<DeliveryReport> told = new ArrayList<>();
    int taken = 0;
    for (int round = 0; round < 1_000 && room(told); round++) {
      taken++;
      test.pass(Duration.ofMillis(10));
    }
    assertThat(taken).isBetween(20, 999);
    assertThat(told).isEmpty();
    assertThat(cluster.highWatermark(T0)).as("sent without a callback having run").isEqualTo(taken);

    runCallbacks();
    assertThat(told).hasSize(taken);
    assertThat(room(told)).isTrue();
    producer().close(SECOND);
    runCallbacks();
  }

  private boolean room(List<DeliveryReport> told) {
    return producer().trySend(Message.to("t", 0).value("x"), told::add) == SendResult.ACCEPTED;
  }

  @Test
  void aMessageThatNeverFitsIsRefusedAtOnce() {
    open(new ProducerWishes().bufferBytes(LIMIT));
    Message large = Message.to("t", 0).value(new byte[LIMIT]);
    assertThatThrownBy(() -> producer().send(large))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("buffer.memory");
  }

  @Test
  void aMessageAlmostAsLargeAsTheMemoryFindsRoomWhenThereIsNothingElse() {
    open(new ProducerWishes().bufferBytes(LIMIT));
    send(T0, "first");
    producer().flush(SECOND);
    send(T0, "x".repeat(LIMIT - 100));
    send(T0, "y".repeat(LIMIT - 100));
    producer().flush(SECOND);
    assertThat(reports).hasSize(3).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void whatWaitsForMetadataIsBoundedToo() {
    cluster.stop(1);
    cluster.stop(2);
    open(new ProducerWishes().bufferBytes(LIMIT));
    int taken = fill();
    assertThat(taken).isBetween(10, 20);
    assertThat(producer().bufferedBytes()).isLessThanOrEqualTo(LIMIT);
    cluster.start(1);
    cluster.start(2);
    producer().flush(Duration.ofSeconds(30));
    assertThat(reports).hasSize(taken).allMatch(DeliveryReport::isDelivered);
  }

  @Test
  void whatABrokerAnswersAfterTheEndStillGivesItsMemoryBack() {
    send(T0, "first");
    producer().flush(SECOND);
    cluster.silence(1);
    cluster.silence(2);
    send(T0, "in flight");
    test.pass(SECOND);
    test.watched.losing(true);
    producer().close(Duration.ZERO);
    assertThat(reports).hasSize(2);
    assertThat(producer().bufferedBytes()).as("the request has them yet").isPositive();

    test.watched.postLost();
    assertThat(producer().bufferedBytes()).isZero();
  }
}
