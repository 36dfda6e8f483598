package io.toppar.testing.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Makes a scenario that found something small: takes steps out as long as the same kind of
 * violation is found (delta debugging). Confined to its caller's thread.
 */
final class Shrinker {

  private final Function<Scenario, Simulation.Outcome> play;
  private final Violation.Kind kind;
  private final long untilNanos;
  private Scenario smallest;
  private Simulation.Outcome outcome;

  /** Shrinks what a play found, within about this time. */
  Shrinker(Scenario scenario, Simulation.Outcome found, Duration time) {
    this(scenario, found, time, Simulation::play);
  }

  Shrinker(
      Scenario scenario,
      Simulation.Outcome found,
      Duration time,
      Function<Scenario, Simulation.Outcome> play) {
    this.play = play;
    this.smallest = scenario;
    this.outcome = found;
    this.kind = Objects.requireNonNull(found.violation(), "nothing was found").kind();
    this.untilNanos = System.nanoTime() + time.toNanos();
  }

  /** What the smallest scenario found. */
  Simulation.Outcome outcome() {
    return outcome;
  }

  /** The smallest scenario that was found in the time. */
  Scenario shrink() {
    // What comes after the finding has no part in it; the end is played nevertheless.
    tries(smallest.steps().subList(0, Math.min(outcome.played() + 1, smallest.steps().size())));
    int parts = 2;
    while (smallest.steps().size() > 1 && System.nanoTime() - untilNanos < 0) {
      int size = smallest.steps().size();
      if (takesOutOne(parts)) {
        parts = Math.max(2, parts - 1);
      } else if (parts < size) {
        parts = Math.min(size, 2 * parts);
      } else {
        break;
      }
    }
    return smallest;
  }

  /** Takes out one of so many equal parts, the last first, for what is late is often noise. */
  private boolean takesOutOne(int parts) {
    List<Step> steps = smallest.steps();
    int size = steps.size();
    for (int part = parts - 1; part >= 0; part--) {
      int from = (int) ((long) size * part / parts);
      int to = (int) ((long) size * (part + 1) / parts);
      List<Step> left = new ArrayList<>(steps.subList(0, from));
      left.addAll(steps.subList(to, size));
      if (from < to && tries(left)) {
        return true;
      }
      if (System.nanoTime() - untilNanos > 0) {
        return false;
      }
    }
    return false;
  }

  private boolean tries(List<Step> steps) {
    Scenario scenario = smallest.with(steps);
    Simulation.Outcome came = play.apply(scenario);
    Violation violation = came.violation();
    boolean same = violation != null && violation.kind() == kind;
    if (same) {
      smallest = scenario;
      outcome = came;
    }
    return same;
  }
}
