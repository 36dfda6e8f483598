package io.toppar.app.engine;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where other threads leave work for the duty thread: many writers, one reader.
 *
 * <p>Two kinds go in. <em>Facts</em> (completions, what application threads took and released) are
 * never refused: there are at most as many as there was submitted or delivered. <em>Commands</em>
 * of the application are refused beyond the capacity. The reader is woken only when it has gone to
 * sleep over an empty inbox.
 */
final class Inbox {

  private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger openCommands = new AtomicInteger();
  private final AtomicBoolean asleep = new AtomicBoolean();
  private final int capacity;
  private final Runnable wake;
  private volatile boolean closed;

  /** Work for the duty thread. */
  interface Task {
    void run(long nowNanos);
  }

  Inbox(int capacity, Runnable wake) {
    this.capacity = capacity;
    this.wake = wake;
  }

  /** Leaves a fact. */
  void post(Task fact) {
    tasks.add(fact);
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      wake.run();
    }
  }

  /** Leaves a command, if there is room and the client is open. */
  Submission submit(Task command) {
    Submission reserved = reserve();
    if (reserved == Submission.ACCEPTED) {
      postReserved(command);
    }
    return reserved;
  }

  /** Makes room for one command, which must follow; for what cannot be undone before it. */
  Submission reserve() {
    if (closed) {
      return Submission.CLOSED;
    }
    if (openCommands.incrementAndGet() > capacity) {
      openCommands.decrementAndGet();
      return Submission.BACK_PRESSURED;
    }
    return Submission.ACCEPTED;
  }

  /** Leaves the command for which room was {@linkplain #reserve made}. */
  void postReserved(Task command) {
    post(
        nowNanos -> {
          openCommands.decrementAndGet();
          command.run(nowNanos);
        });
  }

  /** Commands are refused from now on; facts are not. */
  void close() {
    closed = true;
  }

  /** The next task, or null. The reader only. */
  @Nullable Task poll() {
    return tasks.poll();
  }

  /** Goes to sleep unless something has come meanwhile; the reader only. */
  boolean sleep() {
    asleep.set(true);
    return tasks.isEmpty() || !asleep.compareAndSet(true, false);
  }

  /** The reader is up, whoever woke it. */
  void awake() {
    asleep.set(false);
  }
}
