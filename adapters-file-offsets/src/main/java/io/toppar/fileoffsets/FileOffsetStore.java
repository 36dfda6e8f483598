package io.toppar.fileoffsets;

import io.toppar.domain.Deadlines;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An offset store in local files, librdkafka's layout: {@code topic-partition[-group].offset}, the
 * decimal next offset and a newline.
 *
 * <p>Keeps neither leader epoch nor metadata. Safe from any thread; one daemon thread, started by
 * the first operation and ended by {@link #close}, does all file work and posts all completions.
 * Holds one lock, hence one open file, per key. What is promised about crashes, names, locks and
 * forcing is in {@code docs/offset-files.md}.
 *
 * <p>The queue is bounded by {@link FileOffsetOptions#queueLimit}: over it an operation fails as
 * {@link Reason#IO}, in its turn, without touching a file.
 */
public final class FileOffsetStore implements OffsetStore {

  private static final Logger LOG = LoggerFactory.getLogger(FileOffsetStore.class);

  private final FileOffsetOptions options;
  private final Clock clock;

  /** Touched by the store's thread only. */
  private final OffsetFolder folder;

  private final CountDownLatch folderClosed = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** These are guarded by the lock. */
  private Queue<Operation> queue = new ArrayDeque<>();

  private @Nullable OperationRunner runner;
  private @Nullable Thread thread;
  private boolean closing;

  /** A store over these files; touches none of them yet. */
  public FileOffsetStore(FileOffsetOptions options, Clock clock) {
    this.options = options;
    this.clock = clock;
    this.folder = new OffsetFolder(options);
  }

  @Override
  public void open(Inbox inbox) {
    lock.lock();
    try {
      if (runner != null) {
        throw new IllegalStateException("the offset store is open already; open it once");
      }
      runner = new OperationRunner(folder, inbox);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return false;
  }

  @Override
  public boolean keepsMetadata() {
    return false;
  }

  @Override
  public void load(OffsetKey key, long token) {
    submit(new Operation.Load(key, token));
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    submit(new Operation.Store(key, offset.offset(), token));
  }

  @Override
  public void sync(long token) {
    submit(new Operation.Sync(token));
  }

  @Override
  public void release(OffsetKey key, long token) {
    submit(new Operation.Release(key, token));
  }

  @Override
  public void close(Duration timeout) {
    lock.lock();
    try {
      if (closing) {
        return;
      }
      closing = true;
      if (thread == null) {
        folderClosed.countDown();
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
      if (!folderClosed.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("offset files in {} are not closed after {}", options.directory(), timeout);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(Operation operation) {
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

  private Operation admitted(Operation operation) {
    if (closing) {
      return new Operation.Refused(
          new Failed(Reason.CLOSED, "the offset store is closed; open a new one"),
          operation.token());
    }
    if (queue.size() >= options.queueLimit()) {
      return new Operation.Refused(
          new Failed(
              Reason.IO,
              options.queueLimit()
                  + " operations wait for the disk of "
                  + options.directory()
                  + "; this one was not tried, try again later"),
          operation.token());
    }
    return operation;
  }

  /** The thread: batches until the folder is closed and nothing is left to answer. */
  private void work(OperationRunner running) {
    while (true) {
      List<Operation> batch = nextBatch();
      if (batch == null) {
        return;
      }
      running.run(batch, clock.nanoTime());
      running.forceDue(clock.nanoTime());
      if (batch.isEmpty() && folderClosed.getCount() > 0 && isClosing()) {
        running.close();
        folderClosed.countDown();
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
      if (queue.isEmpty() && closing && folderClosed.getCount() == 0) {
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
    return folder.deadline() == Deadlines.NONE
        ? Long.MAX_VALUE
        : folder.deadline() - clock.nanoTime();
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
