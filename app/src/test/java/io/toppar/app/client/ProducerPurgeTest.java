package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.MessageStatus;
import io.toppar.ports.Compression;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A purge fails what was handed over, on whatever way into a batch it is (P26). */
@NullUnmarked
class ProducerPurgeTest extends ProducerFixture {

  private final ArrayDeque<Runnable> callbacks = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();

  private ProducerWishes askedLater() {
    return new ProducerWishes()
        .callbacks(callbacks::add)
        .rule(
            (topic, record, count) -> {
              asked.add(record.value().utf8());
              return 1;
            });
  }

  private void sendAnywhere(String value) {
    producer().send(Message.to("t").value(value), reports::add);
  }

  private void runCallbacks() {
    while (!callbacks.isEmpty()) {
      callbacks.poll().run();
    }
  }

  private List<ErrorCode> errors() {
    return reports.stream().map(DeliveryReport::error).toList();
  }

  @Test
  void whatTheApplicationChoosesAPartitionForIsPurged() {
    open(askedLater());
    sendAnywhere("a");
    test.pass(SECOND);
    assertThat(asked).as("the choice waits for the callback executor").isEmpty();
    CompletableFuture<Void> purged = producer().purge(true, false).toCompletableFuture();
    test.settle();
    runCallbacks();
    test.pass(SECOND);
    runCallbacks();

    assertThat(purged).isCompleted();
    assertThat(errors()).containsExactly(ErrorCode.LOCAL_PURGE_QUEUE);
    assertThat(reports.get(0).status()).isEqualTo(MessageStatus.NOT_PERSISTED);
    assertThat(reports.get(0).exception().getMessage())
        .startsWith("t: ")
        .containsOnlyOnce("LOCAL_PURGE_QUEUE");
    assertThat(values(T1)).isEmpty();
    assertThat(producer().bufferedBytes()).isZero();

    sendAnywhere("b");
    CompletableFuture<Void> flushed = producer().flush().toCompletableFuture();
    test.pass(SECOND);
    runCallbacks();
    assertThat(flushed).as("the purged one holds no flush up").isCompleted();
    assertThat(values(T1)).containsExactly("b");
  }

  @Test
  void whatIsQueuedStaysWhereOnlyWhatIsInFlightIsPurged() {
    open(askedLater());
    sendAnywhere("a");
    test.pass(SECOND);
    producer().purge(false, true);
    test.settle();
    runCallbacks();
    test.pass(SECOND);
    runCallbacks();

    assertThat(errors()).containsExactly(ErrorCode.NONE);
    assertThat(values(T1)).containsExactly("a");
  }

  @Test
  void closingWithoutTimeReportsWhatTheApplicationNeverChoseFor() {
    open(askedLater());
    sendAnywhere("a");
    test.pass(SECOND);
    producer().close(Duration.ZERO);
    runCallbacks();

    assertThat(errors()).containsExactly(ErrorCode.LOCAL_PURGE_QUEUE);
    assertThat(producer().bufferedBytes()).isZero();
  }

  @Test
  void whatHasJustMovedIntoABatchIsPurgedWithIt() {
    open(new ProducerWishes().linger(LONG));
    test.gateway.latency(() -> Duration.ofMillis(1).toNanos());
    send(T0, "a");
    send(T1, "b");
    test.settle();
    while (test.gateway.runDue() == 0) {
      clock.advanceTo(test.gateway.nextEventNanos());
    }
    // Now metadata waits for the duty thread, and the purge behind it.
    CompletableFuture<Void> purged = producer().purge(true, false).toCompletableFuture();
    test.settle();

    assertThat(purged).isCompleted();
    assertThat(errors()).containsExactly(ErrorCode.LOCAL_PURGE_QUEUE, ErrorCode.LOCAL_PURGE_QUEUE);
    assertThat(producer().bufferedBytes()).isZero();
  }

  @Test
  void whatWaitedForMetadataIsCompressedOffTheDutyThread() {
    ArrayDeque<Runnable> compressions = new ArrayDeque<>();
    open(
        new ProducerWishes()
            .batchMessages(10)
            .compression(Compression.of(Compression.Codec.LZ4), compressions::add));
    IntStream.range(0, 25).forEach(i -> send(T0, "v" + i));
    test.settle();
    assertThat(compressions).as("the full ones").hasSize(2);
    assertThat(reports).isEmpty();

    while (reports.size() < 25) {
      while (!compressions.isEmpty()) {
        compressions.poll().run();
      }
      test.pass(Duration.ofMillis(10));
    }
    assertThat(reports).allMatch(DeliveryReport::isDelivered);
    assertThat(values(T0)).isEqualTo(IntStream.range(0, 25).mapToObj(i -> "v" + i).toList());
  }
}
