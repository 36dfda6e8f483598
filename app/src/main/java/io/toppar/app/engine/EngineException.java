package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Why a call to the engine came to nothing; the facade turns it into what users catch.
 *
 * <p>Immutable, any thread.
 */
public final class EngineException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  EngineException(ErrorCode code, String detail) {
    super(detail);
    this.code = code;
  }

  EngineException(ErrorCode code, String detail, @Nullable Throwable cause) {
    super(detail, cause);
    this.code = code;
  }

  /** The code. */
  public ErrorCode code() {
    return code;
  }
}
