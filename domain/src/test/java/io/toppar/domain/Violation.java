package io.toppar.domain;

/** Something that must never happen has happened in an {@link ExploredWorld}. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1;

  /** What was promised. */
  private final String promise;

  Violation(String promise, String detail) {
    super(promise + ": " + detail);
    this.promise = promise;
  }

  String promise() {
    return promise;
  }

  static void require(boolean holds, String promise, Object what) {
    if (!holds) {
      throw new Violation(promise, String.valueOf(what));
    }
  }

  static void require(boolean holds, String promise, Object who, Object what) {
    if (!holds) {
      throw new Violation(promise, who + " " + what);
    }
  }
}
