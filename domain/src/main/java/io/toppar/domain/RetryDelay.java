package io.toppar.domain;

import java.util.random.RandomGenerator;

/**
 * The wait before something is tried again: doubled with each failure in a row up to a ceiling,
 * jittered by a fifth. Confined to its owner.
 */
public final class RetryDelay {

  private static final int MAX_DOUBLINGS = 30;
  private static final double JITTER = 0.2;

  private final long firstNanos;
  private final long greatestNanos;
  private final RandomGenerator random;
  private long until = Deadlines.NONE;
  private int failures;

  /** No failure yet; the first wait, the longest, and what makes the jitter. */
  public RetryDelay(long firstNanos, long greatestNanos, RandomGenerator random) {
    this.firstNanos = firstNanos;
    this.greatestNanos = greatestNanos;
    this.random = random;
  }

  RetryDelay(GroupConfig config, RandomGenerator random) {
    this(config.retryBackoffNanos(), config.retryBackoffMaxNanos(), random);
  }

  /** It failed once more; nothing is tried before {@link #deadline}. */
  public void onFailed(long nowNanos) {
    failures++;
    until = after(failures, nowNanos);
  }

  /** It has worked: the next failure is a first one. */
  public void onSuccess() {
    failures = 0;
    until = Deadlines.NONE;
  }

  /** When to try again after so many failures in a row. */
  public long after(int failuresInARow, long nowNanos) {
    int doublings = Math.min(failuresInARow - 1, MAX_DOUBLINGS);
    long delay =
        firstNanos > (greatestNanos >> doublings) ? greatestNanos : firstNanos << doublings;
    double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
    return Deadlines.after(nowNanos, Math.min((long) (delay * factor), greatestNanos));
  }

  /** Whether the wait still runs; ends it if not. */
  public boolean isRunning(long nowNanos) {
    if (Deadlines.reached(until, nowNanos)) {
      until = Deadlines.NONE;
    }
    return until != Deadlines.NONE;
  }

  /** When the wait ends, or {@link Deadlines#NONE}. */
  public long deadline() {
    return until;
  }
}
