package io.toppar.app.engine;

import java.time.Duration;

/** Arithmetic on waiting times. Stateless. */
public final class Waits {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private Waits() {}

  /**
   * A wait in whole milliseconds that is never shorter: 300 microseconds become one millisecond,
   * not a tight loop of zero (B212).
   */
  static long roundedUp(long nanos) {
    if (nanos <= 0) {
      return 0;
    }
    return (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI * NANOS_PER_MILLI;
  }

  /** A duration in nanoseconds, at least 0 and at most about 146 years. */
  public static long nanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    return duration.toSeconds() >= Long.MAX_VALUE / 2_000_000_000L
        ? Long.MAX_VALUE / 2
        : duration.toNanos();
  }
}
