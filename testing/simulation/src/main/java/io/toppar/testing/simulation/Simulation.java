package io.toppar.testing.simulation;

import org.jspecify.annotations.Nullable;

/**
 * One play of a {@link Scenario}, checked after every step. Single-threaded; plays share nothing,
 * so that several may run at once.
 */
final class Simulation {

  private final Scenario scenario;
  private final Transcript transcript = new Transcript();
  private int played;

  /**
   * What came of a play.
   *
   * @param hash of everything that happened, the same for the same scenario
   * @param happened how much happened: requests, replies, commands, events
   * @param played how many steps were played
   * @param violation what was found, or null
   * @param text the last of what happened
   */
  record Outcome(long hash, long happened, int played, @Nullable Violation violation, String text) {

    boolean isSound() {
      return violation == null;
    }
  }

  private Simulation(Scenario scenario) {
    this.scenario = scenario;
  }

  static Outcome play(Scenario scenario) {
    return new Simulation(scenario).play();
  }

  private Outcome play() {
    Violation found = null;
    try {
      playAll();
    } catch (Violation violation) {
      found = violation;
    } catch (RuntimeException | AssertionError e) {
      found = new Violation(Violation.Kind.BROKEN, e.toString(), e);
    }
    String text = found == null ? "" : transcript.text();
    return new Outcome(transcript.hash(), transcript.count(), played, found, text);
  }

  private void playAll() {
    Play play = scenario.setup().begin(transcript);
    for (Step step : scenario.steps()) {
      transcript.note("step", played, play.nowNanos(), 0);
      play.play(step);
      played++;
      play.check();
    }
    play.end();
  }
}
