package io.toppar.domain;

import static io.toppar.domain.ErrorAction.DROP;
import static io.toppar.domain.ErrorAction.FATAL;
import static io.toppar.domain.ErrorAction.GO_WITHOUT;
import static io.toppar.domain.ErrorAction.INFORM;
import static io.toppar.domain.ErrorAction.INFORM_ONCE;
import static io.toppar.domain.ErrorAction.LEAVE_FOLLOWER;
import static io.toppar.domain.ErrorAction.LONG_BACK_OFF;
import static io.toppar.domain.ErrorAction.NEW_SESSION;
import static io.toppar.domain.ErrorAction.PERMANENT;
import static io.toppar.domain.ErrorAction.REFRESH_METADATA;
import static io.toppar.domain.ErrorAction.RESET_POSITION;
import static io.toppar.domain.ErrorAction.RETRY;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorTableTest {

  @ParameterizedTest
  @EnumSource(ErrorContext.class)
  void everyErrorButNoneIsDealtWithSomehow(ErrorContext context) {
    for (ErrorCode code : ErrorCode.values()) {
      ErrorActions actions = ErrorTable.actions(context, code);
      boolean nothing = actions.equals(ErrorActions.NONE);
      boolean harmless =
          code == ErrorCode.NONE
              || (context == ErrorContext.METADATA && code == ErrorCode.REPLICA_NOT_AVAILABLE);
      assertThat(nothing).as("%s in %s", code, context).isEqualTo(harmless);
    }
  }

  @ParameterizedTest
  @EnumSource(ErrorContext.class)
  void noErrorIsBothPermanentAndRetriedNorToldTwice(ErrorContext context) {
    for (ErrorCode code : ErrorCode.values()) {
      ErrorActions actions = ErrorTable.actions(context, code);
      assertThat(actions.has(RETRY) && (actions.has(PERMANENT) || actions.has(FATAL)))
          .as("%s in %s: %s", code, context, actions)
          .isFalse();
      assertThat(actions.has(INFORM) && actions.has(INFORM_ONCE)).as("%s", code).isFalse();
      if (actions.has(PERMANENT) || actions.has(FATAL)) {
        assertThat(actions.has(INFORM)).as("%s in %s is silent", code, context).isTrue();
      }
    }
  }

  @Test
  void aLeaderThatHasMovedIsLookedUpAndAskedAgainInSilence() {
    for (ErrorCode code :
        new ErrorCode[] {
          ErrorCode.NOT_LEADER_OR_FOLLOWER,
          ErrorCode.FENCED_LEADER_EPOCH,
          ErrorCode.UNKNOWN_LEADER_EPOCH,
          ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
          ErrorCode.KAFKA_STORAGE_ERROR,
          ErrorCode.OFFSET_NOT_AVAILABLE,
          ErrorCode.LOCAL_TRANSPORT
        }) {
      assertThat(ErrorTable.actions(ErrorContext.FETCH, code))
          .isEqualTo(ErrorActions.of(REFRESH_METADATA, RETRY, LEAVE_FOLLOWER));
      assertThat(ErrorTable.actions(ErrorContext.LIST_OFFSETS, code))
          .isEqualTo(ErrorActions.of(REFRESH_METADATA, RETRY));
    }
  }

  /** B061. */
  @Test
  void onlyAnOffsetOutOfRangeInAFetchReachesTheResetPolicy() {
    for (ErrorContext context : ErrorContext.values()) {
      for (ErrorCode code : ErrorCode.values()) {
        assertThat(ErrorTable.actions(context, code).has(RESET_POSITION))
            .as("%s in %s", code, context)
            .isEqualTo(context == ErrorContext.FETCH && code == ErrorCode.OFFSET_OUT_OF_RANGE);
      }
    }
  }

  @Test
  void aLostSessionIsOpenedAgain() {
    assertThat(ErrorTable.actions(ErrorContext.FETCH, ErrorCode.FETCH_SESSION_ID_NOT_FOUND))
        .isEqualTo(ErrorActions.of(NEW_SESSION, RETRY));
  }

  @Test
  void aDeniedTopicIsToldOnceAndTriedSeldom() {
    assertThat(ErrorTable.actions(ErrorContext.FETCH, ErrorCode.TOPIC_AUTHORIZATION_FAILED))
        .isEqualTo(ErrorActions.of(INFORM_ONCE, RETRY, LONG_BACK_OFF));
  }

  /** B025. */
  @Test
  void aFailureTheBrokerDoesNotNameIsTriedAgain() {
    for (ErrorContext context : ErrorContext.values()) {
      assertThat(ErrorTable.actions(context, ErrorCode.UNKNOWN_SERVER_ERROR).has(RETRY)).isTrue();
    }
  }

  @Test
  void noAnswerToTheQuestionAfterAnEpochCostsThePosition() {
    for (ErrorCode code : ErrorCode.values()) {
      ErrorActions actions = ErrorTable.actions(ErrorContext.EPOCH_END, code);
      if (!code.isLocal() && !actions.has(FATAL)) {
        assertThat(actions.has(PERMANENT)).as("%s", code).isFalse();
      }
    }
    assertThat(ErrorTable.actions(ErrorContext.EPOCH_END, ErrorCode.UNSUPPORTED_VERSION))
        .isEqualTo(ErrorActions.of(GO_WITHOUT));
  }

  @Test
  void whatTheClientCancelledItselfIsForgotten() {
    assertThat(ErrorTable.actions(ErrorContext.FETCH, ErrorCode.LOCAL_DESTROY).toString())
        .isEqualTo(DROP.name());
  }

  @Test
  void aSetOfActionsPrintsItsNames() {
    assertThat(ErrorActions.NONE).hasToString("nothing");
    assertThat(ErrorActions.of(RETRY, REFRESH_METADATA)).hasToString("REFRESH_METADATA+RETRY");
    assertThat(ErrorActions.of(RETRY)).hasSameHashCodeAs(ErrorActions.of(RETRY));
    assertThat(ErrorActions.of(RETRY)).isNotEqualTo(ErrorActions.of(INFORM));
  }
}
