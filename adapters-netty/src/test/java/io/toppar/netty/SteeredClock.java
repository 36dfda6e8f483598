package io.toppar.netty;

import io.toppar.ports.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The system's time plus what a test adds: deadlines pass when the test says so. */
final class SteeredClock implements Clock {

  private final AtomicLong ahead = new AtomicLong();
  private final AtomicReference<@Nullable RuntimeException> fault = new AtomicReference<>();

  void advanceMillis(long millis) {
    ahead.addAndGet(millis * 1_000_000);
  }

  /** The next call throws this, as something broken inside would. */
  void failOnce(RuntimeException thrown) {
    fault.set(thrown);
  }

  @Override
  public long nanoTime() {
    RuntimeException thrown = fault.getAndSet(null);
    if (thrown != null) {
      throw thrown;
    }
    return System.nanoTime() + ahead.get();
  }

  @Override
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }
}
