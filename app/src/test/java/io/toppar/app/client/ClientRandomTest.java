package io.toppar.app.client;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole client under a random cluster, random faults and a random user: what it delivers is
 * held against what was written, after every step.
 */
class ClientRandomTest {

  private static final int STEPS = 300;

  static LongStream seeds() {
    String one = System.getProperty("toppar.seed");
    return one == null ? LongStream.rangeClosed(1, 200) : LongStream.of(Long.parseLong(one));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void everythingReadableIsReadInOrderAndOnceBetweenJumps(long seed) {
    RandomWorld world = new RandomWorld(new SplittableRandom(seed));
    RandomUser user = new RandomUser(world);
    int step = 0;
    try {
      for (; step < STEPS; step++) {
        world.act();
        user.act();
        user.check();
      }
      world.calm();
      user.readToTheEnd(Duration.ofMinutes(30));
      user.close();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "seed " + seed + ", step " + step + ": " + e.getMessage() + "\n" + user.history(), e);
    }
  }
}
