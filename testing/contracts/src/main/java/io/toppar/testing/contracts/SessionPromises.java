package io.toppar.testing.contracts;

import static io.toppar.testing.contracts.GatewayPromises.sibling;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a gateway promises about Fetches as changes to earlier ones (KIP-227). */
interface SessionPromises extends GatewayPromises {

  /** What timers of a real broker may be early by. */
  Duration TIMER_SLACK = Duration.ofMillis(50);

  @Test
  default void withoutNewsABrokerAnswersWhenItHasWaited() {
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    probe.fetch(leader).from(words, 0).ask();
    FetchOrder order = probe.fetch(leader).delta().from(words, 1).waiting(1, 400);
    long before = fixture().clock().nanoTime();
    FetchNews news = order.ask();
    long waited = fixture().clock().nanoTime() - before;
    assertThat(news.texts()).isEmpty();
    assertThat(Duration.ofNanos(waited))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400).minus(TIMER_SLACK))
        .isLessThan(GatewayProbe.DEADLINE);
  }

  @Test
  default void recordsThatArriveEndTheWait() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    probe.fetch(leader).from(words, 0).ask();
    long before = fixture().clock().nanoTime();
    long token = probe.submit(probe.fetch(leader).delta().waiting(1, 20_000).request());
    append(words, "late");
    assertThat(probe.news(token).of(words).texts()).containsExactly("late");
    assertThat(Duration.ofNanos(fixture().clock().nanoTime() - before))
        .isLessThan(Duration.ofSeconds(20));
  }

  @Test
  default void aPartitionNotNamedStaysWantedWhereItWas() {
    Pair pair = pair();
    GatewayProbe probe = newProbe();
    append(pair.first(), "a");
    FetchNews news = probe.fetch(pair.leader()).from(pair.first(), 0).from(pair.second(), 0).ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.first(), List.of("a")));
    append(pair.second(), "b");
    news = probe.fetch(pair.leader()).delta().from(pair.first(), 1).ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.second(), List.of("b")));
    news = probe.fetch(pair.leader()).delta().ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.second(), List.of("b")));
  }

  @Test
  default void aForgottenPartitionIsToldOfNoMore() {
    Pair pair = pair();
    GatewayProbe probe = newProbe();
    probe.fetch(pair.leader()).from(pair.first(), 0).from(pair.second(), 0).ask();
    append(pair.first(), "a");
    append(pair.second(), "b");
    FetchNews news = probe.fetch(pair.leader()).delta().forget(pair.first()).ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.second(), List.of("b")));
    assertThat(news.tellsOf(pair.first())).isFalse();
  }

  @Test
  default void aForgottenPartitionMayBeWantedAgain() {
    Pair pair = pair();
    GatewayProbe probe = newProbe();
    append(pair.first(), "a", "b");
    probe.fetch(pair.leader()).from(pair.first(), 0).from(pair.second(), 0).ask();
    probe.fetch(pair.leader()).delta().forget(pair.first()).ask();
    FetchNews news = probe.fetch(pair.leader()).delta().from(pair.first(), 1).ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.first(), List.of("b")));
  }

  @Test
  default void aPartitionIsAddedByNamingIt() {
    Pair pair = pair();
    GatewayProbe probe = newProbe();
    append(pair.second(), "b");
    probe.fetch(pair.leader()).from(pair.first(), 0).ask();
    FetchNews news = probe.fetch(pair.leader()).delta().from(pair.second(), 0).ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.second(), List.of("b")));
  }

  @Test
  default void aFullListMakesTheEarlierOneVoid() {
    Pair pair = pair();
    GatewayProbe probe = newProbe();
    probe.fetch(pair.leader()).from(pair.first(), 0).from(pair.second(), 0).ask();
    append(pair.first(), "a");
    append(pair.second(), "b");
    FetchNews news = probe.fetch(pair.leader()).from(pair.second(), 0).ask();
    assertThat(news.texts()).isEqualTo(Map.of(pair.second(), List.of("b")));
    append(pair.first(), "c");
    news = probe.fetch(pair.leader()).delta().from(pair.second(), 1).ask();
    assertThat(news.texts()).isEmpty();
  }

  @Test
  default void aWaitForManyBytesIsNotEndedByAFew() {
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    FetchOrder order = probe.fetch(probe.leader(words)).from(words, 0).waiting(100_000, 400);
    long before = fixture().clock().nanoTime();
    assertThat(order.ask().of(words).texts()).containsExactly("a");
    assertThat(Duration.ofNanos(fixture().clock().nanoTime() - before))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400).minus(TIMER_SLACK));
  }

  @Test
  default void twoGatewaysHaveSessionsOfTheirOwn() {
    Pair pair = pair();
    append(pair.first(), "a");
    append(pair.second(), "b");
    GatewayProbe one = newProbe();
    GatewayProbe two = newProbe();
    one.fetch(one.leader(pair.first())).from(pair.first(), 0).ask();
    two.fetch(two.leader(pair.second())).from(pair.second(), 0).ask();
    assertThat(one.fetch(pair.leader()).delta().ask().texts())
        .isEqualTo(Map.of(pair.first(), List.of("a")));
    assertThat(two.fetch(pair.leader()).delta().ask().texts())
        .isEqualTo(Map.of(pair.second(), List.of("b")));
  }

  @Test
  default void aLostSessionIsToldAndAFullListBeginsAnother() {
    needs(BrokerAbility.LOST_SESSIONS);
    TopicPartition words = newTopic(1);
    append(words, "a");
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    probe.fetch(leader).from(words, 0).ask();
    fixture().loseSessions(leader);
    probe.fails(probe.fetch(leader).delta().from(words, 1).request(), Kind.SESSION_LOST);
    assertThat(probe.fetch(leader).from(words, 0).ask().of(words).texts()).containsExactly("a");
    append(words, "b");
    assertThat(probe.fetch(leader).delta().from(words, 1).ask().of(words).texts())
        .containsExactly("b");
  }

  /** Two partitions of one topic, led by one broker. */
  record Pair(TopicPartition first, TopicPartition second, int leader) {}

  private Pair pair() {
    TopicPartition first = newTopic(2);
    TopicPartition second = sibling(first, 1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(first);
    if (probe.leader(second) != leader) {
      needs(BrokerAbility.MOVE_LEADER);
      fixture().moveLeader(second, leader);
    }
    return new Pair(first, second, leader);
  }
}
