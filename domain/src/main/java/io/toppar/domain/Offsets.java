package io.toppar.domain;

/**
 * The logical offsets and the arithmetic of offsets.
 *
 * <p>Stateless, any thread. An offset is the position of the next record to read. One below 0 is
 * logical: it stands for a position that must be looked up first and is never sent in a Fetch. "No
 * offset" is {@link #INVALID}, a marker of its own: neither 0 nor -1, which is {@link #END} (B071,
 * B081). Rules L11 and L13.
 */
public final class Offsets {

  /** The start of the log. */
  public static final long BEGINNING = -2;

  /** The end of the log; not "none". */
  public static final long END = -1;

  /** The position in the offset store. */
  public static final long STORED = -1000;

  /** No offset. */
  public static final long INVALID = -1001;

  /** The greatest count that {@link #tail} takes. */
  public static final long MAX_TAIL_COUNT = Long.MAX_VALUE - 2000;

  /** {@code TAIL(n)} is this minus n. */
  static final long TAIL_BASE = -2000;

  private static final int UNKNOWN_EPOCH = -1;

  private Offsets() {}

  /** Whether this is a position in the log, 0 or greater. */
  public static boolean isAbsolute(long offset) {
    return offset >= 0;
  }

  /** Whether this stands for something else than a position in the log, that is, is negative. */
  public static boolean isLogical(long offset) {
    return offset < 0;
  }

  /** Whether this is a {@code TAIL(n)}, n 0 included. */
  public static boolean isTail(long offset) {
    return offset <= TAIL_BASE;
  }

  /**
   * Whether reading may be asked to start here: a position, {@link #BEGINNING}, {@link #END},
   * {@link #STORED}, a {@code TAIL(n)}, or {@link #INVALID}, which an assignment turns into {@link
   * #STORED} (L13).
   */
  public static boolean isStart(long offset) {
    return offset >= 0
        || offset == BEGINNING
        || offset == END
        || offset == STORED
        || offset == INVALID
        || isTail(offset);
  }

  /**
   * The logical offset that is {@code count} before the end of the log.
   *
   * @param count 0 to {@link #MAX_TAIL_COUNT}
   * @throws IllegalArgumentException if the count is outside that
   */
  public static long tail(long count) {
    if (count < 0 || count > MAX_TAIL_COUNT) {
      throw new IllegalArgumentException(
          "tail count " + count + " is not between 0 and " + MAX_TAIL_COUNT);
    }
    return TAIL_BASE - count;
  }

  /**
   * The n of a {@code TAIL(n)}.
   *
   * @throws IllegalArgumentException if the offset is not one
   */
  public static long tailCount(long offset) {
    if (!isTail(offset)) {
      throw new IllegalArgumentException(text(offset) + " is not a TAIL offset");
    }
    return TAIL_BASE - offset;
  }

  /**
   * Where a {@code TAIL(n)} begins: n before the end, but never before the log start (B067).
   *
   * @param tail the {@code TAIL(n)}
   * @param logStart first offset of the log; negative where unknown, which counts as 0
   * @param end end of the log, 0 or greater
   * @throws IllegalArgumentException if the first is no TAIL offset or the end is no position
   */
  public static long resolveTail(long tail, long logStart, long end) {
    long count = tailCount(tail);
    if (end < 0) {
      throw new IllegalArgumentException("the log end " + text(end) + " is not a position");
    }
    // Both operands are 0 or greater, so the subtraction cannot overflow.
    return Math.max(end - count, Math.max(logStart, 0));
  }

  /**
   * The position after the record at this offset.
   *
   * @throws IllegalArgumentException if the offset is logical or the greatest there is
   */
  public static long next(long offset) {
    if (offset < 0 || offset == Long.MAX_VALUE) {
      throw new IllegalArgumentException("there is no record at offset " + text(offset));
    }
    return offset + 1;
  }

  /**
   * Which of two positions is further on: negative, 0 or positive as the first is behind, equal or
   * ahead. Epochs decide where both are known, offsets otherwise (L8).
   *
   * @param epoch leader epoch at the first position, -1 where unknown
   * @param otherEpoch leader epoch at the second, -1 where unknown
   */
  public static int comparePositions(long offset, int epoch, long otherOffset, int otherEpoch) {
    if (epoch != UNKNOWN_EPOCH && otherEpoch != UNKNOWN_EPOCH && epoch != otherEpoch) {
      return Integer.compare(epoch, otherEpoch);
    }
    return Long.compare(offset, otherOffset);
  }

  /**
   * The offset for people: digits, {@code BEGINNING}, {@code END}, {@code STORED}, {@code INVALID},
   * {@code TAIL(n)}, and a negative number without a meaning with a question mark (L11).
   */
  public static String text(long offset) {
    if (offset >= 0) {
      return Long.toString(offset);
    }
    if (isTail(offset)) {
      return "TAIL(" + (TAIL_BASE - offset) + ")";
    }
    if (offset == BEGINNING) {
      return "BEGINNING";
    }
    if (offset == END) {
      return "END";
    }
    if (offset == STORED) {
      return "STORED";
    }
    return offset == INVALID ? "INVALID" : offset + "?";
  }
}
