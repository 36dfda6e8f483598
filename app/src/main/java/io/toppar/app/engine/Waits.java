package io.toppar.app.engine;

import java.time.Duration;

/** Arithmetic on waiting times. Stateless. */
public final class Waits {

  private Waits() {}

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
