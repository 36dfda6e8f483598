package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import io.toppar.ports.Clock;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Calls a duty on an executor that somebody else owns, such as the event loop that reads the
 * sockets, so that no hand-off lies between the two. The executor must not run tasks on the thread
 * that hands them in. Any thread may call its methods.
 */
public final class ExecutorRunner implements DutyRunner {

  /** Turns in a row before other tasks of the executor get theirs, if time does not end it. */
  private static final int TURNS = 16;

  /**
   * An event loop looks at its sockets only after a number of tasks, so that each must be short.
   */
  private static final long RUN_NANOS = 1_000_000;

  private final ScheduledExecutorService executor;
  private final Clock clock;
  private final AtomicBoolean queued = new AtomicBoolean();
  private final Object turnLock = new Object();
  private @Nullable Duty duty;
  private volatile boolean stopped;
  private @Nullable ScheduledFuture<?> alarm;
  private long alarmNanos = Deadlines.NONE;

  /** A runner on this executor. */
  public ExecutorRunner(ScheduledExecutorService executor, Clock clock) {
    this.executor = executor;
    this.clock = clock;
  }

  @Override
  public void start(Duty startedDuty) {
    synchronized (turnLock) {
      duty = startedDuty;
    }
    wake();
  }

  @Override
  public void wake() {
    if (!stopped && queued.compareAndSet(false, true)) {
      try {
        executor.execute(this::turns);
      } catch (RejectedExecutionException e) {
        // The executor has been shut down by its owner: nobody is left to do the work.
        stopped = true;
      }
    }
  }

  private void turns() {
    queued.set(false);
    synchronized (turnLock) {
      Duty current = duty;
      if (stopped || current == null) {
        return;
      }
      long until = Deadlines.after(clock.nanoTime(), RUN_NANOS);
      for (int i = 0; i < TURNS; i++) {
        if (current.doWork() == 0) {
          return;
        }
        if (Deadlines.reached(until, clock.nanoTime())) {
          break;
        }
      }
    }
    wake();
  }

  /** An alarm that rings too early is kept: it costs one empty turn, which sets the right one. */
  @Override
  public void runAt(long deadlineNanos) {
    if (deadlineNanos == Deadlines.NONE || stopped) {
      return;
    }
    ScheduledFuture<?> current = alarm;
    if (current != null && !current.isDone() && alarmNanos - deadlineNanos <= 0) {
      return;
    }
    if (current != null) {
      current.cancel(false);
    }
    alarmNanos = deadlineNanos;
    long waitNanos = Math.max(0, deadlineNanos - clock.nanoTime());
    try {
      alarm = executor.schedule(this::ring, waitNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      stopped = true;
    }
  }

  private void ring() {
    synchronized (turnLock) {
      alarm = null;
    }
    if (queued.compareAndSet(false, true)) {
      turns();
    }
  }

  @Override
  public void stop() {
    stopped = true;
    synchronized (turnLock) {
      duty = null;
      if (alarm != null) {
        alarm.cancel(false);
      }
    }
  }
}
