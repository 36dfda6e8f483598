package io.toppar.app.engine;

import io.toppar.domain.TopparError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where what was fetched waits for application threads: one {@link Slot} per partition, taken from
 * in turn, so that a busy partition does not starve the others.
 *
 * <p><b>Threading:</b> one lock. The duty thread delivers, any thread takes. Takers are signalled
 * only when there was nothing to take before; a taker that leaves something passes the signal on.
 *
 * <p><b>Order:</b> per partition that of delivery. The duty thread hears of takings in the same
 * order.
 */
public final class HandOver {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition takeable = lock.newCondition();
  private final ArrayDeque<Slot> turns = new ArrayDeque<>();
  private final Observer observer;
  private int waiting;
  private boolean ended;

  /** Hears what became of deliveries, under the lock; must not block. */
  interface Observer {

    /** An application thread has it. */
    void taken(Delivery delivery);

    /** Nobody will have it: a barrier made it void. Its records go back. */
    void dropped(Delivery delivery);
  }

  HandOver(Observer observer) {
    this.observer = observer;
  }

  /** Leaves a delivery, or drops it where a barrier is pending or the slot is closed. */
  void deliver(Delivery delivery) {
    Slot slot = delivery.slot();
    lock.lock();
    try {
      if (slot.closed || slot.pendingBarriers > (slot.commandRuns ? 1 : 0)) {
        observer.dropped(delivery);
        return;
      }
      if (repeatsLast(slot, delivery)) {
        slot.deliveries.removeLast().queued = false;
      }
      delivery.queued = true;
      delivery.generation = slot.generation;
      slot.deliveries.addLast(delivery);
      line(slot);
    } finally {
      lock.unlock();
    }
  }

  /** The same error again replaces the one that nobody took, so that they cannot pile up. */
  private static boolean repeatsLast(Slot slot, Delivery delivery) {
    Delivery last = slot.deliveries.peekLast();
    if (last == null
        || last.kind() != Delivery.Kind.ERROR
        || delivery.kind() != Delivery.Kind.ERROR) {
      return false;
    }
    TopparError before = last.error();
    TopparError now = delivery.error();
    return before.code() == now.code() && !before.fatalToPartition();
  }

  /** Whatever is delivered and not taken is void: the op version has risen. */
  void barrier(Slot slot) {
    lock.lock();
    try {
      drop(slot);
      if (slot.pendingBarriers == 0) {
        slot.position = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * A command of the application that will raise the op version has been given: from now until it
   * has been run nothing is handed out.
   */
  void fence(Slot slot, @Nullable AppPosition position) {
    lock.lock();
    try {
      slot.pendingBarriers++;
      slot.position = position;
      drop(slot);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The command behind a {@link #fence} is being run: what is delivered from now on is its own, and
   * is handed out once it has been run, unless another fence stands.
   */
  void runs(Slot slot) {
    lock.lock();
    try {
      slot.commandRuns = true;
    } finally {
      lock.unlock();
    }
  }

  /** The command behind a {@link #fence} has been run. */
  void unfence(Slot slot) {
    lock.lock();
    try {
      slot.pendingBarriers--;
      slot.commandRuns = false;
      if (!slot.deliveries.isEmpty()) {
        line(slot);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * A taker could not read what it has: until {@link #letGo} nothing more of the partition is
   * handed out, for what was delivered behind it would come before it. Keeps what waits: whether
   * that is void the machine knows.
   *
   * @param position where reading goes on
   * @return false if nothing is held back: what was taken is void already
   */
  boolean holdBack(Delivery delivery, AppPosition position) {
    Slot slot = delivery.slot();
    lock.lock();
    try {
      if (slot.closed || delivery.generation != slot.generation) {
        return false;
      }
      slot.heldBack++;
      slot.position = position;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The machine knows what a {@link #holdBack} was for. */
  void letGo(Slot slot) {
    lock.lock();
    try {
      slot.heldBack--;
      if (!slot.deliveries.isEmpty()) {
        line(slot);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The machine has found out where it stands; the application's own word goes before it. */
  void resolved(Slot slot, long offset, int leaderEpoch) {
    if (slot.position != null) {
      return;
    }
    lock.lock();
    try {
      if (slot.position == null && slot.pendingBarriers == 0) {
        slot.position = new AppPosition(offset, leaderEpoch);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Opens or shuts the gate. Once shut nothing of the partition is handed out; what is there stays
   * for when it is opened.
   *
   * @return whether that changed anything
   */
  public boolean gate(Slot slot, boolean paused) {
    lock.lock();
    try {
      if (slot.paused == paused) {
        return false;
      }
      slot.paused = paused;
      if (!paused && !slot.deliveries.isEmpty()) {
        line(slot);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Too many records of the partition are unfinished for more to be handed out, or not any more.
   */
  void full(Slot slot, boolean full) {
    lock.lock();
    try {
      slot.full = full;
      if (!full && !slot.deliveries.isEmpty()) {
        line(slot);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether reading has been moved or has ended since this was delivered, as far as is known. */
  public boolean isVoid(Delivery delivery) {
    lock.lock();
    try {
      return delivery.slot().closed || delivery.generation != delivery.slot().generation;
    } finally {
      lock.unlock();
    }
  }

  /** The partition is no longer assigned: nothing of it is handed out ever again. */
  public void close(Slot slot) {
    lock.lock();
    try {
      slot.closed = true;
      drop(slot);
    } finally {
      lock.unlock();
    }
  }

  /** Whether the next delivery, if there is one now, is of records with something in them. */
  public boolean nextIsRecords() {
    lock.lock();
    try {
      Slot slot = turns.peekFirst();
      Delivery delivery = slot == null || slot.isShut() ? null : slot.deliveries.peekFirst();
      return delivery != null && delivery.kind() == Delivery.Kind.RECORDS && !delivery.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** The next delivery of the partition whose turn it is, or null if there is none. */
  public @Nullable Delivery take() {
    lock.lock();
    try {
      return next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next delivery, waiting for one at most so long.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public @Nullable Delivery take(long timeoutNanos) throws InterruptedException {
    long left = timeoutNanos;
    lock.lockInterruptibly();
    try {
      Delivery delivery = next();
      while (delivery == null && left > 0 && !ended) {
        waiting++;
        try {
          left = takeable.awaitNanos(left);
        } finally {
          waiting--;
        }
        delivery = next();
      }
      if (!turns.isEmpty()) {
        signal();
      }
      return delivery;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes every waiting taker, for good: the client is closing. */
  void end() {
    lock.lock();
    try {
      ended = true;
      takeable.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Runs something for a delivery if it has not been taken, while nobody can take it. */
  boolean ifQueued(Delivery delivery, Runnable action) {
    lock.lock();
    try {
      if (delivery.queued) {
        action.run();
      }
      return delivery.queued;
    } finally {
      lock.unlock();
    }
  }

  /** What waits in a slot; for the duty thread's account of memory. */
  List<Delivery> waiting(Slot slot) {
    lock.lock();
    try {
      return new ArrayList<>(slot.deliveries);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Delivery next() {
    Slot slot = turns.pollFirst();
    while (slot != null) {
      slot.inTurn = false;
      if (!slot.isShut() && !slot.deliveries.isEmpty()) {
        return take(slot);
      }
      slot = turns.pollFirst();
    }
    return null;
  }

  private Delivery take(Slot slot) {
    Delivery delivery = slot.deliveries.removeFirst();
    delivery.queued = false;
    if (!slot.deliveries.isEmpty()) {
      slot.inTurn = true;
      turns.addLast(slot);
    }
    if (delivery.kind() == Delivery.Kind.RECORDS) {
      slot.position = new AppPosition(delivery.to(), delivery.batches().leaderEpoch());
      observer.taken(delivery);
    } else if (delivery.kind() == Delivery.Kind.RESET && delivery.to() >= 0) {
      // A reset that led forward left the position where the application last was.
      slot.position = new AppPosition(delivery.to(), -1);
    }
    return delivery;
  }

  private void line(Slot slot) {
    if (slot.inTurn || slot.isShut()) {
      return;
    }
    boolean wasEmpty = turns.isEmpty();
    slot.inTurn = true;
    turns.addLast(slot);
    if (wasEmpty) {
      signal();
    }
  }

  private void signal() {
    if (waiting > 0) {
      takeable.signal();
    }
  }

  private void drop(Slot slot) {
    slot.generation++;
    Delivery delivery = slot.deliveries.pollFirst();
    while (delivery != null) {
      delivery.queued = false;
      observer.dropped(delivery);
      delivery = slot.deliveries.pollFirst();
    }
  }
}
