package io.toppar.netty.connection;

import io.toppar.ports.Clock;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The appointments of a gateway, by the injected clock. Confined to the event loop.
 *
 * <p>The loop is asked for one wake-up at a time, for the earliest appointment. Waits are rounded
 * up to whole milliseconds, so that an appointment due in less than one does not become a wait of
 * nothing, again and again (B212). An appointment that is called off leaves its wake-up in place:
 * one idle wake-up is cheaper than rearming the loop for each of thousands of replies in time.
 */
public final class Timers {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Clock clock;
  private final ScheduledExecutorService loop;
  private final TreeSet<Timer> pending = new TreeSet<>(Timers::compare);
  private long sequence;
  private @Nullable ScheduledFuture<?> wakeUp;
  private long wakeUpNanos;

  /**
   * Makes an empty calendar.
   *
   * @param clock decides what is due
   * @param loop runs the appointments
   */
  public Timers(Clock clock, ScheduledExecutorService loop) {
    this.clock = clock;
    this.loop = loop;
  }

  /** The clock's monotonic nanoseconds. */
  public long nowNanos() {
    return clock.nanoTime();
  }

  /** Runs a task once the clock has reached a time. */
  public Timer at(long nanos, Runnable task) {
    Timer timer = new Timer(this, nanos, sequence++, task);
    pending.add(timer);
    arm();
    return timer;
  }

  /** Runs a task after a number of milliseconds. */
  public Timer after(long millis, Runnable task) {
    return at(clock.nanoTime() + millis * NANOS_PER_MILLI, task);
  }

  /** Runs what is due; the loop calls this, and tests that move the clock. */
  public void runDue() {
    long now = clock.nanoTime();
    while (!pending.isEmpty() && pending.first().atNanos - now <= 0) {
      Timer due = pending.first();
      pending.remove(due);
      due.task.run();
    }
    arm();
  }

  void cancel(Timer timer) {
    pending.remove(timer);
  }

  /** Forgets everything; nothing runs any more. */
  public void clear() {
    pending.clear();
    if (wakeUp != null) {
      wakeUp.cancel(false);
      wakeUp = null;
    }
  }

  private void arm() {
    if (pending.isEmpty()) {
      return;
    }
    long earliest = pending.first().atNanos;
    if (wakeUp != null) {
      if (wakeUpNanos - earliest <= 0) {
        return;
      }
      wakeUp.cancel(false);
    }
    long wait = Math.max(1, earliest - clock.nanoTime());
    long millis = (wait + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    wakeUpNanos = earliest;
    wakeUp = loop.schedule(this::onWakeUp, millis, TimeUnit.MILLISECONDS);
  }

  private void onWakeUp() {
    wakeUp = null;
    runDue();
  }

  private static int compare(Timer left, Timer right) {
    int byTime = Long.signum(left.atNanos - right.atNanos);
    return byTime != 0 ? byTime : Long.compare(left.sequence, right.sequence);
  }
}
