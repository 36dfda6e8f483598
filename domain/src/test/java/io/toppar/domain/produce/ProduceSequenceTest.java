package io.toppar.domain.produce;

import static io.toppar.domain.produce.ProduceFixture.IDEMPOTENT;
import static io.toppar.domain.produce.ProduceFixture.withRetries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicId;
import org.junit.jupiter.api.Test;

/** Ids, epochs and sequences (P16-P23; KIP-98, KIP-360). Every batch has ten messages. */
class ProduceSequenceTest {

  @Test
  void anIdIsAskedForAtTheFirstBatchAndNothingIsSentBefore() {
    ProduceFixture f = ProduceFixture.led(IDEMPOTENT, 2);
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.INIT);

    assertThat(f.send("a", 0)).containsExactly("ask for an id");
    assertThat(f.send("b", 0)).isEmpty();
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.WAIT_PID);
    f.machine.onProducerId(7, (short) 0, f.now, f);
    assertThat(f.turn()).containsExactly("produce to 1: a@7.0#0");
    assertThat(f.send("other", 1)).containsExactly("produce to 1: other@7.0#0");
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.ASSIGNED);
    assertThat(f.machine.producerId()).isEqualTo(7);
  }

  /** A broker that knows nothing of a producer takes any sequence from it (P17). */
  @Test
  void nothingGoesBehindTheFirstOfAnEpochUntilThatWasAcknowledged() {
    ProduceFixture f = ProduceFixture.led(ProduceFixture.IDEMPOTENT, 1);
    f.send("a", 0);
    f.machine.onProducerId(7, (short) 0, f.now, f);

    assertThat(f.turn()).containsExactly("produce to 1: a@7.0#0");
    assertThat(f.send("b", 0)).isEmpty();
    assertThat(f.refused(1, ErrorCode.NOT_ENOUGH_REPLICAS)).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a@7.0#0");
    assertThat(f.delivered(2, 0)).containsExactly("a delivered at 0", "produce to 1: b@7.0#10");
    assertThat(f.send("c", 0)).containsExactly("produce to 1: c@7.0#20");
  }

  @Test
  void fiveBatchesOfAPartitionAreInFlightHoweverManyMessagesTheyHave() {
    ProduceFixture f = ready();
    for (String name : new String[] {"a", "b", "c", "d", "e", "f"}) {
      f.send(name, 0);
    }

    assertThat(f.machine.requestsInFlight(1)).isEqualTo(5);
    assertThat(f.topic.load(0).inFlightMessages()).isEqualTo(50);
    assertThat(f.delivered(2, 10)).contains("produce to 1: f@7.0#60");
  }

  @Test
  void anIdThatDoesNotComeIsAskedForAgainLater() {
    ProduceFixture f = ProduceFixture.led(IDEMPOTENT, 1);
    f.send("a", 0);
    f.machine.onProducerIdFailed(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loads", f.now, f);
    assertThat(f.turn()).isEmpty();
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.REQUEST_PID);

    assertThat(f.toDeadline()).isBetween(80L, 120L);
    assertThat(f.turn()).containsExactly("ask for an id");
    f.pass(120_000);
    assertThat(f.failures.get(0).detail()).contains("no producer id").endsWith("loads");
  }

  @Test
  void anIdThatIsDeniedIsFatal() {
    ProduceFixture f = ProduceFixture.led(IDEMPOTENT, 1);
    f.send("a", 0);
    f.machine.onProducerIdFailed(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "denied", f.now, f);

    assertThat(f.turn())
        .containsExactly(
            "fatal: CLUSTER_AUTHORIZATION_FAILED",
            "a failed: CLUSTER_AUTHORIZATION_FAILED, NOT_PERSISTED");
    assertThat(f.open("b", 0)).containsExactly("b failed: LOCAL_FATAL, NOT_PERSISTED");
    assertThat(f.unassigned("m", -1)).containsExactly("m failed: LOCAL_FATAL, NOT_PERSISTED");
    assertThat(f.failures.get(1).detail()).contains("denied");
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.FATAL_ERROR);
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aSequenceBeginsAgainAtZeroAfterItsGreatest() {
    assertThat(SequenceChain.after(Integer.MAX_VALUE - 4, 5)).isZero();
    assertThat(SequenceChain.after(Integer.MAX_VALUE, 3)).isEqualTo(2);
  }

  @Test
  void whatIsLostIsSentAgainUnchangedOnceNothingBehindItIsInFlight() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);

    f.lost(2);
    f.toDeadline();
    assertThat(f.turn()).isEmpty();
    assertThat(f.topic.load(0).decision()).isEqualTo(ProduceDecision.DRAINS);
    assertThat(f.refused(3, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER))
        .containsExactly("produce to 1: a@7.0#10", "produce to 1: b@7.0#20");
  }

  /** B173. */
  @Test
  void aGapIsNeverFilledByOtherMessagesButEndedByANewEpoch() {
    ProduceFixture f = ready();
    f.send(new FakeBatch("old", 10, 100, f.now - 119_990 * ProduceFixture.MILLI), 0);
    f.send("b", 0);
    f.send("c", 0);
    f.lost(2);
    assertThat(f.pass(20)).containsExactly("old failed: LOCAL_MSG_TIMED_OUT, POSSIBLY_PERSISTED");
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.DRAIN_BUMP);

    assertThat(f.refused(3, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)).isEmpty();
    f.refused(4, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: b@7.1#0");
    assertThat(f.machine.producerState()).isEqualTo(ProducerState.ASSIGNED);
    assertThat(f.delivered(5, 10)).containsExactly("b delivered at 10", "produce to 1: c@7.1#10");
  }

  @Test
  void whatIsInDoubtIsAskedForUnderItsOldSequenceBeforeANewEpochBegins() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);
    f.lost(2);
    assertThat(f.refused(3, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        .containsExactly("b failed: TOPIC_AUTHORIZATION_FAILED, NOT_PERSISTED");
    f.send("c", 0);

    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a@7.0#10");
    assertThat(f.delivered(4, 10)).containsExactly("a delivered at 10", "produce to 1: c@7.1#0");
  }

  @Test
  void behindOneThatIsMissingForCertainNothingIsInDoubt() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);
    f.lost(3);
    f.refused(2, ErrorCode.INVALID_RECORD);

    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: b@7.1#0");
  }

  @Test
  void whatIsInDoubtBehindDoubtFailsRatherThanBeThereTwice() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);
    f.lost(3);
    assertThat(f.purge(false, true))
        .containsExactly("a failed: LOCAL_PURGE_INFLIGHT, POSSIBLY_PERSISTED");

    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: b@7.0#20");
    assertThat(f.refused(4, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER))
        .containsExactly("b failed: OUT_OF_ORDER_SEQUENCE_NUMBER, POSSIBLY_PERSISTED");
    assertThat(f.send("c", 0)).containsExactly("produce to 1: c@7.1#0");
  }

  @Test
  void aDuplicateIsASuccess() {
    ProduceFixture f = ready();
    f.send("a", 0);

    assertThat(f.refused(2, ErrorCode.DUPLICATE_SEQUENCE_NUMBER))
        .containsExactly("a delivered at -1");
    assertThat(f.send("b", 0)).containsExactly("produce to 1: b@7.0#20");
  }

  /** B175. */
  @Test
  void aLogThatHasLostWhatItAcknowledgedIsGoneOnWithInANewEpoch() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.refused(2, ErrorCode.NOT_LEADER_OR_FOLLOWER);
    f.leader(0, 2, 1);

    assertThat(f.refused(3, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 2: a@7.1#0");
  }

  @Test
  void oneBehindWhichAnotherWasTakenIsInTheLog() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);
    f.lost(2);
    assertThat(f.delivered(3, 20)).containsExactly("b delivered at 20");

    f.toDeadline();
    f.turn();
    assertThat(f.refused(4, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER))
        .containsExactly("a delivered at -1");
  }

  @Test
  void aBrokerThatTakesOneBehindOneThatItRefusedIsFatal() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);
    f.send("c", 0);
    f.refused(2, ErrorCode.NOT_ENOUGH_REPLICAS);

    assertThat(f.delivered(3, 10))
        .containsExactly(
            "b delivered at 10",
            "fatal: LOCAL_INCONSISTENT",
            "a failed: LOCAL_INCONSISTENT, NOT_PERSISTED");
    assertThat(f.refused(4, ErrorCode.NOT_ENOUGH_REPLICAS))
        .containsExactly("c failed: LOCAL_FATAL, NOT_PERSISTED");
  }

  @Test
  void aForgottenProducerBeginsANewEpochUnlessTheBatchIsInDoubt() {
    ProduceFixture f = ready();
    f.send("a", 0);
    assertThat(f.refused(2, ErrorCode.UNKNOWN_PRODUCER_ID)).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a@7.1#0");

    f.lost(3);
    f.toDeadline();
    f.turn();
    assertThat(f.refused(4, ErrorCode.UNKNOWN_PRODUCER_ID))
        .containsExactly("a failed: UNKNOWN_PRODUCER_ID, POSSIBLY_PERSISTED");
  }

  @Test
  void aFencedIdIsReplacedByAnother() {
    ProduceFixture f = ready();
    f.send("a", 0);

    assertThat(f.refused(2, ErrorCode.INVALID_PRODUCER_EPOCH)).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("ask for an id");
    f.machine.onProducerId(8, (short) 0, f.now, f);
    assertThat(f.turn()).containsExactly("produce to 1: a@8.0#0");
  }

  @Test
  void afterItsLastEpochAnIdIsReplacedByAnotherAndOtherPartitionsKeepIt() {
    ProduceFixture f = ProduceFixture.led(IDEMPOTENT, 2);
    f.send("a", 0);
    f.send("z", 1);
    f.machine.onProducerId(7, Short.MAX_VALUE, f.now, f);
    assertThat(f.turn()).containsExactly("produce to 1: a@7.32767#0 z@7.32767#0");
    f.answer(
        1,
        java.util.List.of(
            ProducedPartition.failed(
                f.request(1).parts().get(0).topicPartition(), ErrorCode.INVALID_RECORD),
            ProducedPartition.failed(
                f.request(1).parts().get(1).topicPartition(), ErrorCode.NONE)));

    assertThat(f.send("b", 0)).containsExactly("ask for an id");
    assertThat(f.send("y", 1)).containsExactly("produce to 1: y@7.32767#10");
    f.machine.onProducerId(8, (short) 0, f.now, f);
    assertThat(f.turn()).containsExactly("produce to 1: b@8.0#0");
  }

  @Test
  void theSplitOfABatchKeepsItsSequences() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.send("b", 0);
    f.refused(2, ErrorCode.MESSAGE_TOO_LARGE);
    f.refused(3, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);

    assertThat(f.split("a", "left", "right"))
        .containsExactly(
            "produce to 1: left@7.0#10", "produce to 1: right@7.0#15", "produce to 1: b@7.0#20");
  }

  @Test
  void thePiecesOfABatchInDoubtAreNotSentAgainIfTheyAreRefused() {
    ProduceFixture f = ready();
    f.send("a", 0);
    f.lost(2);
    f.toDeadline();
    f.turn();
    f.refused(3, ErrorCode.MESSAGE_TOO_LARGE);
    f.split("a", "left", "right");

    assertThat(f.refused(4, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER))
        .contains("left failed: OUT_OF_ORDER_SEQUENCE_NUMBER, POSSIBLY_PERSISTED");
  }

  @Test
  void aTopicMadeAgainIsWrittenFromSequenceZero() {
    ProduceFixture f = ready();
    f.machine.onTopicId(f.topic, new TopicId(1, 1), f.now, f);
    assertThat(f.send("a", 0)).containsExactly("produce to 1: a@7.0#10");
    f.delivered(2, 10);

    f.machine.onTopicId(f.topic, new TopicId(2, 2), f.now, f);
    assertThat(f.send("b", 0)).containsExactly("produce to 1: b@7.1#0");
    assertThat(f.request(3).parts().get(0).topicId()).isEqualTo(new TopicId(2, 2));
  }

  @Test
  void aPartitionThatVanishesAndReturnsGoesOnWithItsSequences() {
    ProduceFixture f = ready();
    f.partitionCount(0);
    f.leader(0, -1, -1);

    f.partitionCount(1);
    f.leader(0, 2, 5);
    assertThat(f.send("a", 0)).containsExactly("produce to 2: a@7.0#10");
  }

  @Test
  void whenRetriesRunOutANewEpochBegins() {
    ProduceFixture f = ProduceFixture.ready(withRetries(IDEMPOTENT, 1), 1);
    f.send("a", 0);
    f.refused(2, ErrorCode.NOT_ENOUGH_REPLICAS);
    f.toDeadline();
    f.turn();
    f.refused(3, ErrorCode.NOT_ENOUGH_REPLICAS);

    assertThat(f.send("b", 0)).containsExactly("produce to 1: b@7.1#0");
  }

  @Test
  void settingsThatCannotKeepOrderAreRefused() {
    assertThatThrownBy(() -> ProduceFixture.config(1, true, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProduceFixture.config(-1, true, 6))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> withRetries(IDEMPOTENT, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProduceFixture.config(2, false, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProduceFixture.config(1, false, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Ten messages of partition 0 have been delivered under sequence 0. */
  private static ProduceFixture ready() {
    return ProduceFixture.ready(IDEMPOTENT, 1);
  }
}
