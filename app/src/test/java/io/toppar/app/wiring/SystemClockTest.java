package io.toppar.app.wiring;

import io.toppar.ports.Clock;
import io.toppar.testing.contracts.ClockContract;
import io.toppar.testing.contracts.ClockFixture;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The system's clock keeps the contract of clocks. */
class SystemClockTest extends ClockContract {

  private final Clock clock = new SystemClock();

  @Override
  protected ClockFixture fixture() {
    return new ClockFixture() {
      @Override
      public Clock clock() {
        return clock;
      }

      @Override
      public void letPass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
          LockSupport.parkNanos(end - System.nanoTime());
        }
      }
    };
  }
}
