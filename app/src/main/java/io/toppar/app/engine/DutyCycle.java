package io.toppar.app.engine;

import io.toppar.ports.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duty cycle of one client: rings what is due, runs what waits in the inbox, sends what that
 * has led to. Called by the runner alone; {@link #isHere} from any thread.
 */
final class DutyCycle implements Duty {

  private static final Logger LOG = LoggerFactory.getLogger(DutyCycle.class);

  /** Tasks taken in one turn, so that timers are looked at in between. */
  private static final int TASKS_PER_TURN = 256;

  private final Inbox inbox;
  private final Supplier<? extends Machines> machines;
  private final DutyRunner runner;
  private final Clock clock;
  private volatile @Nullable Thread dutyThread;

  DutyCycle(Inbox inbox, Supplier<? extends Machines> machines, DutyRunner runner, Clock clock) {
    this.inbox = inbox;
    this.machines = machines;
    this.runner = runner;
    this.clock = clock;
  }

  /** Whether the calling thread is the one that does the work now. */
  boolean isHere() {
    return dutyThread == Thread.currentThread();
  }

  @Override
  public int doWork() {
    dutyThread = Thread.currentThread();
    try {
      inbox.awake();
      int work = turn(clock.nanoTime());
      if (work == 0) {
        if (!inbox.sleep()) {
          return 1;
        }
        runner.runAt(machines.get().nextDeadline());
      }
      return work;
    } finally {
      dutyThread = null;
    }
  }

  @Override
  public long nextDeadline() {
    return machines.get().nextDeadline();
  }

  /**
   * What came while the ports closed still owns its buffers. The runner has been stopped, and
   * nothing more is asked of the ports. Any thread then; they take turns.
   */
  synchronized void drain() {
    long now = clock.nanoTime();
    while (take(now) > 0) {
      now = clock.nanoTime();
    }
  }

  private int turn(long nowNanos) {
    return take(nowNanos) + machines.get().turn(nowNanos);
  }

  /** Takes what is due, and what has come. */
  private int take(long nowNanos) {
    int work = machines.get().ring(nowNanos);
    for (int i = 0; i < TASKS_PER_TURN; i++) {
      Inbox.Task task = inbox.poll();
      if (task == null) {
        break;
      }
      try {
        task.run(nowNanos);
      } catch (Throwable e) { // an error, too: it would end the thread, and nobody would be told
        LOG.error("a task of the engine failed; the others go on", e);
      }
      work++;
    }
    return work;
  }
}
