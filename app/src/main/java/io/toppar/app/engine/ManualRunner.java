package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Has no thread: work is done by {@link #runUntilIdle} and by blocking calls of the client, whose
 * callers then do it themselves. For tests that must come out the same every time.
 *
 * <p>When there is nothing to do before some time, {@link Idle} is asked to let something happen,
 * such as advancing a manual clock to it. May be used from several threads, which take turns.
 */
public final class ManualRunner implements DutyRunner {

  private final ReentrantLock turn = new ReentrantLock();
  private final Idle idle;
  private @Nullable Duty duty;

  /** What a test does when the client has nothing to do. */
  @FunctionalInterface
  public interface Idle {

    /**
     * Lets something happen: a reply arrive, or time pass up to the one given.
     *
     * @param untilNanos the time the client waits for, never later than the caller's patience
     * @return whether anything happened; false ends the wait as if it had timed out
     */
    boolean advance(long untilNanos);
  }

  /** A runner for which nothing happens by itself. */
  public ManualRunner() {
    this(untilNanos -> false);
  }

  /** A runner that asks for things to happen. */
  public ManualRunner(Idle idle) {
    this.idle = idle;
  }

  @Override
  public void start(Duty startedDuty) {
    duty = startedDuty;
  }

  /** Does all the work there is at this time. */
  public void runUntilIdle() {
    turn.lock();
    try {
      Duty current = duty;
      while (current != null && current.doWork() > 0) {
        current = duty;
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public Drive drive(long untilNanos) {
    turn.lock();
    try {
      Duty current = duty;
      if (current == null) {
        return Drive.EXHAUSTED;
      }
      if (current.doWork() > 0) {
        return Drive.WORKED;
      }
      long next = Deadlines.earlier(current.nextDeadline(), untilNanos);
      return idle.advance(next) ? Drive.WORKED : Drive.EXHAUSTED;
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void wake() {}

  @Override
  public void runAt(long deadlineNanos) {}

  @Override
  public void stop() {
    turn.lock();
    try {
      duty = null;
    } finally {
      turn.unlock();
    }
  }
}
