package io.toppar.fileoffsets;

import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.time.Duration;

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
 * {@link Reason#BUSY}, in its turn, without touching a file.
 */
public final class FileOffsetStore implements OffsetStore {

  private final StoreThread thread;

  /** A store over these files; touches none of them yet. */
  public FileOffsetStore(FileOffsetOptions options, Clock clock) {
    this.thread = new StoreThread(options, clock, new OffsetFolder(options));
  }

  @Override
  public void open(Inbox inbox) {
    thread.open(inbox);
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
    thread.submit(new Operation.Load(key, token));
  }

  @Override
  public void store(OffsetKey key, StoredOffset offset, long token) {
    thread.submit(new Operation.Store(key, offset, token));
  }

  @Override
  public void delete(OffsetKey key, long token) {
    thread.submit(new Operation.Delete(key, token));
  }

  @Override
  public void sync(long token) {
    thread.submit(new Operation.Sync(token));
  }

  @Override
  public void release(OffsetKey key, long token) {
    thread.submit(new Operation.Release(key, token));
  }

  @Override
  public void close(Duration timeout) {
    thread.close(timeout);
  }
}
