package io.toppar.ports;

/**
 * The only source of time: monotonic nanoseconds for deadlines, wall-clock milliseconds for stamps.
 *
 * <p>Safe from any thread. The two readings are unrelated: deadlines are never computed from the
 * wall clock, which may jump.
 */
public interface Clock {

  /**
   * Monotonic nanoseconds from an arbitrary origin, possibly negative. Never goes backwards between
   * two readings ordered in time; compare by subtraction.
   */
  long nanoTime();

  /** Milliseconds since the Unix epoch, as the wall clock shows them; may jump either way. */
  long currentTimeMillis();
}
