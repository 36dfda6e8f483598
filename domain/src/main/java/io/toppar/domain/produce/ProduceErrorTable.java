package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;

/**
 * What every error means that a Produce request, or one partition of it, can end with. Stateless,
 * any thread, total.
 *
 * <p>It departs from librdkafka's in what a broker that leads no more says: the answer to a request
 * that waited for all replicas may come after the batch was appended, so that the batch may be in
 * the log. And a leader epoch that is too old or too new passes with new metadata (KIP-951).
 */
final class ProduceErrorTable {

  private ProduceErrorTable() {}

  static ProduceFault fault(ErrorCode code, boolean idempotent) {
    ProduceFault fault = fault(code);
    return switch (fault) {
      case OUT_OF_ORDER, FORGOTTEN, FENCED -> idempotent ? fault : ProduceFault.REFUSED;
      default -> fault;
    };
  }

  /** Whether asking for a producer id again after this error cannot help. */
  static boolean isLastingForIdentity(ErrorCode code) {
    return fault(code) == ProduceFault.REFUSED;
  }

  private static ProduceFault fault(ErrorCode code) {
    return switch (code) {
      case DUPLICATE_SEQUENCE_NUMBER -> ProduceFault.DUPLICATE;
      case NOT_LEADER_OR_FOLLOWER,
          LEADER_NOT_AVAILABLE,
          UNKNOWN_TOPIC_OR_PARTITION,
          UNKNOWN_TOPIC_ID,
          INCONSISTENT_TOPIC_ID,
          FENCED_LEADER_EPOCH,
          UNKNOWN_LEADER_EPOCH,
          BROKER_NOT_AVAILABLE,
          REPLICA_NOT_AVAILABLE,
          LISTENER_NOT_FOUND,
          REBOOTSTRAP_REQUIRED ->
          ProduceFault.MOVED;
      case KAFKA_STORAGE_ERROR -> ProduceFault.BROKEN;
      case NETWORK_EXCEPTION,
          LOCAL_TRANSPORT,
          LOCAL_RESOLVE,
          LOCAL_ALL_BROKERS_DOWN,
          LOCAL_TIMED_OUT ->
          ProduceFault.LOST;
      case REQUEST_TIMED_OUT, NOT_ENOUGH_REPLICAS_AFTER_APPEND -> ProduceFault.UNCONFIRMED;
      case NOT_ENOUGH_REPLICAS, CORRUPT_MESSAGE, THROTTLING_QUOTA_EXCEEDED -> ProduceFault.NOT_NOW;
      case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE -> ProduceFault.TOO_LARGE;
      case OUT_OF_ORDER_SEQUENCE_NUMBER -> ProduceFault.OUT_OF_ORDER;
      case UNKNOWN_PRODUCER_ID -> ProduceFault.FORGOTTEN;
      case INVALID_PRODUCER_EPOCH, PRODUCER_FENCED, INVALID_PRODUCER_ID_MAPPING ->
          ProduceFault.FENCED;
      case INVALID_RECORD,
          INVALID_TIMESTAMP,
          INVALID_REQUIRED_ACKS,
          INVALID_TOPIC_EXCEPTION,
          INVALID_REQUEST,
          POLICY_VIOLATION,
          TOPIC_AUTHORIZATION_FAILED,
          CLUSTER_AUTHORIZATION_FAILED,
          TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
          UNSUPPORTED_VERSION,
          UNSUPPORTED_FOR_MESSAGE_FORMAT,
          UNSUPPORTED_COMPRESSION_TYPE,
          UNSUPPORTED_SASL_MECHANISM,
          ILLEGAL_SASL_STATE,
          SASL_AUTHENTICATION_FAILED,
          INVALID_TXN_STATE,
          TRANSACTION_ABORTABLE,
          LOCAL_AUTHENTICATION,
          LOCAL_UNSUPPORTED_FEATURE,
          LOCAL_NOT_IMPLEMENTED,
          LOCAL_INVALID_ARG ->
          ProduceFault.REFUSED;
      // A code that has no business in these replies says nothing about the batch.
      default -> ProduceFault.UNREADABLE;
    };
  }
}
