package io.toppar.domain;

/**
 * The one table of what to do about an error: a row per kind of code, a column per {@link
 * ErrorContext}.
 *
 * <p>Stateless, any thread, O(1), allocates nothing. Every code has its row here or the build
 * fails; what coordinators of groups answer has a table of its own behind this one. Of all codes
 * only OFFSET_OUT_OF_RANGE of a Fetch leads to the reset policy (S47). A failed offset lookup never
 * does, whichever its code (S18 is departed from): following the policy takes a lookup, too, and a
 * missing topic or partition may be one that is still being made (S17, B061). A failed validation
 * leaves the position where it is (S40).
 */
public final class ErrorTable {

  private ErrorTable() {}

  /** What to do about this error in this context. */
  public static ErrorActions actions(ErrorContext context, ErrorCode code) {
    return context.isOfGroups()
        ? GroupErrorTable.actions(context, code)
        : row(code).column(context);
  }

  private static ErrorRow row(ErrorCode code) {
    return switch (code) {
      case NONE -> ErrorRow.FINE;
      case LOCAL_TRANSPORT,
          LOCAL_RESOLVE,
          LOCAL_UNKNOWN_PARTITION,
          LOCAL_UNKNOWN_TOPIC,
          LOCAL_ALL_BROKERS_DOWN,
          LOCAL_TIMED_OUT,
          UNKNOWN_TOPIC_OR_PARTITION,
          LEADER_NOT_AVAILABLE,
          NOT_LEADER_OR_FOLLOWER,
          BROKER_NOT_AVAILABLE,
          NETWORK_EXCEPTION,
          KAFKA_STORAGE_ERROR,
          LISTENER_NOT_FOUND,
          FENCED_LEADER_EPOCH,
          UNKNOWN_LEADER_EPOCH,
          OFFSET_NOT_AVAILABLE,
          UNKNOWN_TOPIC_ID,
          INCONSISTENT_TOPIC_ID ->
          ErrorRow.MOVED;
      case REPLICA_NOT_AVAILABLE -> ErrorRow.REPLICA_MISSING;
      case REQUEST_TIMED_OUT, THROTTLING_QUOTA_EXCEEDED -> ErrorRow.BUSY;
      case UNKNOWN_SERVER_ERROR -> ErrorRow.UNNAMED;
      case OFFSET_OUT_OF_RANGE -> ErrorRow.OUT_OF_RANGE;
      case FETCH_SESSION_ID_NOT_FOUND, INVALID_FETCH_SESSION_EPOCH, FETCH_SESSION_TOPIC_ID_ERROR ->
          ErrorRow.SESSION;
      case TOPIC_AUTHORIZATION_FAILED -> ErrorRow.DENIED;
      case INVALID_TOPIC_EXCEPTION, INVALID_REQUEST -> ErrorRow.REJECTED;
      case LOCAL_UNSUPPORTED_FEATURE, UNSUPPORTED_VERSION, UNSUPPORTED_FOR_MESSAGE_FORMAT ->
          ErrorRow.TOO_OLD;
      case REBOOTSTRAP_REQUIRED -> ErrorRow.START_OVER;
      case LOCAL_AUTHENTICATION,
          CLUSTER_AUTHORIZATION_FAILED,
          UNSUPPORTED_SASL_MECHANISM,
          ILLEGAL_SASL_STATE,
          SASL_AUTHENTICATION_FAILED ->
          ErrorRow.SHUT_OUT;
      case LOCAL_DESTROY, LOCAL_IN_PROGRESS, LOCAL_OUTDATED -> ErrorRow.VOID;
      case LOCAL_FAIL,
          LOCAL_MSG_TIMED_OUT,
          LOCAL_PARTITION_EOF,
          LOCAL_FS,
          LOCAL_INVALID_ARG,
          LOCAL_QUEUE_FULL,
          LOCAL_WAIT_COORD,
          LOCAL_PREV_IN_PROGRESS,
          LOCAL_CONFLICT,
          LOCAL_STATE,
          LOCAL_NO_OFFSET,
          LOCAL_PURGE_QUEUE,
          LOCAL_PURGE_INFLIGHT,
          LOCAL_FATAL,
          LOCAL_INCONSISTENT,
          LOCAL_AUTO_OFFSET_RESET,
          LOCAL_LOG_TRUNCATION,
          LOCAL_INVALID_DIFFERENT_RECORD ->
          ErrorRow.OURS;
      case LOCAL_BAD_MSG,
          LOCAL_BAD_COMPRESSION,
          LOCAL_NOT_IMPLEMENTED,
          CORRUPT_MESSAGE,
          INVALID_FETCH_SIZE,
          MESSAGE_TOO_LARGE,
          STALE_CONTROLLER_EPOCH,
          OFFSET_METADATA_TOO_LARGE,
          COORDINATOR_LOAD_IN_PROGRESS,
          COORDINATOR_NOT_AVAILABLE,
          NOT_COORDINATOR,
          RECORD_LIST_TOO_LARGE,
          NOT_ENOUGH_REPLICAS,
          NOT_ENOUGH_REPLICAS_AFTER_APPEND,
          INVALID_REQUIRED_ACKS,
          ILLEGAL_GENERATION,
          INCONSISTENT_GROUP_PROTOCOL,
          INVALID_GROUP_ID,
          UNKNOWN_MEMBER_ID,
          INVALID_SESSION_TIMEOUT,
          REBALANCE_IN_PROGRESS,
          INVALID_COMMIT_OFFSET_SIZE,
          GROUP_AUTHORIZATION_FAILED,
          INVALID_TIMESTAMP,
          TOPIC_ALREADY_EXISTS,
          INVALID_PARTITIONS,
          INVALID_REPLICATION_FACTOR,
          INVALID_REPLICA_ASSIGNMENT,
          INVALID_CONFIG,
          NOT_CONTROLLER,
          POLICY_VIOLATION,
          OUT_OF_ORDER_SEQUENCE_NUMBER,
          DUPLICATE_SEQUENCE_NUMBER,
          INVALID_PRODUCER_EPOCH,
          INVALID_TXN_STATE,
          INVALID_PRODUCER_ID_MAPPING,
          INVALID_TRANSACTION_TIMEOUT,
          CONCURRENT_TRANSACTIONS,
          TRANSACTION_COORDINATOR_FENCED,
          TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
          SECURITY_DISABLED,
          OPERATION_NOT_ATTEMPTED,
          LOG_DIR_NOT_FOUND,
          UNKNOWN_PRODUCER_ID,
          REASSIGNMENT_IN_PROGRESS,
          DELEGATION_TOKEN_AUTH_DISABLED,
          DELEGATION_TOKEN_NOT_FOUND,
          DELEGATION_TOKEN_OWNER_MISMATCH,
          DELEGATION_TOKEN_REQUEST_NOT_ALLOWED,
          DELEGATION_TOKEN_AUTHORIZATION_FAILED,
          DELEGATION_TOKEN_EXPIRED,
          INVALID_PRINCIPAL_TYPE,
          NON_EMPTY_GROUP,
          GROUP_ID_NOT_FOUND,
          TOPIC_DELETION_DISABLED,
          UNSUPPORTED_COMPRESSION_TYPE,
          STALE_BROKER_EPOCH,
          MEMBER_ID_REQUIRED,
          PREFERRED_LEADER_NOT_AVAILABLE,
          GROUP_MAX_SIZE_REACHED,
          FENCED_INSTANCE_ID,
          ELIGIBLE_LEADERS_NOT_AVAILABLE,
          ELECTION_NOT_NEEDED,
          NO_REASSIGNMENT_IN_PROGRESS,
          GROUP_SUBSCRIBED_TO_TOPIC,
          INVALID_RECORD,
          UNSTABLE_OFFSET_COMMIT,
          PRODUCER_FENCED,
          RESOURCE_NOT_FOUND,
          DUPLICATE_RESOURCE,
          UNACCEPTABLE_CREDENTIAL,
          INCONSISTENT_VOTER_SET,
          INVALID_UPDATE_VERSION,
          FEATURE_UPDATE_FAILED,
          PRINCIPAL_DESERIALIZATION_FAILURE,
          SNAPSHOT_NOT_FOUND,
          POSITION_OUT_OF_RANGE,
          DUPLICATE_BROKER_REGISTRATION,
          BROKER_ID_NOT_REGISTERED,
          INCONSISTENT_CLUSTER_ID,
          TRANSACTIONAL_ID_NOT_FOUND,
          INELIGIBLE_REPLICA,
          NEW_LEADER_ELECTED,
          OFFSET_MOVED_TO_TIERED_STORAGE,
          FENCED_MEMBER_EPOCH,
          UNRELEASED_INSTANCE_ID,
          UNSUPPORTED_ASSIGNOR,
          STALE_MEMBER_EPOCH,
          MISMATCHED_ENDPOINT_TYPE,
          UNSUPPORTED_ENDPOINT_TYPE,
          UNKNOWN_CONTROLLER_ID,
          UNKNOWN_SUBSCRIPTION_ID,
          TELEMETRY_TOO_LARGE,
          INVALID_REGISTRATION,
          TRANSACTION_ABORTABLE,
          INVALID_RECORD_STATE,
          SHARE_SESSION_NOT_FOUND,
          INVALID_SHARE_SESSION_EPOCH,
          FENCED_STATE_EPOCH,
          INVALID_VOTER_KEY,
          DUPLICATE_VOTER,
          VOTER_NOT_FOUND,
          INVALID_REGULAR_EXPRESSION,
          STREAMS_INVALID_TOPOLOGY,
          STREAMS_INVALID_TOPOLOGY_EPOCH,
          STREAMS_TOPOLOGY_FENCED,
          SHARE_SESSION_LIMIT_REACHED,
          GROUP_DELETION_FAILED,
          STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED,
          CONTROLLER_ID_NOT_REGISTERED ->
          ErrorRow.UNEXPECTED;
    };
  }
}
