package io.toppar.app.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where senders wait for memory, first come, first served: who is first tries again whenever some
 * was given back, and nobody takes memory before those who wait. Any thread.
 */
final class Room {

  private final ReentrantLock turn = new ReentrantLock(true);
  private volatile @Nullable Thread first;

  /**
   * Whether somebody waits, so that others must not take what he waits for. Who is next in turn
   * counts before he has woken up: he stands in the queue until he has the lock, so that the queue
   * is looked at first.
   */
  boolean isAwaited() {
    return turn.hasQueuedThreads() || turn.isLocked();
  }

  /** Whether another thread than this one has its turn, and may be waiting. */
  boolean isAwaitedByOther() {
    return turn.isLocked() && !turn.isHeldByCurrentThread();
  }

  /** How many wait, about. */
  int waiting() {
    return turn.getQueueLength() + (turn.isLocked() ? 1 : 0);
  }

  /**
   * Something was given back, or it makes no sense any more to wait. What who waits gives back
   * himself, because his try failed, is no reason to try again.
   */
  void freed() {
    Thread waiting = first;
    if (waiting != null && waiting != Thread.currentThread()) {
      LockSupport.unpark(waiting);
    }
  }

  /**
   * Tries until it comes out other than {@link SendOutcome#NO_ROOM}, or the deadline has passed;
   * does the engine's work meanwhile where no other thread does.
   */
  SendOutcome await(Supplier<SendOutcome> attempt, ClientEngine engine, long deadlineNanos)
      throws InterruptedException {
    long left = Math.max(0, deadlineNanos - engine.nowNanos());
    if (!turn.tryLock(left, TimeUnit.NANOSECONDS)) {
      return SendOutcome.NO_ROOM;
    }
    try {
      first = Thread.currentThread();
      return tryOften(attempt, engine, deadlineNanos);
    } finally {
      first = null;
      turn.unlock();
    }
  }

  /** What is given back after a try has failed ends the wait that follows it at once. */
  private static SendOutcome tryOften(
      Supplier<SendOutcome> attempt, ClientEngine engine, long deadlineNanos)
      throws InterruptedException {
    SendOutcome outcome = attempt.get();
    long left = deadlineNanos - engine.nowNanos();
    while (outcome == SendOutcome.NO_ROOM && left > 0) {
      switch (engine.drive(deadlineNanos)) {
        case ELSEWHERE -> LockSupport.parkNanos(left);
        case WORKED -> {}
        case EXHAUSTED -> {
          return attempt.get();
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      outcome = attempt.get();
      left = deadlineNanos - engine.nowNanos();
    }
    return outcome;
  }
}
