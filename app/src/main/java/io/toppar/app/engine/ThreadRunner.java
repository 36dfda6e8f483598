package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import io.toppar.ports.Clock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Calls a duty from a daemon thread of its own. Any thread may call its methods. */
public final class ThreadRunner implements DutyRunner {

  private final String name;
  private final Clock clock;
  private final AtomicBoolean woken = new AtomicBoolean();
  private volatile boolean stopped;
  private volatile @Nullable Thread thread;
  private long runAtNanos = Deadlines.NONE;

  /** A runner whose thread has this name. */
  public ThreadRunner(String name, Clock clock) {
    this.name = name;
    this.clock = clock;
  }

  @Override
  public void start(Duty duty) {
    Thread worker = new Thread(() -> run(duty), name);
    worker.setDaemon(true);
    thread = worker;
    worker.start();
  }

  private void run(Duty duty) {
    while (!stopped) {
      woken.set(false);
      if (duty.doWork() == 0) {
        rest();
      }
    }
  }

  /** Waits for a wake-up or the deadline; a park that returns early only costs one turn. */
  private void rest() {
    while (!stopped && !woken.get()) {
      if (runAtNanos == Deadlines.NONE) {
        LockSupport.park(this);
        continue;
      }
      long waitNanos = runAtNanos - clock.nanoTime();
      if (waitNanos <= 0) {
        return;
      }
      LockSupport.parkNanos(this, waitNanos);
    }
  }

  @Override
  public void wake() {
    Thread worker = thread;
    if (worker != null && woken.compareAndSet(false, true)) {
      LockSupport.unpark(worker);
    }
  }

  @Override
  public void runAt(long deadlineNanos) {
    runAtNanos = deadlineNanos;
  }

  @Override
  public void stop() {
    stopped = true;
    Thread worker = thread;
    if (worker == null || worker == Thread.currentThread()) {
      return;
    }
    LockSupport.unpark(worker);
    boolean interrupted = false;
    while (worker.isAlive()) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
