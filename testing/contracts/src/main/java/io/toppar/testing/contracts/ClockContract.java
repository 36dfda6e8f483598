package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link Clock} has to keep. */
public abstract class ClockContract {

  private static final int READINGS = 100_000;

  /** Called by the test of an adapter. */
  protected ClockContract() {}

  /** The clock under test. */
  protected abstract ClockFixture fixture();

  @Test
  void monotonicTimeNeverGoesBackwards() {
    assertThat(stepsBackwards(fixture().clock())).isZero();
  }

  @Test
  void monotonicTimeNeverGoesBackwardsOnAnyThread() throws Exception {
    Clock clock = fixture().clock();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Callable<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(() -> stepsBackwards(clock));
      }
      for (Future<Integer> steps : threads.invokeAll(readers)) {
        assertThat(steps.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void monotonicTimeIsOrderedFromOneThreadToTheNext() throws Exception {
    Clock clock = fixture().clock();
    long before = clock.nanoTime();
    long[] elsewhere = new long[1];
    Thread other = new Thread(() -> elsewhere[0] = clock.nanoTime());
    other.start();
    other.join();
    long after = clock.nanoTime();
    assertThat(elsewhere[0] - before).isNotNegative();
    assertThat(after - elsewhere[0]).isNotNegative();
  }

  @Test
  void monotonicTimeCountsNanoseconds() {
    ClockFixture fixture = fixture();
    Duration time = Duration.ofMillis(20);
    long before = fixture.clock().nanoTime();
    fixture.letPass(time);
    assertThat(fixture.clock().nanoTime() - before).isGreaterThanOrEqualTo(time.toNanos());
  }

  @Test
  void wallTimeIsInMillisecondsOfTheEpoch() {
    long year2000 = 946_684_800_000L;
    long year2200 = 7_258_118_400_000L;
    assertThat(fixture().clock().currentTimeMillis()).isBetween(year2000, year2200);
  }

  private static int stepsBackwards(Clock clock) {
    int steps = 0;
    long last = clock.nanoTime();
    for (int i = 0; i < READINGS; i++) {
      long now = clock.nanoTime();
      if (now - last < 0) {
        steps++;
      }
      last = now;
    }
    return steps;
  }
}
