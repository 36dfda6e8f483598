package io.toppar.domain;

import java.time.Duration;

/**
 * Where reading goes when a position is missing or out of range ({@code auto.offset.reset}, S8,
 * S47, KIP-1106).
 *
 * <p>Immutable, any thread. Never follows from a failed look-up (S18).
 *
 * @param kind which way
 * @param ageMillis how far back {@link Kind#BY_DURATION} goes, in milliseconds of wall-clock time;
 *     0 for the others
 */
public record ResetPolicy(Kind kind, long ageMillis) {

  /** The ways to go. */
  public enum Kind {
    /** To the start of the log. */
    EARLIEST,
    /** To the end of the log. */
    LATEST,
    /** To the first record not older than a duration, or the end if there is none. */
    BY_DURATION,
    /** Nowhere: the application is told, and the partition stops being fetched. */
    ERROR
  }

  /** To the start of the log. */
  public static final ResetPolicy EARLIEST = new ResetPolicy(Kind.EARLIEST, 0);

  /** To the end of the log. */
  public static final ResetPolicy LATEST = new ResetPolicy(Kind.LATEST, 0);

  /** Nowhere. */
  public static final ResetPolicy ERROR = new ResetPolicy(Kind.ERROR, 0);

  /** To the first record not older than this when it is looked up; not negative. */
  public static ResetPolicy byDuration(Duration age) {
    return new ResetPolicy(Kind.BY_DURATION, age.toMillis());
  }

  /**
   * Refuses a negative age, and one where there is none.
   *
   * @throws IllegalArgumentException if the age is negative, or is not 0 for another kind
   */
  public ResetPolicy {
    if (ageMillis < 0 || (ageMillis > 0 && kind != Kind.BY_DURATION)) {
      throw new IllegalArgumentException("an age of " + ageMillis + " ms does not go with " + kind);
    }
  }
}
