package io.toppar.domain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Beyond the length that is explored wholly: long random walks through the same world. */
final class ExplorationWalkTest {

  private static final int WALKS = 400;
  private static final int STEPS = 200;
  private static final long SECOND = 1_000_000_000;
  private static final List<ExploredStep> ALL = ExploredStep.all(2);
  private static final List<ResetPolicy> POLICIES =
      List.of(
          ResetPolicy.EARLIEST,
          ResetPolicy.LATEST,
          ResetPolicy.ERROR,
          ResetPolicy.byDuration(Duration.ofHours(1)));

  @Test
  void whatMustHoldHoldsAndThereIsAWayOutHoweverLongTheWay() {
    for (int seed = 0; seed < WALKS; seed++) {
      List<String> way = new ArrayList<>();
      try {
        walk(seed, way);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + "\n" + String.join("\n", way), e);
      }
    }
  }

  private static void walk(int seed, List<String> way) {
    Random random = new Random(seed);
    ExploredWorld world = world(seed);
    world.now = Long.MAX_VALUE - random.nextLong(SECOND); // the clock wraps on the way
    ExploredWorld other = world(seed);
    WayOut wayOut = new WayOut(new StateSet());
    for (int i = 0; i < STEPS; i++) {
      ExploredStep step = ALL.get(random.nextInt(ALL.size()));
      if (step.possible().test(world)) {
        way.add(step.name());
        world.take(step);
        Invariants.check(world);
        other.now = world.now;
        other.restore(world.save().snapshot());
        wayOut.check(other);
      }
    }
  }

  private static ExploredWorld world(int seed) {
    int kinds = POLICIES.size();
    return new ExploredWorld(
        PlantedBug.NONE, POLICIES.get(seed % kinds), POLICIES.get(seed / kinds % kinds));
  }
}
