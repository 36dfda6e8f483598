package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a gateway promises when something is in its way. */
interface FailurePromises extends GatewayPromises {

  @Test
  default void aBrokerThatNoMetadataNamedIsUnknown() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    probe.fails(latest(probe, 4711, words, GatewayProbe.DEADLINE), Kind.UNKNOWN_BROKER);
  }

  @Test
  default void aBrokerIsKnownOnceMetadataHasNamedIt() {
    TopicPartition words = newTopic(1);
    int leader = newProbe().leader(words);
    GatewayProbe probe = newProbe();
    probe.fails(latest(probe, leader, words, GatewayProbe.DEADLINE), Kind.UNKNOWN_BROKER);
    probe.metadata();
    OffsetQuery query = new OffsetQuery(words, -1, OffsetQuery.LATEST);
    assertThat(probe.offsets(leader, IsolationLevel.READ_COMMITTED, query)).hasSize(1);
  }

  @Test
  default void aRequestWhoseDeadlineHasPassedTimesOut() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    probe.fails(latest(probe, leader, words, Duration.ofMillis(-1)), Kind.TIMED_OUT);
  }

  @Test
  default void aBrokerThatWaitsBeyondTheDeadlineTimesOutAndItsLateReplyIsDropped() {
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    probe.fetch(leader).from(words, 0).ask();
    long before = fixture().clock().nanoTime();
    FetchOrder order = probe.fetch(leader).delta().waiting(1, 60_000).due(Duration.ofMillis(400));
    probe.fails(order.request(), Kind.TIMED_OUT);
    assertThat(Duration.ofNanos(fixture().clock().nanoTime() - before))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400))
        .isLessThan(Duration.ofSeconds(20));
    append(words, "late");
    assertThat(probe.fetch(leader).from(words, 0).ask().of(words).texts()).containsExactly("late");
  }

  @Test
  default void aSilentBrokerTimesOutAndTheOthersGoOn() {
    needs(BrokerAbility.OUTAGES);
    needs(BrokerAbility.MOVE_LEADER);
    TopicPartition words = newTopic(1);
    TopicPartition others = newTopic(1);
    GatewayProbe probe = newProbe();
    int silent = probe.leader(words);
    fixture().moveLeader(others, otherBroker(silent));
    int leader = probe.leader(others);
    fixture().silence(silent);
    long token = probe.submit(latest(probe, silent, words, Duration.ofSeconds(1)));
    OffsetQuery query = new OffsetQuery(others, -1, OffsetQuery.LATEST);
    assertThat(probe.offsets(leader, IsolationLevel.READ_COMMITTED, query).get(0).offset())
        .isZero();
    assertThat(((BrokerOutcome.Failed) probe.await(token)).kind()).isEqualTo(Kind.TIMED_OUT);
    fixture().restore(silent);
    OffsetQuery again = new OffsetQuery(words, -1, OffsetQuery.LATEST);
    assertThat(probe.offsets(silent, IsolationLevel.READ_COMMITTED, again).get(0).offset())
        .isZero();
  }

  @Test
  default void aStoppedBrokerFailsTheRequestByItsDeadline() {
    needs(BrokerAbility.OUTAGES);
    TopicPartition words = newTopic(1);
    GatewayProbe probe = newProbe();
    int leader = probe.leader(words);
    fixture().stop(leader);
    probe.fails(
        latest(probe, leader, words, Duration.ofSeconds(2)), Kind.TRANSPORT, Kind.TIMED_OUT);
    fixture().restore(leader);
    probe.metadata();
  }

  private static BrokerRequest latest(
      GatewayProbe probe, int broker, TopicPartition topicPartition, Duration due) {
    return new BrokerRequest.ListOffsets(
        broker,
        List.of(new OffsetQuery(topicPartition, -1, OffsetQuery.LATEST)),
        IsolationLevel.READ_COMMITTED,
        probe.deadlineIn(due));
  }
}
