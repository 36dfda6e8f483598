package io.toppar.domain;

import static io.toppar.domain.ErrorAction.ASK_LESS;
import static io.toppar.domain.ErrorAction.DROP;
import static io.toppar.domain.ErrorAction.FIND_COORDINATOR;
import static io.toppar.domain.ErrorAction.INFORM;
import static io.toppar.domain.ErrorAction.INFORM_ONCE;
import static io.toppar.domain.ErrorAction.PERMANENT;
import static io.toppar.domain.ErrorAction.RETRY;
import static io.toppar.domain.ErrorAction.RETRY_FEW;
import static io.toppar.domain.ErrorAction.SPARE_COORDINATOR;

/**
 * The part of {@link ErrorTable} about coordinators of groups (O8). Stateless.
 *
 * <p>Unlike librdkafka's, it is applied to each partition of an answer: one that failed is tried
 * again though others did not.
 */
final class GroupErrorTable {

  private static final ErrorActions AGAIN = ErrorActions.of(RETRY);
  private static final ErrorActions LOST = ErrorActions.of(FIND_COORDINATOR, RETRY);
  private static final ErrorActions LOADING = ErrorActions.of(SPARE_COORDINATOR, RETRY);
  private static final ErrorActions SOON_OR_NEVER = ErrorActions.of(RETRY_FEW);
  private static final ErrorActions TOO_MUCH = ErrorActions.of(ASK_LESS);
  private static final ErrorActions REFUSED = ErrorActions.of(INFORM, PERMANENT);
  private static final ErrorActions VOID = ErrorActions.of(DROP);

  /** A question costs nothing but time, so what is not understood is asked again. */
  private static final ErrorActions ODD_ANSWER = ErrorActions.of(INFORM_ONCE, RETRY);

  private GroupErrorTable() {}

  static ErrorActions actions(ErrorContext context, ErrorCode code) {
    return switch (code) {
      case NONE -> ErrorActions.NONE;
      case NOT_COORDINATOR,
          COORDINATOR_NOT_AVAILABLE,
          LOCAL_TRANSPORT,
          LOCAL_RESOLVE,
          LOCAL_ALL_BROKERS_DOWN,
          LOCAL_TIMED_OUT,
          LOCAL_BAD_MSG,
          BROKER_NOT_AVAILABLE,
          NETWORK_EXCEPTION ->
          context == ErrorContext.FIND_COORDINATOR ? AGAIN : LOST;
      case COORDINATOR_LOAD_IN_PROGRESS ->
          context == ErrorContext.FIND_COORDINATOR ? AGAIN : LOADING;
      case UNSTABLE_OFFSET_COMMIT,
          REQUEST_TIMED_OUT,
          THROTTLING_QUOTA_EXCEEDED,
          KAFKA_STORAGE_ERROR,
          NOT_ENOUGH_REPLICAS,
          NOT_ENOUGH_REPLICAS_AFTER_APPEND,
          CONCURRENT_TRANSACTIONS,
          REBOOTSTRAP_REQUIRED,
          UNKNOWN_SERVER_ERROR ->
          AGAIN;
      case UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID ->
          context == ErrorContext.FIND_COORDINATOR ? ODD_ANSWER : SOON_OR_NEVER;
      case INVALID_COMMIT_OFFSET_SIZE, MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE ->
          context == ErrorContext.FIND_COORDINATOR ? ODD_ANSWER : TOO_MUCH;
      case LOCAL_DESTROY, LOCAL_IN_PROGRESS, LOCAL_OUTDATED -> VOID;
      case GROUP_AUTHORIZATION_FAILED,
          TOPIC_AUTHORIZATION_FAILED,
          CLUSTER_AUTHORIZATION_FAILED,
          SASL_AUTHENTICATION_FAILED,
          UNSUPPORTED_SASL_MECHANISM,
          ILLEGAL_SASL_STATE,
          LOCAL_AUTHENTICATION,
          INVALID_GROUP_ID,
          INVALID_REQUEST,
          INVALID_TOPIC_EXCEPTION,
          UNSUPPORTED_VERSION,
          LOCAL_UNSUPPORTED_FEATURE,
          OFFSET_METADATA_TOO_LARGE,
          UNKNOWN_MEMBER_ID,
          ILLEGAL_GENERATION,
          REBALANCE_IN_PROGRESS,
          FENCED_INSTANCE_ID,
          FENCED_MEMBER_EPOCH,
          STALE_MEMBER_EPOCH,
          NON_EMPTY_GROUP,
          GROUP_SUBSCRIBED_TO_TOPIC,
          GROUP_ID_NOT_FOUND ->
          REFUSED;
      // A code that has no business in these replies.
      default ->
          context == ErrorContext.OFFSET_COMMIT || context == ErrorContext.OFFSET_DELETE
              ? REFUSED
              : ODD_ANSWER;
    };
  }
}
