package io.toppar.fileoffsets;

import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.time.Duration;

/**
 * An offset store in one local file, an append-only journal, for thousands of partitions.
 *
 * <p>Keeps leader epoch and metadata. Safe from any thread; one daemon thread, started by the first
 * operation and ended by {@link #close}, does all file work and posts all completions. What waits
 * together is written together and forced together. The first key takes hold of the whole journal,
 * the release of the last one lets go of it. The format, and what is promised about crashes,
 * damage, locks and forcing, is in {@code docs/offset-files.md}.
 *
 * <p>The queue is bounded by {@link FileOffsetOptions#queueLimit}: over it an operation fails as
 * {@link Reason#BUSY}, in its turn, without touching the journal.
 */
public final class JournalOffsetStore implements OffsetStore {

  private final StoreThread thread;

  /** A store over the journal in this folder; touches nothing yet. */
  public JournalOffsetStore(FileOffsetOptions options, Clock clock) {
    this(options, clock, JournalFile.COMPACT_ABOVE_BYTES);
  }

  JournalOffsetStore(FileOffsetOptions options, Clock clock, long compactAboveBytes) {
    this.thread = new StoreThread(options, clock, new OffsetJournal(options, compactAboveBytes));
  }

  @Override
  public void open(Inbox inbox) {
    thread.open(inbox);
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
