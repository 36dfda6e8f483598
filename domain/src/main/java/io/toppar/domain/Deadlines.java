package io.toppar.domain;

/**
 * Arithmetic on deadlines, which are monotonic nanoseconds.
 *
 * <p>Stateless, any thread. A reading of the monotonic clock may be negative and may wrap, so
 * deadlines are compared by subtraction, after the test for {@link #NONE}.
 */
public final class Deadlines {

  /** No deadline at all. */
  public static final long NONE = Long.MAX_VALUE;

  private Deadlines() {}

  /** The deadline {@code delayNanos} from now; never {@link #NONE} by accident. */
  public static long after(long nowNanos, long delayNanos) {
    long deadline = nowNanos + delayNanos;
    return deadline == NONE ? NONE - 1 : deadline;
  }

  /** Whether the deadline has been reached; {@link #NONE} never is. */
  public static boolean reached(long deadlineNanos, long nowNanos) {
    return deadlineNanos != NONE && deadlineNanos - nowNanos <= 0;
  }

  /** The earlier of the two. */
  public static long earlier(long a, long b) {
    if (a == NONE) {
      return b;
    }
    if (b == NONE) {
      return a;
    }
    return a - b <= 0 ? a : b;
  }
}
