package io.toppar.app.rig;

import io.toppar.app.engine.ManualRunner;
import io.toppar.testing.memory.ManualClock;
import java.time.Duration;

/** Gives a client without threads its turns, and what it speaks to. */
final class Turns {

  private final ManualClock clock;
  private final Drive drive;
  private final ManualRunner runner;
  private int count;

  Turns(ManualClock clock, Drive drive) {
    this.clock = clock;
    this.drive = drive;
    this.runner = new ManualRunner(drive);
  }

  ManualRunner runner() {
    return runner;
  }

  /** Works, and lets brokers and store answer, until nothing more happens at this time. */
  void settle() {
    do {
      runner.runUntilIdle();
      count++;
    } while (drive.runDue());
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  void pass(Duration time) {
    long end = clock.nanoTime() + time.toNanos();
    while (end - clock.nanoTime() > 0) {
      runner.drive(end);
      count++;
    }
    settle();
  }

  /** How many were given. */
  int count() {
    return count;
  }
}
