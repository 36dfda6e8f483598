package io.toppar.testing.kafka;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The moment by which something must have happened. Immutable. */
final class Deadline {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Duration span;
  private final long endNanos;

  private Deadline(Duration span) {
    this.span = span;
    this.endNanos = System.nanoTime() + span.toNanos();
  }

  static Deadline in(Duration span) {
    return new Deadline(span);
  }

  boolean isOver() {
    return System.nanoTime() - endNanos >= 0;
  }

  /** Asks again and again; false if the deadline came first. */
  boolean await(BooleanSupplier happened) {
    while (!happened.getAsBoolean()) {
      if (isOver() || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  @Override
  public String toString() {
    return span.toSeconds() + " s";
  }
}
