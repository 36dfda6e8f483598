package io.toppar.netty.gateway;

import io.toppar.domain.ErrorCode;

/** The codes of the wire as the domain's. */
final class ErrorCodes {

  private static final ErrorCode[] BY_CODE = byCode();

  private ErrorCodes() {}

  /** The error with this number; one from the future is an unknown server error. */
  static ErrorCode of(short code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : ErrorCode.UNKNOWN_SERVER_ERROR;
  }

  private static ErrorCode[] byCode() {
    int largest = 0;
    for (ErrorCode error : ErrorCode.values()) {
      largest = Math.max(largest, error.code());
    }
    ErrorCode[] table = new ErrorCode[largest + 1];
    java.util.Arrays.fill(table, ErrorCode.UNKNOWN_SERVER_ERROR);
    for (ErrorCode error : ErrorCode.values()) {
      if (error.code() >= 0) {
        table[error.code()] = error;
      }
    }
    return table;
  }
}
