package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A world that is restored from each of its snapshots goes the way of one that never is. */
final class RestoredWorldTest {

  private static final int WALKS = 60;
  private static final int STEPS = 150;
  private static final List<ExploredStep> ALL = ExploredStep.all(2);

  @Test
  void goesTheSameWay() {
    for (int seed = 0; seed < WALKS; seed++) {
      Random random = new Random(seed);
      ExploredWorld plain = world();
      ExploredWorld restored = world();
      List<String> way = new ArrayList<>();
      for (int i = 0; i < STEPS; i++) {
        ExploredStep step = somethingPossible(plain, random);
        way.add(step.name());
        plain.take(step);
        Invariants.check(plain);
        restored.restore(restored.saveWithNames().snapshot());
        restored.take(step);
        assertThat(restored.saveWithNames().snapshot())
            .as("seed %s: %s", seed, way)
            .isEqualTo(plain.saveWithNames().snapshot());
      }
    }
  }

  private static ExploredWorld world() {
    return new ExploredWorld(PlantedBug.NONE, ResetPolicy.EARLIEST, ResetPolicy.LATEST);
  }

  private static ExploredStep somethingPossible(ExploredWorld world, Random random) {
    ExploredStep step;
    do {
      step = ALL.get(random.nextInt(ALL.size()));
    } while (!step.possible().test(world));
    return step;
  }
}
