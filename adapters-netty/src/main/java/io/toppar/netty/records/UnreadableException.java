package io.toppar.netty.records;

import io.toppar.domain.BatchFault;

/** Bytes that are no records: what is wrong, for whoever knows the offsets. */
final class UnreadableException extends Exception {

  private static final long serialVersionUID = 1L;

  private final BatchFault.Kind kind;
  private final String detail;

  UnreadableException(BatchFault.Kind kind, String detail) {
    super(detail);
    this.kind = kind;
    this.detail = detail;
  }

  static UnreadableException malformed(String detail) {
    return new UnreadableException(BatchFault.Kind.MALFORMED, detail);
  }

  BatchFault.Kind kind() {
    return kind;
  }

  String detail() {
    return detail;
  }
}
