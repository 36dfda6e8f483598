package io.toppar.testing.simulation;

import io.toppar.app.engine.Duty;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.ManualRunner;

/**
 * A {@link ManualRunner} that somebody looks at after every turn in which something was done.
 * Confined to its simulation's thread.
 */
final class WatchedRunner implements DutyRunner {

  private final ManualRunner runner;
  private final Runnable onTurn;

  WatchedRunner(ManualRunner.Idle idle, Runnable onTurn) {
    this.runner = new ManualRunner(idle);
    this.onTurn = onTurn;
  }

  @Override
  public void start(Duty duty) {
    runner.start(
        new Duty() {
          @Override
          public int doWork() {
            int work = duty.doWork();
            if (work > 0) {
              onTurn.run();
            }
            return work;
          }

          @Override
          public long nextDeadline() {
            return duty.nextDeadline();
          }
        });
  }

  @Override
  public void wake() {
    runner.wake();
  }

  @Override
  public void runAt(long deadlineNanos) {
    runner.runAt(deadlineNanos);
  }

  @Override
  public Drive drive(long untilNanos) {
    return runner.drive(untilNanos);
  }

  @Override
  public void stop() {
    runner.stop();
  }
}
