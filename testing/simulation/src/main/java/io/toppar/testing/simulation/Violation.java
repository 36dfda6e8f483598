package io.toppar.testing.simulation;

import org.jspecify.annotations.Nullable;

/** A promise of the client that was not kept. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  /** What kind of promise; shrinking keeps it. */
  enum Kind {
    /** Something readable was stepped over. */
    GAP,
    /** Records came again, or out of order. */
    REPEAT,
    /** A record was never in the log, or never to be seen. */
    CONTENT,
    /** Something of a partition that is not assigned, paused, or whose reading has ended. */
    UNWANTED,
    /** A position that is not the one behind what was handed over. */
    POSITION,
    /** A logical offset was resolved to a place that it never stood for. */
    RESOLVED,
    /** A reset that nothing called for, or to a wrong place. */
    RESET,
    /** The end was told where it is not. */
    END,
    /** An error that nothing called for. */
    ERROR,
    /** More is stored than was processed. */
    STORED,
    /** Something is committed that was never stored, or what was stored is not. */
    COMMITTED,
    /** Something readable was never read. */
    NEVER_READ,
    /** What was reported as delivered is not in the log, or somewhere else. */
    LOST,
    /** A message is in a log twice. */
    TWICE,
    /** A message is in a log that was refused, or reported as surely in none. */
    UNKNOWN,
    /** Messages of a partition are in another order than they were sent in. */
    ORDER,
    /** A message was reported twice, never, or in a way that nothing called for. */
    REPORT,
    /** Once all was well a message was not delivered. */
    NEVER_WRITTEN,
    /** A request without a deadline, or never answered; or a question of the application. */
    DEADLINE,
    /** Two brokers are asked for one partition. */
    OWNER,
    /** More memory is in use than allowed. */
    MEMORY,
    /** Buffers are held after everything has ended. */
    LEAK,
    /** The client logged an error of its own, or threw what it should not. */
    BROKEN
  }

  private final Kind kind;

  Violation(Kind kind, String what) {
    super(kind + ": " + what);
    this.kind = kind;
  }

  Violation(Kind kind, String what, @Nullable Throwable cause) {
    super(kind + ": " + what, cause);
    this.kind = kind;
  }

  /** Goes on if it is kept. */
  static void require(boolean kept, Kind kind, String what) {
    if (!kept) {
      throw new Violation(kind, what);
    }
  }

  Kind kind() {
    return kind;
  }
}
