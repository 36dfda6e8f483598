package io.toppar.testing.simulation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Shows what a run of seeds has found: shrunk, and as a trace that can be played again. */
final class Findings {

  private static final Duration SHRINKING = Duration.ofSeconds(60);

  private Findings() {}

  /** Each world is single-threaded, so that two of them may run at once. */
  static int threads() {
    return Math.min(2, Runtime.getRuntime().availableProcessors());
  }

  static void requireNone(SeedRun.@Nullable Failure failure) {
    if (failure == null) {
      return;
    }
    Shrinker shrinker = new Shrinker(failure.scenario(), failure.outcome(), SHRINKING);
    Scenario small = shrinker.shrink();
    Simulation.Outcome outcome = shrinker.outcome();
    throw new AssertionError(
        "seed "
            + failure.seed()
            + ", step "
            + failure.outcome().played()
            + ": "
            + failure.outcome().violation()
            + "\nshrunk to "
            + small.steps().size()
            + " steps; save as FILE and play again by -Dtoppar.trace=FILE:\n\n"
            + small.text()
            + "\nwhich ends in "
            + outcome.violation()
            + "\nafter\n"
            + outcome.text(),
        outcome.violation());
  }
}
