package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * What a toppar is looking for while it has no position to fetch from, or doubts the one it has.
 *
 * <p>Confined to its toppar. A TAIL and the bounds of the log take two lookups, of the end and then
 * of the start.
 */
final class PositionSearch {

  /** The logical offset looked for; INVALID while the bounds of the log are. */
  private long target = Offsets.INVALID;

  private long start = -1;
  private long end = -1;
  private long from = Offsets.INVALID;
  private @Nullable String cause;

  void clear() {
    target = Offsets.INVALID;
    start = -1;
    end = -1;
    from = Offsets.INVALID;
    cause = null;
  }

  /** Looks for a logical offset. */
  void lookFor(long logical) {
    target = logical;
  }

  /** Doubts this position: looks for the bounds of the log, or for the end of its epoch. */
  void doubt(long position) {
    from = position;
  }

  /** Gives this position up. */
  void giveUp(long position, String why) {
    from = position;
    cause = why;
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

  boolean asksLeader() {
    return target != Offsets.STORED;
  }

  boolean asksBounds() {
    return target == Offsets.INVALID;
  }

  /** The timestamp of the next lookup. */
  long timestamp() {
    return target == Offsets.BEGINNING || end >= 0 ? Offsets.BEGINNING : Offsets.END;
  }

  /** Takes the answer to the lookup of {@link #timestamp}; true if that was the last. */
  boolean found(long offset) {
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
}
