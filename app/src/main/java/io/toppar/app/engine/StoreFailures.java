package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.StoreOutcome;

/** How failures of the offset store are told. Stateless. */
final class StoreFailures {

  private StoreFailures() {}

  /** An outcome of the wrong kind is a fault of the store, and counts as a failure. */
  static StoreOutcome.Failed of(StoreOutcome outcome) {
    if (outcome instanceof StoreOutcome.Failed failed) {
      return failed;
    }
    return new StoreOutcome.Failed(
        StoreOutcome.Reason.IO,
        "the offset store answered with a " + outcome.getClass().getSimpleName());
  }

  /** Whether trying again may help. */
  static boolean passing(StoreOutcome.Failed failed) {
    return switch (failed.reason()) {
      case IO, BUSY -> true;
      case IN_USE, BAD_KEY, REFUSED, CLOSED -> false;
    };
  }

  static ErrorCode code(StoreOutcome.Failed failed) {
    if (failed.error() != ErrorCode.NONE) {
      return failed.error();
    }
    return switch (failed.reason()) {
      case IO, BUSY -> ErrorCode.LOCAL_FS;
      case IN_USE -> ErrorCode.LOCAL_CONFLICT;
      case BAD_KEY -> ErrorCode.LOCAL_INVALID_ARG;
      case REFUSED -> ErrorCode.LOCAL_STATE;
      case CLOSED -> ErrorCode.LOCAL_DESTROY;
    };
  }
}
