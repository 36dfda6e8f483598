package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {

  @Test
  void everyCodeOfTheWireIsFoundByItsNumber() {
    for (ErrorCode code : ErrorCode.values()) {
      if (!code.isLocal()) {
        assertThat(ErrorCode.forCode(code.code())).isSameAs(code);
      }
    }
  }

  @Test
  void noTwoCodesShareANumber() {
    Set<Short> numbers = new HashSet<>();
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(numbers.add(code.code())).as("%s", code).isTrue();
    }
  }

  @Test
  void anUnknownNumberIsAnUnknownServerErrorAndKeepsItsNumberForMessages() {
    for (short number : new short[] {137, 999, Short.MAX_VALUE, -2, -185, Short.MIN_VALUE}) {
      assertThat(ErrorCode.forCode(number)).isSameAs(ErrorCode.UNKNOWN_SERVER_ERROR);
      assertThat(ErrorCode.describe(number)).contains("error code " + number);
    }
  }

  @Test
  void aKnownNumberIsDescribedByTextNameAndNumber() {
    assertThat(ErrorCode.describe((short) 29))
        .contains("ACL")
        .endsWith("(TOPIC_AUTHORIZATION_FAILED, 29)");
    assertThat(ErrorCode.describe((short) -1)).endsWith("(UNKNOWN_SERVER_ERROR, -1)");
  }

  @Test
  void everyCodeHasATextEvenOneThatUsersNeverMeet() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(code.text()).isNotBlank();
    }
    assertThat(ErrorCode.STALE_BROKER_EPOCH.text()).isEqualTo("stale broker epoch");
  }
}
