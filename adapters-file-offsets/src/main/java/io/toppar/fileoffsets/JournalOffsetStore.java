package io.toppar.fileoffsets;

import io.toppar.ports.Clock;
import io.toppar.ports.StoreOutcome.Reason;

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
public final class JournalOffsetStore extends ThreadedOffsetStore {

  /** A store over the journal in this folder; touches nothing yet. */
  public JournalOffsetStore(FileOffsetOptions options, Clock clock) {
    this(options, clock, JournalFile.COMPACT_ABOVE_BYTES);
  }

  JournalOffsetStore(FileOffsetOptions options, Clock clock, long compactAboveBytes) {
    super(new StoreThread(options, clock, new OffsetJournal(options, compactAboveBytes)));
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return true;
  }

  @Override
  public boolean keepsMetadata() {
    return true;
  }
}
