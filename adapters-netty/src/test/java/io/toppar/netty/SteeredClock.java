package io.toppar.netty;

import io.toppar.ports.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** The system's time plus what a test adds: deadlines pass when the test says so. */
final class SteeredClock implements Clock {

  private final AtomicLong ahead = new AtomicLong();

  void advanceMillis(long millis) {
    ahead.addAndGet(millis * 1_000_000);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime() + ahead.get();
  }

  @Override
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }
}
