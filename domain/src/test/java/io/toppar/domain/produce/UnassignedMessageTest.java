package io.toppar.domain.produce;

import static io.toppar.domain.ErrorCode.LOCAL_MSG_TIMED_OUT;
import static io.toppar.domain.produce.ProduceFixture.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicState;
import org.junit.jupiter.api.Test;

/** Messages whose partition is not known yet (M17, P4). */
class UnassignedMessageTest {

  private final ProduceFixture f = new ProduceFixture(PLAIN);

  @Test
  void messagesWaitForTheNumberOfPartitionsAndAreAssignedInOrder() {
    assertThat(f.unassigned("a", -1)).containsExactly("refresh t[-1]: UNKNOWN_LEADER");
    assertThat(f.unassigned("b", 1)).isEmpty();
    assertThat(f.topic.unassignedMessages()).isEqualTo(2);

    assertThat(f.partitionCount(2)).containsExactly("assign a of 2", "assign b of 2");
    assertThat(f.unassigned("c", -1)).containsExactly("assign c of 2");
    assertThat(f.topic.unassignedMessages()).isEqualTo(3);
    f.assigned("a");
    f.assigned("c");
    f.machine.onAssignFailed(f.topic, f.message("b"), f);
    assertThat(f.topic.unassignedMessages()).isZero();
  }

  /** B192. */
  @Test
  void aPartitionThatMetadataDoesNotHaveYetIsAskedForOnce() {
    f.partitionCount(2);
    assertThat(f.unassigned("a", 2)).containsExactly("refresh t[2]: UNKNOWN_PARTITION");
    assertThat(f.unassigned("b", 7)).containsExactly("refresh t[7]: UNKNOWN_PARTITION");
    assertThat(f.unassigned("other", 0)).containsExactly("assign other of 2");

    assertThat(f.partitionCount(3)).containsExactly("assign a of 3");
    f.machine.onMetadataAnswered(f.now, f);
    assertThat(f.turn()).containsExactly("b failed: LOCAL_UNKNOWN_PARTITION, NOT_PERSISTED");
    assertThat(f.failures.get(0).detail()).startsWith("t[7]: ").endsWith("it has 3 partitions");
  }

  @Test
  void messagesThatWaitTooLongFail() {
    f.unassigned("a", -1);
    f.partitionCount(1);
    f.assigned("a");
    f.partitionCount(0);
    f.unassigned("b", -1);

    assertThat(f.toDeadline()).isEqualTo(120_000);
    assertThat(f.turn()).containsExactly("b failed: LOCAL_MSG_TIMED_OUT, NOT_PERSISTED");
    assertThat(f.machine.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void whatLastsTooLongTellsWhatBrokersSayOfItsTopicOrThatTheySayNothing() {
    f.unassigned("a", -1);
    f.machine.onTopicError(f.topic, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f.now, f);
    f.toDeadline();
    f.turn();
    f.unassigned("b", -1);
    f.machine.onTopicError(f.topic, ErrorCode.NONE, f.now, f);
    f.machine.onMetadataFailed("connection refused", f.now, f);
    f.toDeadline();
    f.turn();
    f.unassigned("c", -1);
    f.machine.onMetadataAnswered(f.now, f);
    f.toDeadline();
    f.turn();

    assertThat(f.failures).extracting(ProduceFailure::code).containsOnly(LOCAL_MSG_TIMED_OUT);
    assertThat(f.failures.get(0).detail())
        .startsWith("t: ")
        .contains("; the number of its partitions is not known; brokers say of the topic: ")
        .contains("(UNKNOWN_TOPIC_OR_PARTITION, 3)");
    assertThat(f.failures.get(1).detail())
        .endsWith("is not known; metadata is not answered: connection refused");
    assertThat(f.failures.get(2).detail()).endsWith("is not known");
  }

  @Test
  void aTopicThatMayNotBeWrittenFailsThemByItsError() {
    f.unassigned("a", -1);
    f.machine.onTopicState(
        f.topic, TopicState.ERROR, ErrorCode.TOPIC_AUTHORIZATION_FAILED, f.now, f);

    assertThat(f.turn()).containsExactly("a failed: TOPIC_AUTHORIZATION_FAILED, NOT_PERSISTED");
  }

  @Test
  void aPurgeFailsThemAndAFlushIsOver() {
    f.unassigned("a", -1);
    f.flush(1);

    assertThat(f.purge(true, false))
        .containsExactly("a failed: LOCAL_PURGE_QUEUE, NOT_PERSISTED", "flushed 1");
  }

  @Test
  void onlyWhatIsBeingAssignedCanHaveBeen() {
    f.unassigned("a", -1);

    assertThatThrownBy(() -> f.assigned("a")).isInstanceOf(IllegalStateException.class);
  }
}
