package io.toppar.domain;

/** How a {@link BatchFault} is told to the application. Stateless. */
final class FaultError {

  private FaultError() {}

  static TopparError of(TopicPartition topicPartition, BatchFault fault) {
    return new TopparError(
        topicPartition, code(fault), fault.firstOffset(), false, text(topicPartition, fault));
  }

  private static ErrorCode code(BatchFault fault) {
    return switch (fault.kind()) {
      case OVERSIZE -> ErrorCode.MESSAGE_TOO_LARGE;
      case CHECKSUM, MALFORMED -> ErrorCode.LOCAL_BAD_MSG;
      case UNKNOWN_MAGIC -> ErrorCode.LOCAL_NOT_IMPLEMENTED;
      case UNSUPPORTED_CODEC -> ErrorCode.UNSUPPORTED_COMPRESSION_TYPE;
      case DECOMPRESSION -> ErrorCode.LOCAL_BAD_COMPRESSION;
    };
  }

  private static String text(TopicPartition topicPartition, BatchFault fault) {
    String advice =
        fault.kind() == BatchFault.Kind.OVERSIZE
            ? "raise the fetch size above " + fault.sizeBytes() + " bytes"
            : "seek to " + (fault.lastOffset() + 1) + " to go on behind them";
    return "records "
        + fault.firstOffset()
        + ".."
        + fault.lastOffset()
        + " of "
        + topicPartition
        + " cannot be read: "
        + fault.detail()
        + "; "
        + advice;
  }
}
