package io.toppar.app.rig;

import io.toppar.app.engine.ManualRunner;
import io.toppar.domain.Deadlines;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;

/** Lets brokers and offset store get on when a client without threads has nothing to do. */
public final class Drive implements ManualRunner.Idle {

  private final ManualClock clock;
  private final MemoryBrokerGateway gateway;
  private final ArrayDeque<Runnable> storeTasks = new ArrayDeque<>();

  public Drive(ManualClock clock, MemoryBrokerGateway gateway) {
    this.clock = clock;
    this.gateway = gateway;
  }

  /** On which the offset store answers. */
  public Executor storeExecutor() {
    return storeTasks::add;
  }

  /** Lets one thing happen that is due; whether there was any. */
  boolean runDue() {
    Runnable task = storeTasks.pollFirst();
    if (task != null) {
      task.run();
      return true;
    }
    return gateway.runDue() > 0;
  }

  @Override
  public boolean advance(long untilNanos) {
    if (runDue()) {
      return true;
    }
    if (untilNanos - clock.nanoTime() <= 0) {
      return false;
    }
    clock.advanceTo(Deadlines.earlier(untilNanos, gateway.nextEventNanos()));
    runDue();
    return true;
  }
}
