package io.toppar.testing.memory;

import io.toppar.domain.Deadlines;
import io.toppar.ports.Clock;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs what is due of a gateway by real time, on a daemon thread that ends when idle. */
final class RealTimeDriver {

  private static final long IDLE_SECONDS = 5;

  private final Clock clock;
  private final ScheduledThreadPoolExecutor executor;

  /** Confined to the executor's one thread. */
  private @Nullable ScheduledFuture<?> armed;

  private volatile @Nullable MemoryBrokerGateway gateway;

  RealTimeDriver(Clock clock) {
    this.clock = clock;
    this.executor = new ScheduledThreadPoolExecutor(1, RealTimeDriver::daemon);
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    executor.setRemoveOnCancelPolicy(true);
  }

  /** Names what is driven, before it is used. */
  void drive(MemoryBrokerGateway driven) {
    gateway = driven;
  }

  void wake() {
    executor.execute(this::run);
  }

  private void run() {
    MemoryBrokerGateway driven = gateway;
    if (driven == null) {
      return;
    }
    driven.runDue();
    long next = driven.nextEventNanos();
    if (armed != null) {
      armed.cancel(false);
      armed = null;
    }
    if (next != Deadlines.NONE) {
      long delay = Math.max(0, next - clock.nanoTime());
      armed = executor.schedule(this::run, delay, TimeUnit.NANOSECONDS);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "toppar-memory-gateway");
    thread.setDaemon(true);
    return thread;
  }
}
