package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class AssignmentRulesTest {

  private final TopicPartitionList list = new TopicPartitionList();

  private AssignmentRefusal refusal() {
    return Objects.requireNonNull(list.assignmentRefusal(null), "not refused");
  }

  /** B005. */
  @Test
  void aPartitionGivenTwiceIsRefusedByName() {
    list.add("t", 0).offset(5);
    list.add("t", 1).offset(5);
    list.add("t", 0).offset(9);
    assertThat(refusal())
        .isEqualTo(new AssignmentRefusal(AssignmentRefusal.Reason.DUPLICATE, "t", 0, 9));
    assertThat(refusal().message()).startsWith("t[0] is given twice");
    assertThat(refusal().code()).isEqualTo(ErrorCode.LOCAL_INVALID_ARG);
    assertThat(list).as("the check reorders nothing").hasToString("t[0]@5, t[1]@5, t[0]@9");
  }

  @Test
  void everyOffsetThatCanBeLookedUpIsAStart() {
    list.add("t", 0).offset(0);
    list.add("t", 1).offset(Offsets.BEGINNING);
    list.add("t", 2).offset(Offsets.END);
    list.add("t", 3).offset(Offsets.STORED);
    list.add("t", 4);
    list.add("t", 5).offset(Offsets.tail(10));
    assertThat(list.assignmentRefusal(null)).isNull();
  }

  @Test
  void anOffsetWithoutMeaningIsRefused() {
    list.add("t", 0).offset(-5);
    assertThat(refusal().reason()).isEqualTo(AssignmentRefusal.Reason.NOT_A_START);
    assertThat(refusal().message()).contains("t[0]").contains("-5?").contains("TAIL(n)");
  }

  @Test
  void anElementWithoutTopicOrPartitionIsRefused() {
    list.add("t", TopicPartition.UNASSIGNED);
    assertThat(refusal().reason()).isEqualTo(AssignmentRefusal.Reason.NO_PARTITION);
    assertThat(refusal().message()).contains("t[-1]");
    list.clear();
    list.add(new TopicId(1, 1), "", 0);
    assertThat(refusal().reason()).isEqualTo(AssignmentRefusal.Reason.NO_TOPIC);
    assertThat(refusal().message()).contains("no topic name");
  }

  @Test
  void aNameThatNoTopicCanHaveIsRefused() { // M19
    list.add("x".repeat(249), 0);
    assertThat(list.assignmentRefusal(null)).isNull();
    list.add("x".repeat(250), 0);
    assertThat(refusal().reason()).isEqualTo(AssignmentRefusal.Reason.NOT_A_TOPIC);
    assertThat(refusal().code()).isEqualTo(ErrorCode.LOCAL_INVALID_ARG);
    assertThat(refusal().message())
        .startsWith("[0] has a topic name of 250 characters: Kafka's longest is 249");
    list.clear();
    list.add("t\ud800", 7);
    assertThat(refusal().reason()).isEqualTo(AssignmentRefusal.Reason.NOT_A_TOPIC);
    assertThat(refusal().message()).startsWith("[7] has a topic name that is no text");
  }

  @Test
  void whatIsAssignedAlreadyIsAConflictWhenAssigningMore() {
    TopicPartitionList assigned = new TopicPartitionList();
    assigned.add("t", 1);
    list.add("t", 0);
    list.add("t", 1);
    AssignmentRefusal refusal = Objects.requireNonNull(list.assignmentRefusal(assigned));
    assertThat(refusal.code()).isEqualTo(ErrorCode.LOCAL_CONFLICT);
    assertThat(refusal.message()).startsWith("t[1] is assigned already");
    assertThat(list.assignmentRefusal(new TopicPartitionList())).isNull();
  }

  @Test
  void whatIsAssignedIsASortedCopyThatStartsAtTheStoredOffsetWhereNoneIsGiven() {
    list.add("t", 1);
    list.add("t", 0).offset(7);
    assertThat(list.preparedForAssignment()).hasToString("t[0]@7, t[1]@-1000");
    assertThat(list).hasToString("t[1], t[0]@7");
  }
}
