package io.toppar.testing.simulation;

import io.toppar.app.engine.DutyRunner;
import io.toppar.domain.Deadlines;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import java.time.Duration;

/**
 * Time, which passes only while a client has nothing to do, from one thing that falls due to the
 * next. Confined to its simulation's thread.
 */
final class PassingTime {

  private static final Duration SLACK = Duration.ofSeconds(1);

  private final ManualClock clock;
  private final Surroundings surroundings;

  /** What gets on only when a client has nothing to do. */
  interface Surroundings {

    /** Lets one thing happen that is due; whether there was any. */
    boolean runDue();
  }

  PassingTime(ManualClock clock, Surroundings surroundings) {
    this.clock = clock;
    this.surroundings = surroundings;
  }

  /** Lets the next thing happen, up to this time; whether there was any time left. */
  boolean advance(MemoryBrokerGateway gateway, long untilNanos) {
    if (surroundings.runDue()) {
      return true;
    }
    if (untilNanos - clock.nanoTime() <= 0) {
      return false;
    }
    clock.advanceTo(Deadlines.earlier(untilNanos, gateway.nextEventNanos()));
    surroundings.runDue();
    return true;
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  void pass(DutyRunner runner, Duration time) {
    long end = clock.nanoTime() + time.toNanos();
    do {
      runner.drive(end);
    } while (end - clock.nanoTime() > 0);
  }

  /** Closes by a call that is to take about this time at most. */
  void close(Duration patience, Runnable call) {
    long until = Deadlines.after(clock.nanoTime(), patience.plus(SLACK).toNanos());
    call.run();
    long over = clock.nanoTime() - until;
    Violation.require(
        over < 0, Violation.Kind.DEADLINE, "the close took " + over + " ns longer than its time");
  }
}
