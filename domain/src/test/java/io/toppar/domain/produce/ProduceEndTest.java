package io.toppar.domain.produce;

import static io.toppar.domain.produce.ProduceFixture.MILLI;
import static io.toppar.domain.produce.ProduceFixture.PLAIN;
import static io.toppar.domain.produce.ProduceFixture.config;
import static io.toppar.domain.produce.ProduceFixture.withLinger;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicState;
import org.junit.jupiter.api.Test;

/** How messages end together: flush, purge, and topics that are gone (P24-P26). */
class ProduceEndTest {

  /** B186. */
  @Test
  void aFlushDoesNotWaitForTheLinger() {
    ProduceFixture f = ProduceFixture.ready(withLinger(PLAIN, 60_000 * MILLI), 1);
    f.open("a", 0);

    assertThat(f.flush(9)).containsExactly("seal a");
    f.seal("a");
    assertThat(f.delivered(1, 0)).containsExactly("a delivered at 0", "flushed 9");
    assertThat(f.open("b", 0)).isEmpty();
  }

  @Test
  void aFlushOfNothingIsOverAtOnce() {
    assertThat(ProduceFixture.ready(PLAIN, 1).flush(9)).containsExactly("flushed 9");
  }

  @Test
  void aFlushWaitsForWhatWasThereAndForNothingElse() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 2);
    f.send("a", 0);
    f.flush(1);
    f.send("b", 1);
    f.flush(2);

    assertThat(f.delivered(2, 0)).containsExactly("b delivered at 0");
    assertThat(f.refused(1, ErrorCode.INVALID_RECORD))
        .containsExactly("a failed: INVALID_RECORD, NOT_PERSISTED", "flushed 1", "flushed 2");
  }

  @Test
  void aFlushWaitsForThePartsOfWhatIsSplit() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.flush(1);
    f.refused(1, ErrorCode.MESSAGE_TOO_LARGE);
    f.split("a", "left", "right");

    assertThat(f.delivered(2, 0)).containsExactly("left delivered at 0");
    assertThat(f.delivered(3, 5)).containsExactly("right delivered at 5", "flushed 1");
  }

  @Test
  void aFlushWaitsForTheBatchThatAnUnassignedMessageGoesInto() {
    ProduceFixture f = new ProduceFixture(PLAIN);
    f.unassigned("m", -1);
    f.flush(1);
    assertThat(f.partitionCount(1)).containsExactly("assign m of 1");
    f.leader(0, 1, 0);

    assertThat(f.open("a", 0)).containsExactly("seal a");
    assertThat(f.assigned("m")).isEmpty();
    f.seal("a");
    assertThat(f.delivered(1, 0)).containsExactly("a delivered at 0", "flushed 1");
  }

  /** B182. */
  @Test
  void aPurgeFailsWhatIsQueuedWhereverItStands() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 2);
    f.send("sent", 0);
    f.send("sealed", 0);
    f.open("open", 0);
    f.open("leaderless", 1);

    assertThat(f.purge(true, false))
        .containsExactly(
            "sealed failed: LOCAL_PURGE_QUEUE, NOT_PERSISTED",
            "open failed: LOCAL_PURGE_QUEUE, NOT_PERSISTED",
            "leaderless failed: LOCAL_PURGE_QUEUE, NOT_PERSISTED");
    assertThat(f.seal("open")).isEmpty();
    assertThat(f.delivered(1, 0)).containsExactly("sent delivered at 0");
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aPurgeOfWhatIsInFlightLeavesDoubtAndTheAnswerIsPassedOver() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 1);
    f.send("a", 0);
    f.flush(1);

    assertThat(f.purge(false, true))
        .containsExactly("a failed: LOCAL_PURGE_INFLIGHT, POSSIBLY_PERSISTED", "flushed 1");
    assertThat(f.send("b", 0)).isEmpty();
    assertThat(f.delivered(1, 0)).containsExactly("produce to 1: b");
    assertThat(f.failed(2, ErrorCode.LOCAL_DESTROY, true))
        .containsExactly("b failed: LOCAL_DESTROY, POSSIBLY_PERSISTED");
  }

  @Test
  void aPurgeFailsThePartsOfWhatIsBeingSplit() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 1);
    f.send("a", 0);
    f.refused(1, ErrorCode.MESSAGE_TOO_LARGE);

    assertThat(f.purge(true, true)).isEmpty();
    assertThat(f.split("a", "left", "right"))
        .containsExactly(
            "left failed: LOCAL_PURGE_QUEUE, NOT_PERSISTED",
            "right failed: LOCAL_PURGE_QUEUE, NOT_PERSISTED");
  }

  @Test
  void aTopicThatIsGoneFailsWhatWaitsForItAndWhatComes() {
    ProduceFixture f = ProduceFixture.ready(config(-1, false, 1), 1);
    f.send("sent", 0);
    f.send("a", 0);
    f.machine.onTopicState(f.topic, TopicState.NOT_EXISTS, ErrorCode.NONE, f.now, f);

    assertThat(f.turn()).containsExactly("a failed: LOCAL_UNKNOWN_TOPIC, NOT_PERSISTED");
    assertThat(f.open("b", 0)).containsExactly("b failed: LOCAL_UNKNOWN_TOPIC, NOT_PERSISTED");
    assertThat(f.unassigned("m", -1))
        .containsExactly("m failed: LOCAL_UNKNOWN_TOPIC, NOT_PERSISTED");
    assertThat(f.refused(1, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
        .contains("sent failed: LOCAL_UNKNOWN_TOPIC, POSSIBLY_PERSISTED");

    f.machine.onTopicState(f.topic, TopicState.EXISTS, ErrorCode.NONE, f.now, f);
    assertThat(f.send("c", 0)).containsExactly("produce to 1: c");
  }

  @Test
  void aPartitionThatIsGoneFailsWhatWaitsForIt() {
    ProduceFixture f = ProduceFixture.ready(PLAIN, 2);
    f.open("a", 1);

    assertThat(f.partitionCount(1))
        .containsExactly("a failed: LOCAL_UNKNOWN_PARTITION, NOT_PERSISTED");
    assertThat(f.open("b", 1)).containsExactly("b failed: LOCAL_UNKNOWN_PARTITION, NOT_PERSISTED");
  }
}
