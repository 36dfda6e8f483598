package io.toppar.app.engine;

import java.time.Duration;
import java.util.Objects;

/** Arithmetic on waiting times. Stateless. */
public final class Waits {

  private Waits() {}

  /**
   * A duration in nanoseconds, at least 0 and at most about 146 years.
   *
   * @throws NullPointerException naming the timeout, as applications' own come here unchecked
   */
  public static long nanos(Duration duration) {
    Objects.requireNonNull(duration, "timeout");
    if (duration.isNegative()) {
      return 0;
    }
    return duration.toSeconds() >= Long.MAX_VALUE / 2_000_000_000L
        ? Long.MAX_VALUE / 2
        : duration.toNanos();
  }
}
