package io.toppar.app.client;

import io.toppar.domain.ErrorCode;

/** Which category an error code falls into, seen from an application that reads. Stateless. */
final class ErrorCategories {

  private ErrorCategories() {}

  static ErrorCategory of(ErrorCode code) {
    return switch (code) {
      case OFFSET_OUT_OF_RANGE,
          CORRUPT_MESSAGE,
          MESSAGE_TOO_LARGE,
          LOCAL_BAD_MSG,
          LOCAL_BAD_COMPRESSION,
          LOCAL_NO_OFFSET,
          LOCAL_AUTO_OFFSET_RESET,
          LOCAL_LOG_TRUNCATION ->
          ErrorCategory.RESEEK;
      case TOPIC_AUTHORIZATION_FAILED,
          GROUP_AUTHORIZATION_FAILED,
          CLUSTER_AUTHORIZATION_FAILED,
          SASL_AUTHENTICATION_FAILED,
          UNSUPPORTED_SASL_MECHANISM,
          ILLEGAL_SASL_STATE,
          UNSUPPORTED_VERSION,
          UNSUPPORTED_COMPRESSION_TYPE,
          INVALID_TOPIC_EXCEPTION,
          INVALID_CONFIG,
          INVALID_REQUEST,
          INVALID_GROUP_ID,
          INVALID_COMMIT_OFFSET_SIZE,
          OFFSET_METADATA_TOO_LARGE,
          UNKNOWN_MEMBER_ID,
          ILLEGAL_GENERATION,
          FENCED_INSTANCE_ID,
          FENCED_MEMBER_EPOCH,
          STALE_MEMBER_EPOCH,
          LOCAL_AUTHENTICATION,
          LOCAL_CONFLICT,
          LOCAL_FS,
          LOCAL_INVALID_ARG,
          LOCAL_NOT_IMPLEMENTED,
          LOCAL_STATE,
          LOCAL_UNSUPPORTED_FEATURE ->
          ErrorCategory.CONFIGURATION;
      case LOCAL_DESTROY, LOCAL_FAIL -> ErrorCategory.RECREATE;
      default -> ErrorCategory.RETRY;
    };
  }
}
