package io.toppar.netty.connection;

import java.util.random.RandomGenerator;

/**
 * Waits that double from a base to a limit, each varied by up to a fifth either way (KIP-580).
 * Confined to the event loop.
 */
public final class Backoff {

  private static final double JITTER = 0.2;
  private static final int MAX_DOUBLINGS = 30;

  private final long baseMillis;
  private final long maxMillis;
  private final RandomGenerator random;
  private int failures;

  /** Makes a back-off that has not failed yet. */
  public Backoff(long baseMillis, long maxMillis, RandomGenerator random) {
    this.baseMillis = baseMillis;
    this.maxMillis = maxMillis;
    this.random = random;
  }

  /** Counts a failure; the milliseconds to wait before the next try. */
  public long nextMillis() {
    long doubled = baseMillis << Math.min(failures, MAX_DOUBLINGS);
    long wait = doubled <= 0 ? maxMillis : Math.min(doubled, maxMillis);
    failures++;
    double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
    return Math.max(1, Math.min(maxMillis, Math.round(wait * factor)));
  }

  /** Forgets the failures. */
  public void reset() {
    failures = 0;
  }

  /** Failures since the last success. */
  public int failures() {
    return failures;
  }
}
