package io.toppar.fileoffsets;

import io.toppar.ports.Clock;

/** The JVM's own time, for tests that run threads. */
final class JvmClock implements Clock {

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }
}
