package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway promises about many requests, and about its end. */
interface ClosePromises extends GatewayPromises {

  @Test
  default void everyRequestOfManyThreadsIsCompletedOnce() throws InterruptedException {
    String topic = newTopic(2).topic();
    GatewayProbe probe = newProbe();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int j = 0; j < 25; j++) {
                  probe.submit(probe.metadataOf(List.of(topic)));
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    for (long token = 1; token <= 100; token++) {
      assertThat(probe.await(token)).isInstanceOf(BrokerOutcome.Metadata.class);
    }
  }

  @Test
  default void closingCancelsWhatIsOpen() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    long waiting = probe.submit(probe.fetch(leader).from(words, 0).waiting(1, 25_000).request());
    probe.gateway().close(Duration.ofSeconds(10));
    BrokerOutcome outcome = probe.await(waiting);
    assertThat(outcome).isInstanceOf(BrokerOutcome.Failed.class);
    assertThat(((BrokerOutcome.Failed) outcome).kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  default void aClosedGatewayCancelsEveryRequest() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    FetchOrder order = probe.fetch(probe.leader(words)).from(words, 0);
    probe.gateway().close(Duration.ofSeconds(10));
    probe.fails(order.request(), Kind.CANCELLED);
    probe.fails(probe.metadataOf(null), Kind.CANCELLED);
  }

  @Test
  default void closingTwiceIsClosingOnce() {
    GatewayProbe probe = newProbe();
    probe.metadata();
    probe.gateway().close(Duration.ofSeconds(10));
    probe.gateway().close(Duration.ofSeconds(10));
    assertThat(probe.inbox().tokens()).hasSize(1);
  }

  @Test
  default void aGatewayThatWasNeverAskedCloses() {
    newProbe().gateway().close(Duration.ofSeconds(10));
  }

  @Test
  default void batchesThatWereTakenOutliveTheGateway() {
    TopicPartition words = newTopic(1);
    append(words, "a", "b");
    GatewayProbe probe = newProbe();
    BrokerOutcome outcome =
        probe.await(probe.submit(probe.fetch(probe.leader(words)).from(words, 0).request()));
    probe.gateway().close(Duration.ofSeconds(10));
    FetchNews news = new FetchNews((BrokerOutcome.Fetched) outcome);
    assertThat(news.of(words).texts()).containsExactly("a", "b");
  }
}
