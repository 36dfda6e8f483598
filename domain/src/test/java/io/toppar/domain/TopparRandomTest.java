package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Toppars and lanes in a world that acts at random, against a naive model of what is read. */
final class TopparRandomTest {

  private static final int WORLDS = 300;
  private static final int STEPS = 1_500;

  @Test
  void recordsComeInOrderWithoutGapOrRepeatWhateverHappensAndNothingGetsStuck() {
    long read = 0;
    for (long seed = 1; seed <= WORLDS; seed++) {
      SimWorld world = new SimWorld(seed, 1 + (int) (seed % 4));
      try {
        for (int step = 0; step < STEPS; step++) {
          world.step();
        }
        world.heal();
        world.stopAll();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + "\n" + String.join("\n", world.transcript()), e);
      }
      read += world.recordsHandedOver();
    }
    assertThat(read).as("the worlds are not idle").isGreaterThan(WORLDS * 50L);
  }
}
