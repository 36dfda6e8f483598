package io.toppar.domain.produce;

import static io.toppar.domain.produce.ProduceFixture.PLAIN;
import static io.toppar.domain.produce.ProduceFixture.config;
import static io.toppar.domain.produce.ProduceFixture.withLinger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import org.junit.jupiter.api.Test;

/** Which batch goes out when, where to, and in which order (P5-P7, P14, M3, M4). */
class ProduceOrderTest {

  @Test
  void anOpenBatchLingersThenIsSealedSentAndDelivered() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);

    assertThat(f.open("a", 0)).isEmpty();
    assertThat(f.toDeadline()).isEqualTo(5);
    assertThat(f.turn()).containsExactly("seal a");
    assertThat(f.seal("a")).containsExactly("produce to 1: a");
    assertThat(f.delivered(1, 40)).containsExactly("a delivered at 40");
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void withoutLingerABatchIsSealedAsSoonAsItCouldBeSent() {
    ProduceFixture f = ProduceFixture.ready(withLinger(config(-1, false, 1), 0), 1);

    assertThat(f.open("a", 0)).containsExactly("seal a");
    assertThat(f.seal("a")).containsExactly("produce to 1: a");
    assertThat(f.open("b", 0)).isEmpty();
    assertThat(f.delivered(1, 0)).containsExactly("a delivered at 0", "seal b");
  }

  @Test
  void aFullBatchDoesNotLinger() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);

    assertThat(f.send("a", 0)).containsExactly("produce to 1: a");
  }

  @Test
  void aBatchIsNotSealedWhileItCouldNotBeSentAnyway() {
    ProduceFixture f = new ProduceFixture(PLAIN);
    f.partitionCount(1);

    assertThat(f.open("a", 0)).containsExactly("refresh t[0]: UNKNOWN_LEADER");
    assertThat(f.pass(100)).isEmpty();
    assertThat(f.leader(0, 1, 0)).containsExactly("seal a");
  }

  @Test
  void aBatchBehindWhichAnotherWasOpenedIsBeingSealedByWhoeverFillsIt() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.open("a", 0);

    assertThat(f.open("b", 0)).isEmpty();
    assertThat(f.pass(100)).isEmpty();
    assertThat(f.seal("a")).contains("produce to 1: a", "seal b");
  }

  @Test
  void whatIsCompleteWaitsForWhatIsNotAndStandsBeforeIt() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.open("a", 0);
    f.open("b", 0);

    assertThat(f.seal("b")).isEmpty();
    assertThat(f.seal("a")).containsExactly("produce to 1: a", "produce to 1: b");
  }

  @Test
  void aRequestHasOneBatchOfEachPartitionAndNoMoreBytesThanAllowed() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 3);
    f.send("first", 0);
    f.send("a0", 0);
    f.send("b0", 0);
    f.send(new FakeBatch("a1", 1, 800, f.now), 1);
    f.send(new FakeBatch("a2", 1, 2_000, f.now), 2);

    assertThat(f.delivered(1, 0)).contains("produce to 1: a0 a1");
    assertThat(f.delivered(2, 0)).contains("produce to 1: a2");
    assertThat(f.delivered(3, 0)).contains("produce to 1: b0");
  }

  @Test
  void partitionsTakeTurnsHoweverMuchOneHas() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 2);
    f.send(new FakeBatch("a", 1, 900, f.now), 0);
    f.send(new FakeBatch("b", 1, 900, f.now), 0);
    f.send(new FakeBatch("c", 1, 900, f.now), 0);
    f.send(new FakeBatch("z", 1, 900, f.now), 1);

    assertThat(f.delivered(1, 0)).contains("produce to 1: b");
    assertThat(f.delivered(2, 0)).contains("produce to 1: z");
    assertThat(f.delivered(3, 0)).contains("produce to 1: c");
  }

  @Test
  void noMoreRequestsAreInFlightToABrokerThanAllowed() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.send("b", 0);

    assertThat(f.send("c", 0)).isEmpty();
    assertThat(f.machine.requestsInFlight(1)).isEqualTo(2);
    assertThat(f.topic.load(0))
        .isEqualTo(new PartitionLoad(ProduceDecision.SEND, 1, 1, 10, 100, 2, 20, 200));
    assertThat(f.delivered(2, 10)).containsExactly("b delivered at 10", "produce to 1: c");
  }

  /** B177. */
  @Test
  void withOneRequestInFlightARetryGoesBeforeWhatWasBuiltMeanwhile() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 1);
    f.send("a", 0);
    f.send("b", 0);

    assertThat(f.refused(1, ErrorCode.NOT_ENOUGH_REPLICAS)).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a");
    assertThat(f.delivered(2, 0)).containsExactly("a delivered at 0", "produce to 1: b");
  }

  @Test
  void severalThatComeBackAreSentAgainInTheirOrderWhicheverCameFirst() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.send("b", 0);
    f.send("c", 0);

    f.refused(2, ErrorCode.NOT_ENOUGH_REPLICAS);
    f.refused(1, ErrorCode.NOT_ENOUGH_REPLICAS);
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a", "produce to 1: b");
    assertThat(f.delivered(3, 0)).contains("produce to 1: c");
  }

  @Test
  void whatWaitsGoesToTheNewLeaderOnlyWhenTheOldOneHasAnswered() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);

    assertThat(f.leader(0, 2, 1)).isEmpty();
    assertThat(f.send("b", 0)).isEmpty();
    assertThat(f.topic.load(0).decision()).isEqualTo(ProduceDecision.MIGRATES);
    assertThat(f.refused(1, ErrorCode.NOT_LEADER_OR_FOLLOWER))
        .containsExactly("refresh t[0]: LEADER_ERROR");
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 2: a", "produce to 2: b");
  }

  @Test
  void aPartitionThatLeavesALineDoesNotStandInTwo() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 2);
    f.send("x", 1);
    f.send("a", 0);

    assertThat(f.leader(0, 2, 1)).containsExactly("produce to 2: a");
    assertThat(f.delivered(1, 0)).containsExactly("x delivered at 0");
  }

  @Test
  void aBatchEntersTheMachineOnce() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);

    assertThatThrownBy(() -> f.machine.onOpened(f.topic, 0, f.batch("a"), f.now, f))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("enters again");
    assertThatThrownBy(() -> f.seal("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("IN_FLIGHT");
  }
}
