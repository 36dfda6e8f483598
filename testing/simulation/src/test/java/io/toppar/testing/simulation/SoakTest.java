package io.toppar.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As many seeds as fit into the minutes given, none of which CI plays. */
@NullUnmarked
class SoakTest {

  private static final long FIRST_SEED = 1_000_000_001L;

  @Test
  @Tag("soak")
  void everySeedKeepsEveryPromise() throws Exception {
    long minutes = Long.getLong("toppar.soak.minutes", 20);
    SeedRun run =
        new SeedRun(
            Long.getLong("toppar.soak.first", FIRST_SEED),
            Long.MAX_VALUE,
            60 * minutes,
            SeedRun.STEPS);
    SeedRun.Failure failure = run.run(Findings.threads());
    System.out.println(run.summary());
    Findings.requireNone(failure);
    assertThat(run.played()).as("seeds played").isPositive();
  }
}
