package io.toppar.domain.produce;

import static io.toppar.domain.produce.ProduceFixture.MILLI;
import static io.toppar.domain.produce.ProduceFixture.PLAIN;
import static io.toppar.domain.produce.ProduceFixture.config;
import static io.toppar.domain.produce.ProduceFixture.withRetries;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a batch that a broker does not take, or of which nobody knows (P10-P13). */
class ProduceRetryTest {

  private static final TopicPartition T0 = new TopicPartition("t", 0);

  @Test
  void theWaitBeforeARetryDoublesUpToACeilingAndIsJittered() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);

    long[] waits = new long[40];
    for (int i = 0; i < waits.length; i++) {
      f.refused(i + 1, ErrorCode.NOT_ENOUGH_REPLICAS);
      waits[i] = f.toDeadline();
      assertThat(f.turn()).containsExactly("produce to 1: a");
    }
    assertThat(waits[0]).isBetween(80L, 120L);
    assertThat(waits[2]).isBetween(320L, 480L);
    assertThat(waits[39]).isBetween(800L, 1_000L);
  }

  @Test
  void whenRetriesRunOutABatchFailsByItsError() {
    ProduceFixture f = ProduceFixture.ready(withRetries(PLAIN, 1), 1);
    f.send("a", 0);

    f.refused(1, ErrorCode.NOT_ENOUGH_REPLICAS);
    f.toDeadline();
    f.turn();
    assertThat(f.refused(2, ErrorCode.NOT_ENOUGH_REPLICAS))
        .containsExactly("a failed: NOT_ENOUGH_REPLICAS, NOT_PERSISTED");
  }

  @Test
  void whatTheClientGaveUpWaitingForHasTimedOutWhenRetriesRunOut() {
    ProduceFixture f = ProduceFixture.ready(withRetries(PLAIN, 0), 1);
    f.send("a", 0);

    assertThat(f.failed(1, ErrorCode.LOCAL_TIMED_OUT, true))
        .contains("a failed: LOCAL_MSG_TIMED_OUT, POSSIBLY_PERSISTED");
  }

  @Test
  void aLeaderThatHasMovedCostsNoRetry() {
    ProduceFixture f = ProduceFixture.ready(withRetries(PLAIN, 0), 1);
    f.send("a", 0);

    assertThat(f.refused(1, ErrorCode.NOT_LEADER_OR_FOLLOWER))
        .containsExactly("refresh t[0]: LEADER_ERROR");
    assertThat(f.leader(0, 2, 1)).containsExactly("produce to 2: a");
  }

  @Test
  void whatWasNeverSentCostsNoRetry() {
    ProduceFixture f = ProduceFixture.ready(withRetries(PLAIN, 0), 1);
    f.send("a", 0);

    assertThat(f.failed(1, ErrorCode.LOCAL_TRANSPORT, false))
        .containsExactly("refresh t[0]: BROKER_DOWN");
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: a");
  }

  @Test
  void aLeaderNamedByTheAnswerIsToldAndFollowedWithoutDelay() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);

    assertThat(f.answer(1, List.of(moved(3, 9)))).containsExactly("hint t[0]: 3, epoch 9");
    assertThat(f.leader(0, 3, 9)).containsExactly("produce to 3: a");
  }

  @Test
  void aLeaderNamedInVainIsNotAllThatIsTried() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.answer(1, List.of(moved(3, 9)));
    f.toDeadline();
    f.turn();

    assertThat(f.answer(2, List.of(moved(3, 9)))).containsExactly("refresh t[0]: LEADER_ERROR");
  }

  @Test
  void theSameLeaderInANewerEpochIsTriedAtOnce() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.refused(1, ErrorCode.FENCED_LEADER_EPOCH);

    assertThat(f.leader(0, 1, 0)).isEmpty();
    assertThat(f.leader(0, 1, 1)).containsExactly("produce to 1: a");
  }

  @Test
  void aLostRequestLeavesDoubtForGood() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    assertThat(f.lost(1)).containsExactly("refresh t[0]: BROKER_DOWN");
    f.toDeadline();
    f.turn();

    assertThat(f.refused(2, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        .containsExactly("a failed: TOPIC_AUTHORIZATION_FAILED, POSSIBLY_PERSISTED");
  }

  @Test
  void aRefusalLeavesNoDoubt() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);

    assertThat(f.refused(1, ErrorCode.INVALID_RECORD))
        .containsExactly("a failed: INVALID_RECORD, NOT_PERSISTED");
  }

  @Test
  void aLeaderThatLeadsNoMoreLeavesDoubtIfAllReplicasWereAwaited() {
    for (int acks : new int[] {-1, 1}) {
      ProduceFixture f = ProduceFixture.ready(config(acks, false, 1), 1);
      f.send("a", 0);
      f.refused(1, ErrorCode.NOT_LEADER_OR_FOLLOWER);

      assertThat(f.purge(true, false))
          .containsExactly(
              "a failed: LOCAL_PURGE_QUEUE, "
                  + (acks == -1 ? "POSSIBLY_PERSISTED" : "NOT_PERSISTED"));
    }
  }

  @Test
  void withAcksZeroWhatWasWrittenIsDeliveredAtAnOffsetThatNobodyKnows() {
    ProduceFixture f = ProduceFixture.ready(config(0, false, 1), 1);
    f.send("a", 0);

    assertThat(f.delivered(1, 0)).containsExactly("a delivered at -1");
  }

  @Test
  void anAnswerWithoutThePartitionFailsItInDoubtAndOthersDoNotMatter() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 2);
    f.send("first", 0);
    f.send("a", 0);
    f.send("b", 1);
    f.delivered(1, 0);
    ProducedPartition foreign =
        ProducedPartition.failed(new TopicPartition("u", 0), ErrorCode.NONE);

    assertThat(f.answer(2, List.of(foreign, taken(1, 7), taken(1, 9))))
        .containsExactly("a failed: LOCAL_BAD_MSG, POSSIBLY_PERSISTED", "b delivered at 7");
  }

  @Test
  void aBatchThatIsTooLargeIsSplitAndThePartsKeepItsPlace() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 1);
    f.send("whole", 0);
    f.send("behind", 0);
    assertThat(f.refused(1, ErrorCode.MESSAGE_TOO_LARGE)).containsExactly("split whole");

    assertThat(f.split("whole", "left", "right")).containsExactly("produce to 1: left");
    assertThat(f.refused(2, ErrorCode.NOT_ENOUGH_REPLICAS)).isEmpty();
    f.toDeadline();
    assertThat(f.turn()).containsExactly("produce to 1: left");
    assertThat(f.delivered(3, 0)).containsExactly("left delivered at 0", "produce to 1: right");
    assertThat(f.delivered(4, 5)).containsExactly("right delivered at 5", "produce to 1: behind");
  }

  @Test
  void aSingleMessageThatIsTooLargeFails() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send(new FakeBatch("a", 1, 100, f.now), 0);

    assertThat(f.refused(1, ErrorCode.MESSAGE_TOO_LARGE))
        .containsExactly("a failed: MESSAGE_TOO_LARGE, NOT_PERSISTED");
  }

  @Test
  void theRecordsThatABrokerNamesArePassedOn() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    List<RecordFault> faults = List.of(new RecordFault(3, "no key"));

    f.answer(
        1,
        List.of(
            new ProducedPartition(
                T0, ErrorCode.INVALID_RECORD, -1, -1, -1, faults, "compacted", -1, -1)));
    assertThat(f.failures.get(0).culprits()).isEqualTo(faults);
    assertThat(f.failures.get(0).detail()).startsWith("t[0]: ").endsWith("broker 1: compacted");
  }

  @Test
  void noRequestOutlastsItsMessagesByMoreThanASecond() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("young", 0);
    assertThat(f.request(1).deadlineNanos() - f.now).isEqualTo(30_000 * MILLI);

    f.send(new FakeBatch("old", 1, 100, f.now - 110_000 * MILLI), 0);
    assertThat(f.request(2).deadlineNanos() - f.now).isEqualTo(10_000 * MILLI);

    f.delivered(1, 0);
    f.send(new FakeBatch("last", 1, 100, f.now - 119_999 * MILLI), 0);
    assertThat(f.request(3).deadlineNanos() - f.now).isEqualTo(1_000 * MILLI);
  }

  @Test
  void whatHasWaitedTooLongFailsAndSaysWhatItWaitedFor() {
    ProduceFixture f = new ProduceFixture(PLAIN);
    f.partitionCount(1);
    f.open("a", 0);

    assertThat(f.toDeadline()).isEqualTo(120_000);
    assertThat(f.turn()).containsExactly("a failed: LOCAL_MSG_TIMED_OUT, NOT_PERSISTED");
    assertThat(f.failures.get(0).detail()).endsWith("; its partition has no leader");
    assertThat(f.seal("a")).isEmpty();
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
    f.open("b", 0);
    f.machine.onTopicError(f.topic, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f.now, f);
    f.toDeadline();
    f.turn();
    assertThat(f.failures.get(1).detail())
        .contains("; its partition has no leader; brokers say of the topic: ");
  }

  @Test
  void whatComesTooLateIsNotSaidToHaveWaited() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);

    assertThat(f.open(new FakeBatch("late", 1, 100, f.now - 120_000 * MILLI), 0))
        .containsExactly("late failed: LOCAL_MSG_TIMED_OUT, NOT_PERSISTED");
    assertThat(f.failures.get(0).detail()).endsWith("; its time was over when it came");
  }

  @Test
  void whatIsInFlightIsNotGivenUpWhileAnAnswerMayCome() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);

    assertThat(f.pass(120_500)).isEmpty();
    assertThat(f.delivered(1, 3)).containsExactly("a delivered at 3");
  }

  @Test
  void whatComesBackAfterItsTimeFailsWithTheLastError() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.pass(120_500);

    assertThat(f.lost(1)).contains("a failed: LOCAL_MSG_TIMED_OUT, POSSIBLY_PERSISTED");
    assertThat(f.failures.get(0).detail()).contains("at the last attempt").contains("TRANSPORT");
  }

  private static ProducedPartition moved(int leader, int epoch) {
    return new ProducedPartition(
        T0, ErrorCode.NOT_LEADER_OR_FOLLOWER, -1, -1, -1, List.of(), null, leader, epoch);
  }

  private static ProducedPartition taken(int partition, long offset) {
    return new ProducedPartition(
        new TopicPartition("t", partition), ErrorCode.NONE, offset, -1, 0, List.of(), null, -1, -1);
  }
}
