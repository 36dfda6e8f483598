package io.toppar.app.engine;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what is the application's on its executor, one at a time and in the order in which it was
 * given, however many threads that executor has. Any thread; never blocks.
 *
 * <p>What the executor refuses is kept, and tried again with what comes next.
 */
public final class CallbackQueue implements Executor {

  private static final Logger LOG = LoggerFactory.getLogger(CallbackQueue.class);

  /** Run in one go, so that the executor may run others in between. */
  private static final int TASKS_PER_TURN = 256;

  private final Executor executor;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Whether a task of the executor waits or runs. */
  private final AtomicBoolean handed = new AtomicBoolean();

  private final AtomicBoolean refusalTold = new AtomicBoolean();
  private volatile @Nullable Thread runner;

  /** A queue in front of this executor. */
  public CallbackQueue(Executor executor) {
    this.executor = executor;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    handOn();
  }

  /** Whether the calling thread runs something of this queue. */
  public boolean isHere() {
    return runner == Thread.currentThread();
  }

  /** Runs on the calling thread what the executor has refused. */
  public void runRefused() {
    if (refusalTold.get() && handed.compareAndSet(false, true)) {
      run();
    }
  }

  private void handOn() {
    if (!handed.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(this::run);
    } catch (Throwable e) { // an error, too, such as that there can be no thread: it is as refused
      handed.set(false);
      if (refusalTold.compareAndSet(false, true)) {
        LOG.warn("callback.executor refuses callbacks; they wait. This is told once", e);
      }
    }
  }

  private void run() {
    runner = Thread.currentThread();
    try {
      Runnable task = tasks.poll();
      for (int i = 1; task != null; i++) {
        runOne(task);
        task = i < TASKS_PER_TURN ? tasks.poll() : null;
      }
    } finally {
      runner = null;
      handed.set(false);
    }
    if (!tasks.isEmpty()) {
      handOn();
    }
  }

  /** Whatever it throws, be it an error, those behind it must not wait for the next to come. */
  private static void runOne(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      LOG.error("a callback failed; the others go on", e);
    }
  }
}
