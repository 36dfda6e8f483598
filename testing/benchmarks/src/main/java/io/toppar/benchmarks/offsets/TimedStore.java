package io.toppar.benchmarks.offsets;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FileOffsetOptions;
import io.toppar.fileoffsets.FileOffsetStore;
import io.toppar.fileoffsets.JournalOffsetStore;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A store of local files, and how long it takes. One thread. */
final class TimedStore implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofMinutes(5);

  private final OffsetStore store;
  private final Semaphore completed = new Semaphore(0);
  private final AtomicReference<StoreOutcome.@Nullable Failed> failed = new AtomicReference<>();
  private long token;

  TimedStore(String layout, Path folder, long syncMillis) {
    FileOffsetOptions options = FileOffsetOptions.of(folder).withSyncIntervalMillis(syncMillis);
    store =
        switch (layout) {
          case "files" -> new FileOffsetStore(options, new JvmClock());
          case "journal" -> new JournalOffsetStore(options, new JvmClock());
          default -> throw new IllegalArgumentException("layout files or journal, not " + layout);
        };
    store.open(
        completion -> {
          if (completion.outcome() instanceof StoreOutcome.Failed fault) {
            failed.set(fault);
          }
          completed.release();
        });
  }

  /** Loads the offsets of so many partitions, and so takes hold of them; in nanoseconds. */
  long load(int partitions) throws InterruptedException {
    long start = System.nanoTime();
    for (int partition = 0; partition < partitions; partition++) {
      store.load(key(partition), token++);
    }
    return await(partitions, start);
  }

  /** Stores an offset for each of so many partitions, and forces them if asked; in nanoseconds. */
  long store(int partitions, long offset, boolean sync) throws InterruptedException {
    long start = System.nanoTime();
    StoredOffset stored = StoredOffset.of(offset);
    for (int partition = 0; partition < partitions; partition++) {
      store.store(key(partition), stored, token++);
    }
    if (sync) {
      store.sync(token++);
    }
    return await(partitions + (sync ? 1 : 0), start);
  }

  private long await(int operations, long start) throws InterruptedException {
    completed.acquire(operations);
    long elapsed = System.nanoTime() - start;
    StoreOutcome.Failed fault = failed.get();
    if (fault != null) {
      throw new IllegalStateException(fault.detail());
    }
    return elapsed;
  }

  static OffsetKey key(int partition) {
    return new OffsetKey(new TopicPartition("measured-topic", partition), "group");
  }

  @Override
  public void close() {
    store.close(CLOSING);
  }

  private static final class JvmClock implements Clock {

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
      return System.currentTimeMillis();
    }
  }
}
