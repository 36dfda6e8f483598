package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Where messages go that name no partition. */
@NullUnmarked
class ProducerPartitionTest extends ProducerFixture {

  @Test
  void aKeyGoesToItsPartitionAndNullKeysGoAnywhereButEmptyOnesToOne() { // B124
    for (int i = 0; i < 10; i++) {
      producer().send(Message.to("t").key("").value("empty"), reports::add);
    }
    producer().flush(SECOND);
    assertThat(reports.stream().map(DeliveryReport::topicPartition).distinct()).hasSize(1);

    reports.clear();
    for (int i = 0; i < 400; i++) {
      producer().send(Message.to("t").value(new byte[1_000]), reports::add);
      test.settle();
    }
    producer().flush(SECOND);
    assertThat(reports.stream().map(DeliveryReport::topicPartition).distinct()).hasSize(2);
  }

  @Test
  void howManyPartitionsATopicHasIsToldAndNothingSentAfterwardsWaits() {
    CompletableFuture<Integer> count = producer().partitionCount("t").toCompletableFuture();
    assertThat(count).isNotDone();
    test.settle();
    assertThat(count).isCompletedWithValue(2);
    assertThat(producer().partitionCount("t").toCompletableFuture())
        .as("asked again")
        .satisfies(again -> test.settle())
        .isCompletedWithValue(2);
  }

  @Test
  void howManyPartitionsAMissingTopicHasFailsByNameAsDoesAClosedProducer() {
    CompletableFuture<Integer> missing = producer().partitionCount("nowhere").toCompletableFuture();
    test.pass(LONG);
    assertThat(missing)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("nowhere: ")
        .withMessageContaining("UNKNOWN_TOPIC_OR_PARTITION");

    cluster.silence(1);
    cluster.silence(2);
    CompletableFuture<Integer> never = producer().partitionCount("late").toCompletableFuture();
    producer().close(SECOND);
    assertThat(never)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("closed");
  }

  @Test
  void messagesThatMayGoAnywhereShareBatches() {
    open(new ProducerWishes().batchBytes(10_000));
    producer().send(Message.to("t").value("first"), reports::add);
    producer().flush(SECOND);
    for (int i = 0; i < 1_000; i++) {
      producer().send(Message.to("t").value(new byte[100]), reports::add);
    }
    producer().flush(SECOND);

    int requests = test.watched.requests(BrokerRequest.Produce.class).size();
    assertThat(requests).isLessThan(30);
    assertThat(reports).hasSize(1_001).allMatch(DeliveryReport::isDelivered);
    assertThat(reports.stream().map(DeliveryReport::topicPartition).distinct()).hasSize(2);
  }

  @Test
  void messagesThatMayGoAnywhereAvoidAPartitionWhoseBatchesAreStuck() { // KIP-794
    open(new ProducerWishes().availabilityTimeout(SECOND));
    send(T0, "first");
    send(T1, "first");
    var standing = producer().send(Message.to("t").value("anywhere")).toCompletableFuture();
    producer().flush(SECOND);
    TopicPartition stuck = standing.join().topicPartition();
    TopicPartition other = stuck.equals(T0) ? T1 : T0;
    cluster.silence(cluster.leader(stuck));
    send(stuck, "stuck");
    test.pass(Duration.ofSeconds(2));
    reports.clear();
    for (int i = 0; i < 50; i++) { // less than it takes to move on for their size
      producer().send(Message.to("t").value(new byte[2_000]), reports::add);
    }
    test.pass(SECOND);

    assertThat(reports)
        .as("all but those that came before their bytes were counted")
        .hasSizeGreaterThanOrEqualTo(45)
        .allMatch(report -> report.isDelivered() && report.topicPartition().equals(other));
    cluster.start(2);
    cluster.start(1);
  }

  @Test
  void theApplicationMayChooseByItself() {
    open(new ProducerWishes().rule((topic, record, count) -> record.value().length() % count));
    for (int length = 0; length < 10; length++) {
      producer().send(Message.to("t").value("x".repeat(length)), reports::add);
      test.settle();
    }
    producer().flush(SECOND);
    assertThat(values(T0)).containsExactly("", "xx", "xxxx", "xxxxxx", "xxxxxxxx");
    assertThat(values(T1)).hasSize(5);
  }

  @Test
  void theApplicationsChoiceIsAskedOnItsOwnThreadsOnly() {
    ArrayDeque<Runnable> callbacks = new ArrayDeque<>();
    Set<String> askedBy = new HashSet<>();
    String[] at = {"sender"};
    open(
        new ProducerWishes()
            .callbacks(callbacks::add)
            .rule(
                (topic, record, count) -> {
                  askedBy.add(at[0]);
                  return 1;
                }));
    producer().send(Message.to("t").value("waits"), reports::add);
    at[0] = "duty";
    test.pass(SECOND);
    assertThat(askedBy).isEmpty();
    at[0] = "callback";
    callbacks.poll().run();
    at[0] = "duty";
    test.pass(SECOND);
    at[0] = "sender";
    producer().send(Message.to("t").value("at once"), reports::add);
    at[0] = "duty";
    test.pass(SECOND);

    assertThat(askedBy).containsExactlyInAnyOrder("callback", "sender");
    assertThat(values(T1)).containsExactly("waits", "at once");
    while (!callbacks.isEmpty()) {
      callbacks.poll().run();
    }
    producer().close(SECOND);
    callbacks.forEach(Runnable::run);
  }

  @Test
  void aMessageThatNamesItsPartitionDoesNotOvertakeOneForWhichItIsStillChosen() {
    ArrayDeque<Runnable> callbacks = new ArrayDeque<>();
    open(new ProducerWishes().callbacks(callbacks::add).rule((topic, record, count) -> 0));
    producer().send(Message.to("t").value("chosen"));
    producer().send(Message.to("t", 0).value("named"));
    test.pass(SECOND);
    while (!callbacks.isEmpty()) {
      callbacks.poll().run();
      test.pass(SECOND);
    }

    assertThat(values(T0)).containsExactly("chosen", "named");
    producer().close(SECOND);
    callbacks.forEach(Runnable::run);
  }

  @Test
  void aChoiceThatFailsFailsItsMessageWithTheCause() {
    open(
        new ProducerWishes()
            .rule(
                (topic, record, count) -> {
                  throw new IllegalStateException("planted");
                }));
    producer().send(Message.to("t").value("waits"), reports::add);
    producer().flush(SECOND);
    assertThat(reports.get(0).error()).isEqualTo(ErrorCode.LOCAL_INVALID_ARG);
    assertThat(reports.get(0).detail()).contains("planted");

    assertThatThrownBy(() -> producer().send(Message.to("t").value("known")))
        .isInstanceOf(TopparException.class)
        .hasRootCauseMessage("planted");
    send(T0, "named");
    producer().flush(Duration.ofSeconds(5));
    assertThat(values(T0)).containsExactly("named");
  }

  @Test
  void aChoiceThatFailsByAnErrorFailsItsMessageAsWell() {
    open(
        new ProducerWishes()
            .rule(
                (topic, record, count) -> {
                  throw new StackOverflowError("planted");
                }));
    producer().send(Message.to("t").value("waits"), reports::add);
    producer().flush(SECOND);
    assertThat(reports).hasSize(1).allMatch(report -> report.detail().contains("planted"));

    assertThatThrownBy(() -> producer().send(Message.to("t").value("known")))
        .isInstanceOf(TopparException.class)
        .hasRootCauseMessage("planted");
  }

  @Test
  void aChoiceOutsideTheTopicIsRefused() {
    open(new ProducerWishes().rule((topic, record, count) -> count));
    send(T0, "named");
    producer().flush(SECOND);
    assertThatThrownBy(() -> producer().send(Message.to("t").value("v")))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("chose partition 2 of topic t, which has 2");
    assertThat(Arrays.asList(values(T0), values(T1)).toString()).contains("named");
  }
}
