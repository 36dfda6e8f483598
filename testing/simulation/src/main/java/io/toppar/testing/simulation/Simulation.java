package io.toppar.testing.simulation;

import java.time.Duration;
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
    Cluster cluster = new Cluster(scenario.setup());
    User user = new User(scenario.setup(), cluster, transcript);
    Faults faults = new Faults(cluster, user.client());
    for (Step step : scenario.steps()) {
      transcript.note("step", played, cluster.clock.nanoTime(), 0);
      if (step instanceof ClusterStep change) {
        change.play(cluster);
      } else if (step instanceof FaultStep fault) {
        fault.play(faults);
      } else if (step instanceof UserStep command) {
        command.play(user);
      }
      played++;
      user.check();
    }
    cluster.heal();
    cluster.clock.advance(Duration.ofMillis(1));
    new Ending(scenario.setup(), cluster, user).play();
  }
}
