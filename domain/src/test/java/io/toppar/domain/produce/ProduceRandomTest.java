package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.produce.ProduceWorld.Bug;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random senders, brokers that move, refuse and come back, a network that loses and delays: every
 * message ends once; what was acknowledged is in the log, with sequences once and in order; what
 * has failed for certain is not; and in the end nothing is left anywhere.
 */
class ProduceRandomTest {

  private static final int SEEDS = Integer.getInteger("toppar.produce.seeds", 2_000);
  private static final int SEEDS_TO_FIND_A_BUG = 300;
  private static final int STEPS = 500;
  private static final int[] TROUBLES = {0, 3, 10, 30};

  @Test
  void withSequencesEveryAcknowledgedMessageIsThereOnceAndInOrder() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ProduceWorld world = run(seed, config(true, 1 + seed % 5), Bug.NONE, false);
      requireAll(world);
    }
  }

  @Test
  void withoutSequencesEveryAcknowledgedMessageIsThere() {
    for (int seed = 0; seed < SEEDS / 4; seed++) {
      ProduceWorld world = run(seed, config(false, 1 + seed % 5), Bug.NONE, false);
      world.ledger.requireAcknowledged(world.network.logs);
      world.ledger.requireFailed(world.network.logs);
      if (world.config.maxInFlight() == 1) {
        world.ledger.requireOrderOfOffsets(world.network.logs);
      }
    }
  }

  /** B175. */
  @Test
  void whereLogsLoseWhatTheyAcknowledgedTheRestGoesOnOnceAndInOrder() {
    for (int seed = 0; seed < SEEDS / 4; seed++) {
      ProduceWorld world = run(seed, config(true, 1 + seed % 5), Bug.NONE, true);
      world.ledger.requireFailed(world.network.logs);
      world.ledger.requireOrder(world.network.logs, world.usesOneProducerId());
    }
  }

  @ParameterizedTest
  @EnumSource(value = Bug.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aFaultInItsSurroundingsIsFound(Bug bug) {
    boolean found = false;
    for (int seed = 0; seed < SEEDS_TO_FIND_A_BUG && !found; seed++) {
      try {
        requireAll(run(seed, config(true, 5), bug, false));
      } catch (AssertionError e) {
        found = true;
      }
    }
    assertThat(found).as("%s", bug).isTrue();
  }

  private static ProduceWorld run(int seed, ProduceConfig config, Bug bug, boolean losing) {
    SplittableRandom random = new SplittableRandom(seed);
    String run = "seed " + seed + ", " + config;
    int trouble = TROUBLES[seed % TROUBLES.length];
    ProduceWorld world = new ProduceWorld(run, config, random, trouble, bug, losing);
    try {
      for (int step = 0; step < STEPS; step++) {
        world.step();
      }
      world.quiesce();
    } catch (RuntimeException e) {
      throw new AssertionError(run + ": " + e, e);
    }
    return world;
  }

  private static void requireAll(ProduceWorld world) {
    world.ledger.requireAcknowledged(world.network.logs);
    world.ledger.requireFailed(world.network.logs);
    world.ledger.requireOrder(world.network.logs, world.usesOneProducerId());
    world.ledger.requireOffsets(world.network.logs);
  }

  private static ProduceConfig config(boolean idempotent, int maxInFlight) {
    long milli = ProduceWorld.MILLI;
    return new ProduceConfig(
        (short) -1,
        idempotent,
        maxInFlight,
        5 * milli,
        ProduceDriver.MAX_REQUEST_BYTES,
        2_500 * milli,
        1_000 * milli,
        Integer.MAX_VALUE,
        10 * milli,
        100 * milli);
  }
}
