package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class ShrinkerTest {

  private static final Step PAUSE = new UserStep.Pause(3);
  private static final Step RESUME = new UserStep.Resume(3);

  /** Fails when 3 is paused twice and resumed after that, and in another way when it is not. */
  private static Simulation.Outcome play(Scenario scenario) {
    List<Step> steps = scenario.steps();
    long pauses = 0;
    for (int i = 0; i < steps.size(); i++) {
      pauses += steps.get(i).equals(PAUSE) ? 1 : 0;
      if (pauses >= 2 && steps.get(i).equals(RESUME)) {
        return outcome(i, new Violation(Violation.Kind.GAP, "artificial"));
      }
    }
    return outcome(steps.size(), new Violation(Violation.Kind.LEAK, "another one"));
  }

  private static Simulation.Outcome outcome(int played, Violation violation) {
    return new Simulation.Outcome(0, 0, played, violation, "");
  }

  @Test
  void onlyTheStepsThatMatterAreLeft() {
    Scenario scenario = Scenario.of(1, 1_500);
    Simulation.Outcome found = play(scenario);
    assertThat(Objects.requireNonNull(found.violation()).kind()).isEqualTo(Violation.Kind.GAP);

    Shrinker shrinker = new Shrinker(scenario, found, Duration.ofSeconds(30), ShrinkerTest::play);
    Scenario small = shrinker.shrink();

    assertThat(small.setup()).isEqualTo(scenario.setup());
    assertThat(small.steps()).containsExactly(PAUSE, PAUSE, RESUME);
    assertThat(Objects.requireNonNull(shrinker.outcome().violation()).kind())
        .as("the same kind, though another one is found with fewer steps")
        .isEqualTo(Violation.Kind.GAP);
  }

  @Test
  void withoutTimeItGivesWhatItHas() {
    Scenario scenario = Scenario.of(1, 1_500);
    Scenario small =
        new Shrinker(scenario, play(scenario), Duration.ZERO, ShrinkerTest::play).shrink();

    assertThat(Objects.requireNonNull(play(small).violation()).kind())
        .isEqualTo(Violation.Kind.GAP);
    assertThat(small.steps()).hasSizeLessThanOrEqualTo(scenario.steps().size());
  }
}
