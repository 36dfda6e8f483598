package io.toppar.app.client;

import io.toppar.app.engine.EngineException;
import io.toppar.domain.ErrorCode;

/** Which category an error code falls into, seen from an application that writes. Stateless. */
final class DeliveryCategories {

  private DeliveryCategories() {}

  static ErrorCategory of(ErrorCode code) {
    return switch (code) {
      case MESSAGE_TOO_LARGE,
          RECORD_LIST_TOO_LARGE,
          INVALID_RECORD,
          INVALID_TIMESTAMP,
          INVALID_REQUIRED_ACKS,
          POLICY_VIOLATION,
          LOCAL_UNKNOWN_PARTITION,
          LOCAL_UNKNOWN_TOPIC ->
          ErrorCategory.CONFIGURATION;
      case LOCAL_FATAL, PRODUCER_FENCED, INVALID_PRODUCER_EPOCH, OUT_OF_ORDER_SEQUENCE_NUMBER ->
          ErrorCategory.RECREATE;
      case CORRUPT_MESSAGE, OFFSET_OUT_OF_RANGE -> ErrorCategory.RETRY;
      default -> ErrorCategories.of(code);
    };
  }

  /** What a caller catches whose message was not taken. */
  static TopparException exception(EngineException failure) {
    return new TopparException(
        of(failure.code()),
        failure.code(),
        String.valueOf(failure.getMessage()),
        failure.getCause() != null ? failure.getCause() : failure);
  }
}
