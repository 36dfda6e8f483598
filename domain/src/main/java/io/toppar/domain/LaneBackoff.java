package io.toppar.domain;

/**
 * The delay of a lane after failed Fetches: doubled each time up to a ceiling, jittered by a fifth
 * (F8). Confined to its lane.
 */
final class LaneBackoff {

  private static final int MAX_DOUBLINGS = 30;

  private final LaneConfig config;
  private long until = Deadlines.NONE;
  private int failures;

  LaneBackoff(LaneConfig config) {
    this.config = config;
  }

  void onFailed(long nowNanos) {
    failures++;
    double jitter = 0.8 + 0.4 * config.random().nextDouble();
    until = Deadlines.after(nowNanos, (long) (delayNanos() * jitter));
  }

  void onSuccess() {
    failures = 0;
  }

  /** Whether the delay still runs; ends it if not. */
  boolean isRunning(long nowNanos) {
    if (until != Deadlines.NONE && Deadlines.reached(until, nowNanos)) {
      until = Deadlines.NONE;
    }
    return until != Deadlines.NONE;
  }

  long deadline() {
    return until;
  }

  private long delayNanos() {
    long delay = config.backoffNanos();
    for (int i = 1; i < Math.min(failures, MAX_DOUBLINGS); i++) {
      if (delay >= config.maxBackoffNanos() / 2) {
        return config.maxBackoffNanos();
      }
      delay *= 2;
    }
    return Math.min(delay, config.maxBackoffNanos());
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state) {
    until = state.deadline(until);
    failures = state.number(failures);
  }
}
