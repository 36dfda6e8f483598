package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoredOffset;
import java.time.Duration;

/** A store whose operations are done, one after the other, by a {@link StoreThread}. Any thread. */
abstract sealed class ThreadedOffsetStore implements OffsetStore
    permits FileOffsetStore, JournalOffsetStore {

  private final StoreThread thread;

  ThreadedOffsetStore(StoreThread thread) {
    this.thread = thread;
  }

  @Override
  public final void open(Inbox inbox) {
    thread.open(inbox);
  }

  @Override
  public final void load(OffsetKey key, long token) {
    thread.submit(new Operation.Load(key, token));
  }

  @Override
  public final void store(OffsetKey key, StoredOffset offset, long token) {
    thread.submit(new Operation.Store(key, offset, token));
  }

  @Override
  public final void delete(OffsetKey key, long token) {
    thread.submit(new Operation.Delete(key, token));
  }

  @Override
  public final void sync(long token) {
    thread.submit(new Operation.Sync(token));
  }

  @Override
  public final void release(OffsetKey key, long token) {
    thread.submit(new Operation.Release(key, token));
  }

  @Override
  public final void close(Duration timeout) {
    thread.close(timeout);
  }
}
