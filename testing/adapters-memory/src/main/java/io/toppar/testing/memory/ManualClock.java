package io.toppar.testing.memory;

import io.toppar.ports.Clock;
import java.time.Duration;

/**
 * A clock that stands still until a test moves it. Safe from any thread.
 *
 * <p>The two times are moved together by {@link #advance} and apart by {@link #advanceMonotonic}
 * and {@link #jumpWall}. The monotonic origin is negative unless chosen, so that code which takes 0
 * for "not set" or compares without subtracting shows itself.
 */
public final class ManualClock implements Clock {

  private static final long ORIGIN_NANOS = -Duration.ofDays(1).toNanos();
  private static final long ORIGIN_MILLIS = 1_700_000_000_000L;

  private long nanos;
  private long wallMillis;

  /** A clock at 2023-11-14T22:13:20Z, its monotonic time at minus one day. */
  public ManualClock() {
    this(ORIGIN_NANOS, ORIGIN_MILLIS);
  }

  /** A clock that starts at these two times. */
  public ManualClock(long nanos, long wallMillis) {
    this.nanos = nanos;
    this.wallMillis = wallMillis;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized long currentTimeMillis() {
    return wallMillis;
  }

  /** Lets time pass: both times go forward; refuses to go back. */
  public synchronized void advance(Duration time) {
    advanceMonotonic(time);
    jumpWall(time);
  }

  /** Lets time pass until a monotonic time, such as a deadline; nothing if that is in the past. */
  public synchronized void advanceTo(long nanoTime) {
    long left = nanoTime - nanos;
    if (left > 0) {
      advance(Duration.ofNanos(left));
    }
  }

  /** Lets monotonic time pass while the wall clock stands; refuses to go back. */
  public synchronized void advanceMonotonic(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException(
          "monotonic time cannot go back by " + time.abs() + "; move the wall clock instead");
    }
    // Overflow is meant: the origin is arbitrary and times are compared by subtraction.
    nanos += time.toNanos();
  }

  /** Sets the wall clock forward, or back by a negative time; monotonic time stands. */
  public synchronized void jumpWall(Duration time) {
    wallMillis += time.toMillis();
  }
}
