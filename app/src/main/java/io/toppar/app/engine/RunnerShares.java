package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One runner for two duties, such as an engine's and that of the keeper of its offsets: each is
 * started and stopped by itself, and they take turns. Any thread.
 *
 * <p>The runner starts with the first share and stops with the last.
 */
final class RunnerShares implements Duty {

  private final DutyRunner runner;
  private final List<Share> shares = List.of(new Share(), new Share());

  /** Held during a turn. */
  private final Object turn = new Object();

  private boolean started;

  RunnerShares(DutyRunner runner) {
    this.runner = runner;
  }

  DutyRunner first() {
    return shares.get(0);
  }

  DutyRunner second() {
    return shares.get(1);
  }

  @Override
  public int doWork() {
    synchronized (turn) {
      int work = 0;
      for (Share share : shares) {
        work += share.duty == null ? 0 : share.duty.doWork();
      }
      if (work == 0) {
        runner.runAt(nextDeadline());
      }
      return work;
    }
  }

  @Override
  public long nextDeadline() {
    synchronized (turn) {
      long next = Deadlines.NONE;
      for (Share share : shares) {
        if (share.duty != null) {
          next = Deadlines.earlier(next, share.duty.nextDeadline());
        }
      }
      return next;
    }
  }

  /** Whether this is the first duty, with which the runner begins. */
  private boolean begins() {
    synchronized (turn) {
      boolean first = !started;
      started = true;
      return first;
    }
  }

  private boolean allStopped() {
    synchronized (turn) {
      return shares.stream().allMatch(share -> share.duty == null);
    }
  }

  private final class Share implements DutyRunner {

    private @Nullable Duty duty;

    @Override
    public void start(Duty startedDuty) {
      synchronized (turn) {
        duty = startedDuty;
      }
      if (begins()) {
        runner.start(RunnerShares.this);
      } else {
        runner.wake();
      }
    }

    @Override
    public void wake() {
      runner.wake();
    }

    /** The runner is told after a turn of both, from what they say. */
    @Override
    public void runAt(long deadlineNanos) {}

    /** Outside of a turn, for the runner waits for the one that may be running. */
    @Override
    public void stop() {
      synchronized (turn) {
        duty = null;
      }
      if (allStopped()) {
        runner.stop();
      }
    }

    @Override
    public Drive drive(long untilNanos) {
      return runner.drive(untilNanos);
    }
  }
}
