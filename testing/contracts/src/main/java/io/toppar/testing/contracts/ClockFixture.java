package io.toppar.testing.contracts;

import io.toppar.ports.Clock;
import java.time.Duration;

/** A clock under test and a way to let its time pass. */
public interface ClockFixture {

  /** The clock under test, the same one at every call. */
  Clock clock();

  /** Returns once at least this much time has passed on the clock; more may have. */
  void letPass(Duration time);
}
