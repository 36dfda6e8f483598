package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * As many seeds as fit into the minutes given, half of them for each kind of client, none of which
 * CI plays.
 */
@NullUnmarked
@Isolated("plays on all threads there may be")
class SoakTest {

  private static final long FIRST_SEED = 1_000_000_001L;

  @ParameterizedTest
  @EnumSource
  @Tag("soak")
  void everySeedKeepsEveryPromise(SeedRun.Kind kind) throws Exception {
    long minutes = Long.getLong("toppar.soak.minutes", 20);
    SeedRun run =
        new SeedRun(
            kind,
            Long.getLong("toppar.soak.first", FIRST_SEED),
            Long.MAX_VALUE,
            30 * minutes,
            SeedRun.STEPS);
    SeedRun.Failure failure = run.run(Findings.threads());
    System.out.println(run.summary());
    Findings.requireNone(failure);
    assertThat(run.played()).as("seeds played").isPositive();
  }
}
