package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Exploration.Report;
import io.toppar.domain.Exploration.Scope;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of inputs up to a length, from several beginnings: what must hold holds in every
 * state, and none is a dead end. With {@code -Pdeep} the sequences are longer.
 */
final class ExplorationTest {

  private static final int DEEPER = Integer.getInteger("toppar.explore.deeper", 0);
  private static final int THREADS = 2;

  private static final List<String> NOTHING = List.of();

  /** Both partitions are read from one broker, and one of them waits for the application. */
  private static final List<String> ONE_BROKER =
      List.of(
          "p0 is led by 0",
          "p1 is led by 0",
          "p0 start 0",
          "p1 start 0",
          "b0 answers p0 RECORDS, others QUIET",
          "b0 answers p0 RECORDS, others RECORDS",
          "p0 take");

  /** One partition has moved while it was read, the other is looking for the end of its log. */
  private static final List<String> TWO_BROKERS =
      List.of(
          "p0 is led by 0",
          "p0 start 0",
          "b0 answers p0 RECORDS, others QUIET",
          "p0 take",
          "p0 is led by 1",
          "p1 is led by 2",
          "p1 start END");

  /** One partition is on a follower, the other is stopped while its commit is in flight. */
  private static final List<String> FOLLOWER =
      List.of(
          "p0 is led by 0",
          "p1 is led by 1",
          "p0 start 0",
          "b0 answers p0 READ_2_INSTEAD, others QUIET",
          "p1 start 0",
          "b1 answers p1 RECORDS, others QUIET",
          "p1 store 3",
          "p1 stop");

  @Test
  void twoPartitionsFromTheBeginning() {
    explore("two partitions", 5, List.of(ResetPolicy.EARLIEST, ResetPolicy.ERROR), NOTHING);
  }

  @Test
  void twoPartitionsOnOneBroker() {
    explore("one broker", 3, List.of(ResetPolicy.LATEST, ResetPolicy.EARLIEST), ONE_BROKER);
  }

  @Test
  void twoPartitionsOnTheMove() {
    explore("two brokers", 3, List.of(ResetPolicy.EARLIEST, ResetPolicy.LATEST), TWO_BROKERS);
  }

  @Test
  void twoPartitionsOfWhichOneIsOnAFollowerAndOneIsStopped() {
    explore("follower", 3, List.of(ResetPolicy.LATEST, ResetPolicy.EARLIEST), FOLLOWER);
  }

  @Test
  void onePartitionForLonger() {
    explore("one partition", 6, List.of(ResetPolicy.EARLIEST), NOTHING);
  }

  @Test
  void onePartitionThatGoesBackByDuration() {
    explore("by duration", 5, List.of(ResetPolicy.byDuration(Duration.ofHours(1))), NOTHING);
  }

  private static void explore(
      String name, int depth, List<ResetPolicy> policies, List<String> beginning) {
    long began = System.nanoTime();
    Scope scope = new Scope(PlantedBug.NONE, policies, List.of(beginning));
    Report report = new Exploration(scope).run(depth + DEEPER, THREADS);
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf("explored %s: %s, %.1f s%n", name, report, seconds);
    if (report.failure() != null) {
      throw new AssertionError("\n" + String.join("\n", report.trace()), report.failure());
    }
    assertThat(report.states()).as("the world is not idle").isGreaterThan(1_000);
  }
}
