package io.toppar.app.client;

import io.toppar.domain.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The root of what the client throws. Its category says what can be done, its message what
 * happened, where, and what to do.
 *
 * <p>Unchecked, since most callers can only log it; catch by category. Immutable, any thread.
 */
public class TopparException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCategory category;
  private final ErrorCode code;

  /** An error with its category, code, message and cause. */
  public TopparException(
      ErrorCategory category, ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.category = category;
    this.code = code;
  }

  /** What can be done about it. */
  public final ErrorCategory category() {
    return category;
  }

  /** Kafka's or librdkafka's code for it. */
  public final ErrorCode code() {
    return code;
  }
}
