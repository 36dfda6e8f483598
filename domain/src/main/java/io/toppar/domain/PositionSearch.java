package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * What a toppar is looking for while it has no position to fetch from, or doubts the one it has.
 *
 * <p>Confined to its toppar. A TAIL and the bounds of the log take two lookups, of the end and then
 * of the start.
 */
final class PositionSearch {

  private static final long NO_AGE = -1;

  /** The logical offset looked for; INVALID while the bounds of the log are. */
  private final long target;

  private final long from;
  private final @Nullable String cause;

  /** Looks for the first record not older than this, and for the target if there is none; or -1. */
  private long ageMillis;

  private long start = -1;
  private long end = -1;

  private PositionSearch(long target, long from, @Nullable String cause, long ageMillis) {
    this.target = target;
    this.from = from;
    this.cause = cause;
    this.ageMillis = ageMillis;
  }

  /** Looks for a logical offset. */
  static PositionSearch of(long logical) {
    return new PositionSearch(logical, Offsets.INVALID, null, NO_AGE);
  }

  /** Looks for the bounds of the log, to judge this position. */
  static PositionSearch ofBounds(long doubted) {
    return new PositionSearch(Offsets.INVALID, doubted, null, NO_AGE);
  }

  /** Looks for a logical offset in place of this position, given up for this cause. */
  static PositionSearch insteadOf(long position, String cause, long logical) {
    return new PositionSearch(logical, position, cause, NO_AGE);
  }

  /** Looks for where the policy leads from this position, given up for this cause. */
  static PositionSearch byPolicy(ResetPolicy policy, long position, String cause) {
    return switch (policy.kind()) {
      case EARLIEST -> insteadOf(position, cause, Offsets.BEGINNING);
      case LATEST -> insteadOf(position, cause, Offsets.END);
      case BY_DURATION -> new PositionSearch(Offsets.END, position, cause, policy.ageMillis());
      case ERROR -> throw new IllegalArgumentException("the policy leads nowhere");
    };
  }

  /** The position given up or doubted, or INVALID. */
  long from() {
    return from;
  }

  /** Why it was given up, or null. */
  @Nullable String cause() {
    return cause;
  }

  /** The offset to name in an error. */
  long subject() {
    return from >= 0 ? from : target;
  }

  /** Whether a command named what is looked for, so that it can be looked for in another log. */
  boolean isAsCommanded() {
    return cause == null && asksLeader() && !asksBounds();
  }

  /** The same command, for a log of which nothing is known. */
  PositionSearch again() {
    return of(target);
  }

  boolean asksLeader() {
    return target != Offsets.STORED;
  }

  boolean asksBounds() {
    return target == Offsets.INVALID;
  }

  /** Whether the next lookup is by {@link #ageMillis}, not by {@link #timestamp}. */
  boolean asksAge() {
    return ageMillis >= 0;
  }

  /** How old a record may be. */
  long ageMillis() {
    return ageMillis;
  }

  /** The answer to the lookup by age: no record is that young. The target is looked for next. */
  void noneThatYoung() {
    ageMillis = NO_AGE;
  }

  /** Another leader is asked, whose log may be another: what one of them said is void. */
  void startOver() {
    start = -1;
    end = -1;
  }

  /** The timestamp of the next lookup. */
  long timestamp() {
    return target == Offsets.BEGINNING || end >= 0 ? Offsets.BEGINNING : Offsets.END;
  }

  /** Takes the answer to the next lookup; true if that was the last. */
  boolean found(long offset) {
    if (asksAge()) {
      end = offset;
      return true;
    }
    if (timestamp() == Offsets.BEGINNING) {
      start = offset;
      return true;
    }
    end = offset;
    return target == Offsets.END;
  }

  /** The position looked for, once found. */
  long position() {
    if (Offsets.isTail(target)) {
      return Offsets.resolveTail(target, start, end);
    }
    return target == Offsets.END ? end : start;
  }

  long start() {
    return start;
  }

  /** The end of the log; a log cut between the two lookups ends where it starts. */
  long end() {
    return Math.max(start, end);
  }

  /** Whether the doubted position is in the log after all (B066). */
  boolean isSound() {
    return from >= start && from <= end();
  }

  /** On which side of the log the doubted position is (B072). */
  String verdict() {
    String side = from < start ? "before the log start" : "past the log end";
    return "offset " + from + " is " + side + " (log start " + start + ", end " + end() + ")";
  }

  /** Snapshot and restore, as {@link StateTransfer} says; null while restoring. */
  static PositionSearch transfer(StateTransfer state, @Nullable PositionSearch present) {
    PositionSearch given = present == null ? of(Offsets.INVALID) : present;
    PositionSearch search =
        new PositionSearch(
            state.number(given.target),
            state.number(given.from),
            state.text(given.cause),
            state.number(given.ageMillis));
    search.start = state.number(given.start);
    search.end = state.number(given.end);
    return search;
  }
}
