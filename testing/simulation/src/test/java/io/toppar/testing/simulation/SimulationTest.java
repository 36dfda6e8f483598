package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many seeds, or one, or a trace; see docs/testing.md. */
@NullUnmarked
@Isolated("plays on all threads there may be")
class SimulationTest {

  @ParameterizedTest
  @EnumSource
  void everySeedKeepsEveryPromise(SeedRun.Kind kind) throws Exception {
    String trace = System.getProperty("toppar.trace");
    String seed = System.getProperty("toppar.seed");
    if (trace != null) {
      playTrace(Path.of(trace));
    } else if (seed != null) {
      play(new SeedRun(kind, Long.parseLong(seed), 1, 600, SeedRun.STEPS), 1);
    } else {
      SeedRun run =
          new SeedRun(
              kind,
              1,
              Long.getLong("toppar.simulation.seeds", 1_000),
              Long.getLong("toppar.simulation.seconds", 20),
              SeedRun.STEPS);
      play(run, Findings.threads());
    }
  }

  private static void play(SeedRun run, int threads) throws Exception {
    SeedRun.Failure failure = run.run(threads);
    System.out.println(run.summary());
    Findings.requireNone(failure);
    assertThat(run.played()).as("seeds played").isPositive();
  }

  private static void playTrace(Path file) throws IOException {
    Scenario scenario = Scenario.parse(Files.readString(file));
    Simulation.Outcome outcome = Simulation.play(scenario);
    System.out.printf("%s: %d steps, %d events%n", file, outcome.played(), outcome.happened());
    if (!outcome.isSound()) {
      throw new AssertionError(
          file + ", step " + outcome.played() + "\n" + outcome.text(), outcome.violation());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSameSeedTwiceIsTheSameTwice(SeedRun.Kind kind) {
    for (long seed : new long[] {3, 1_000_003, -7}) {
      Scenario scenario = kind.scenario(seed, SeedRun.STEPS);
      Simulation.Outcome once = Simulation.play(scenario);
      Simulation.Outcome again = Simulation.play(kind.scenario(seed, SeedRun.STEPS));

      assertThat(again.happened()).as("events of seed %s", seed).isEqualTo(once.happened());
      assertThat(again.hash()).as("hash of seed %s", seed).isEqualTo(once.hash());
      assertThat(once.happened()).isGreaterThan(SeedRun.STEPS);
    }
    assertThat(Simulation.play(kind.scenario(4, 500)).hash())
        .as("another seed is another play")
        .isNotEqualTo(Simulation.play(kind.scenario(5, 500)).hash());
  }

  @ParameterizedTest
  @EnumSource
  void aTraceIsPlayedAsTheSeedThatItCameFrom(SeedRun.Kind kind) {
    Scenario scenario = kind.scenario(11, 700);
    Scenario read = Scenario.parse("# a comment\n" + scenario.text());

    assertThat(read).isEqualTo(scenario);
    assertThat(Simulation.play(read).hash()).isEqualTo(Simulation.play(scenario).hash());
  }

  @Test
  void theTraceOfTheDocumentationIsPlayed() throws IOException {
    Path module = Path.of(System.getProperty("basedir", ".")).toAbsolutePath();
    String page = Files.readString(module.resolve("../../docs/testing.md"));
    String begin = "```trace\n";
    int from = page.indexOf(begin) + begin.length();
    Scenario scenario = Scenario.parse(page.substring(from, page.indexOf("```", from)));

    assertThat(scenario.steps()).hasSize(8);
    Simulation.Outcome outcome = Simulation.play(scenario);
    assertThat(outcome.isSound()).as(outcome.text()).isTrue();
  }
}
