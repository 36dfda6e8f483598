package io.toppar.testing.memory;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.StoreFault.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An offset store in memory that keeps epochs and metadata and plays faults on request. Safe from
 * any thread.
 *
 * <p>Every operation takes effect and is answered on the executor, in the order of submission,
 * never two at once. An executor that collects its tasks until a test runs them makes the store
 * fully deterministic; one that runs them at once, inside {@code execute}, would break the port's
 * promise and is refused. {@link #close} runs on the caller what is still waiting, faults aside.
 */
public final class MemoryOffsetStore implements OffsetStore {

  private final MemoryOffsets offsets;
  private final Executor executor;

  /** Guards everything below; never held while a completion is posted. */
  private final Object state = new Object();

  /** Held by the one thread that answers operations. */
  private final ReentrantLock turn = new ReentrantLock();

  private final ThreadLocal<Boolean> submitting = ThreadLocal.withInitial(() -> false);

  private final Queue<Submitted> waiting = new ArrayDeque<>();
  private final List<StoreFault> faults = new ArrayList<>();
  private @Nullable Inbox inbox;
  private boolean stalled;
  private boolean closing;

  /** A store over offsets of its own, answering on the JVM's common pool. */
  public MemoryOffsetStore() {
    this(new MemoryOffsets(), ForkJoinPool.commonPool());
  }

  /** A store over these offsets, answering on this executor. */
  public MemoryOffsetStore(MemoryOffsets offsets, Executor executor) {
    this.offsets = offsets;
    this.executor = executor;
  }

  /** Plays a fault once, after those injected earlier for the same operation. */
  public void inject(StoreFault fault) {
    synchronized (state) {
      faults.add(fault);
    }
  }

  /** Ends a {@link StoreFault.Stall}; without one it does nothing. */
  public void resume() {
    int count;
    synchronized (state) {
      stalled = false;
      count = waiting.size();
    }
    for (int i = 0; i < count; i++) {
      executor.execute(this::answerNext);
    }
  }

  /** Drops the faults that have not been played; a stall that has begun goes on. */
  public void clearFaults() {
    synchronized (state) {
      faults.clear();
    }
  }

  /** How many operations wait for their answer. */
  public int waiting() {
    synchronized (state) {
      return waiting.size();
    }
  }

  @Override
  public void open(Inbox inbox) {
    synchronized (state) {
      if (this.inbox != null) {
        throw new IllegalStateException("the store is open already; open it once");
      }
      this.inbox = inbox;
    }
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return true;
  }

  @Override
  public boolean keepsMetadata() {
    return true;
  }

  @Override
  public void load(OffsetKey key, long token) {
    submit(Operation.LOAD, token, () -> loaded(key));
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    submit(Operation.STORE, token, () -> stored(key, offset));
  }

  @Override
  public void sync(long token) {
    submit(Operation.SYNC, token, StoreOutcome.Synced::new);
  }

  @Override
  public void delete(OffsetKey key, long token) {
    submit(Operation.DELETE, token, () -> deleted(key));
  }

  @Override
  public void release(OffsetKey key, long token) {
    submit(
        Operation.RELEASE,
        token,
        () -> {
          offsets.release(key, this);
          return new StoreOutcome.Released();
        });
  }

  @Override
  public void close(Duration timeout) {
    synchronized (state) {
      if (closing) {
        return;
      }
      closing = true;
      stalled = false;
    }
    if (finishWaiting(timeout)) {
      offsets.releaseAll(this);
    }
  }

  private boolean finishWaiting(Duration timeout) {
    try {
      if (!turn.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
    try {
      while (waiting() > 0) {
        answerNext();
      }
      return true;
    } finally {
      turn.unlock();
    }
  }

  private void submit(Operation operation, long token, Supplier<StoreOutcome> effect) {
    synchronized (state) {
      if (inbox == null) {
        throw new IllegalStateException("the store is not open; call open first");
      }
      waiting.add(new Submitted(operation, token, closing ? MemoryOffsetStore::closed : effect));
    }
    submitting.set(true);
    try {
      executor.execute(this::answerNext);
    } finally {
      submitting.remove();
    }
  }

  private void answerNext() {
    if (submitting.get()) {
      throw new IllegalStateException(
          "the executor runs tasks inside execute(); name one that runs them later");
    }
    turn.lock();
    try {
      Submitted next;
      StoreFault fault;
      Inbox to;
      synchronized (state) {
        next = waiting.peek();
        to = inbox;
        if (next == null || to == null || stalled) {
          return;
        }
        fault = closing ? null : takeFault(next.operation);
        if (fault instanceof StoreFault.Stall) {
          stalled = true;
          return;
        }
        waiting.remove();
      }
      StoreOutcome outcome =
          fault instanceof StoreFault.Fail fail
              ? new StoreOutcome.Failed(fail.reason(), fail.detail())
              : next.effect.get();
      to.post(new StoreCompletion(next.token, outcome));
    } finally {
      turn.unlock();
    }
  }

  private @Nullable StoreFault takeFault(Operation operation) {
    Iterator<StoreFault> each = faults.iterator();
    while (each.hasNext()) {
      StoreFault fault = each.next();
      if (fault.operation() == operation) {
        each.remove();
        return fault;
      }
    }
    return null;
  }

  private StoreOutcome loaded(OffsetKey key) {
    return offsets.hold(key, this)
        ? new StoreOutcome.Loaded(offsets.offset(key), null)
        : inUse(key);
  }

  private StoreOutcome stored(OffsetKey key, StoredOffset offset) {
    if (!offsets.hold(key, this)) {
      return inUse(key);
    }
    offsets.put(key, offset);
    return new StoreOutcome.Stored();
  }

  private StoreOutcome deleted(OffsetKey key) {
    if (!offsets.hold(key, this)) {
      return inUse(key);
    }
    offsets.remove(key);
    return new StoreOutcome.Deleted();
  }

  private static StoreOutcome inUse(OffsetKey key) {
    return new StoreOutcome.Failed(
        StoreOutcome.Reason.IN_USE,
        "the offset of " + key + " is held by another store; close or release it there");
  }

  private static StoreOutcome closed() {
    return new StoreOutcome.Failed(
        StoreOutcome.Reason.CLOSED, "the offset store is closed; open a new one");
  }

  private record Submitted(Operation operation, long token, Supplier<StoreOutcome> effect) {}
}
