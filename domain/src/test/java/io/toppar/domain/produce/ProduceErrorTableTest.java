package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.ProduceFault.Course;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProduceErrorTableTest {

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void onlyADuplicateIsASuccess(ErrorCode code) {
    assertThat(ProduceErrorTable.fault(code, true).course == Course.DELIVERED)
        .isEqualTo(code == ErrorCode.DUPLICATE_SEQUENCE_NUMBER);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void withoutSequencesNoErrorIsAboutThem(ErrorCode code) {
    assertThat(ProduceErrorTable.fault(code, false).course)
        .isNotIn(Course.OUT_OF_ORDER, Course.FORGOTTEN, Course.FENCED);
  }

  @Test
  void whatNobodyCanExplainMayBeInTheLog() {
    for (ErrorCode code :
        new ErrorCode[] {
          ErrorCode.UNKNOWN_SERVER_ERROR, ErrorCode.LOCAL_BAD_MSG, ErrorCode.LOCAL_DESTROY
        }) {
      ProduceFault fault = ProduceErrorTable.fault(code, true);
      assertThat(fault.course).as("%s", code).isEqualTo(Course.FAIL);
      assertThat(fault.leavesDoubt(ProduceFixture.PLAIN)).as("%s", code).isTrue();
    }
  }

  @Test
  void fewerReplicasThanWantedAreARefusalBeforeTheAppendAndADoubtAfterIt() {
    ProduceFault before = ProduceErrorTable.fault(ErrorCode.NOT_ENOUGH_REPLICAS, true);
    ProduceFault after = ProduceErrorTable.fault(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND, true);

    assertThat(before.course).isEqualTo(after.course).isEqualTo(Course.RETRY);
    assertThat(before.leavesDoubt(ProduceFixture.PLAIN)).isFalse();
    assertThat(after.leavesDoubt(ProduceFixture.PLAIN)).isTrue();
  }
}
