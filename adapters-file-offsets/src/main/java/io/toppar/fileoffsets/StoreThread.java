package io.toppar.fileoffsets;

import io.toppar.domain.Deadlines;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore.Inbox;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of a store and the one thread that works it off: a daemon, started by the first
 * operation and ended by {@link #close}. It alone touches the medium, and posts all completions.
 * Safe from any thread.
 *
 * <p>So many operations wait as the limit says. As many again are taken to be refused in their
 * turn; one more is refused at the call, or those that are refused would fill the memory.
 */
final class StoreThread {

  private static final Logger LOG = LoggerFactory.getLogger(StoreThread.class);

  private final FileOffsetOptions options;
  private final Clock clock;

  /** Touched by the store's thread only. */
  private final OffsetMedium medium;

  private final CountDownLatch mediumClosed = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** These are guarded by the lock. */
  private Queue<Operation> queue = new ArrayDeque<>();

  private @Nullable OperationRunner runner;
  private @Nullable Thread thread;
  private boolean closing;

  StoreThread(FileOffsetOptions options, Clock clock, OffsetMedium medium) {
    this.options = options;
    this.clock = clock;
    this.medium = medium;
  }

  void open(Inbox inbox) {
    lock.lock();
    try {
      if (runner != null) {
        throw new IllegalStateException("the offset store is open already; open it once");
      }
      runner = new OperationRunner(medium, inbox);
    } finally {
      lock.unlock();
    }
  }

  void submit(Operation operation) {
    lock.lock();
    try {
      OperationRunner running = runner;
      if (running == null) {
        throw new IllegalStateException("the offset store is not open; call open first");
      }
      queue.add(admitted(operation));
      if (thread == null) {
        thread = new Thread(() -> work(running), "toppar-offset-files");
        thread.setDaemon(true);
        thread.start();
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  void close(Duration timeout) {
    lock.lock();
    try {
      if (closing) {
        return;
      }
      closing = true;
      if (thread == null) {
        mediumClosed.countDown();
        return;
      }
      changed.signal();
      if (thread == Thread.currentThread()) {
        return;
      }
    } finally {
      lock.unlock();
    }
    awaitClosed(timeout);
  }

  private void awaitClosed(Duration timeout) {
    try {
      if (!mediumClosed.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("the offsets in {} are not closed after {}", options.directory(), timeout);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Operation admitted(Operation operation) {
    int limit = options.queueLimit();
    if (queue.size() >= 2L * limit) {
      throw new RejectedExecutionException(
          "%d operations wait for the disk of %s, %d of them to be refused; wait for completions"
              .formatted(queue.size(), options.directory(), queue.size() - limit));
    }
    if (closing) {
      return refused(Reason.CLOSED, "the offset store is closed; open a new one", operation);
    }
    return queue.size() < limit
        ? operation
        : refused(
            Reason.BUSY,
            "%d operations wait for the disk of %s; this one was not tried, try again later"
                .formatted(limit, options.directory()),
            operation);
  }

  private static Operation refused(Reason reason, String detail, Operation operation) {
    return new Operation.Refused(new Failed(reason, detail), operation.token());
  }

  /** The thread: batches until the medium is closed and nothing is left to answer. */
  private void work(OperationRunner running) {
    while (true) {
      List<Operation> batch = nextBatch();
      if (batch == null) {
        return;
      }
      running.run(batch, clock.nanoTime());
      running.forceDue(clock.nanoTime());
      if (batch.isEmpty() && mediumClosed.getCount() > 0 && isClosing()) {
        running.close();
        mediumClosed.countDown();
      }
    }
  }

  /**
   * Waits for operations, a deadline or the wish to close; empty for the latter two, null at the
   * end. Operations that come after the end start a new thread, which only refuses them.
   */
  private @Nullable List<Operation> nextBatch() {
    lock.lock();
    try {
      while (queue.isEmpty() && !closing) {
        long left = nanosToDeadline();
        if (left <= 0) {
          break;
        }
        try {
          left = changed.awaitNanos(left);
        } catch (InterruptedException nobodysBusiness) {
          LOG.debug("the thread of the offset files was interrupted; it ends by close alone");
        }
      }
      if (queue.isEmpty() && closing && mediumClosed.getCount() == 0) {
        thread = null;
        return null;
      }
      List<Operation> batch = new ArrayList<>(queue);
      queue = new ArrayDeque<>();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  private long nanosToDeadline() {
    return medium.deadline() == Deadlines.NONE
        ? Long.MAX_VALUE
        : medium.deadline() - clock.nanoTime();
  }

  private boolean isClosing() {
    lock.lock();
    try {
      return closing;
    } finally {
      lock.unlock();
    }
  }
}
