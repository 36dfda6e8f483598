package io.toppar.app.wiring;

import io.toppar.ports.Clock;

/** The time of the machine; the one place that reads it. Any thread. */
public final class SystemClock implements Clock {

  /** A clock. */
  public SystemClock() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }
}
