package io.toppar.fileoffsets;

import io.toppar.ports.Clock;
import io.toppar.ports.StoreOutcome.Reason;

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
public final class FileOffsetStore extends ThreadedOffsetStore {

  /** A store over these files; touches none of them yet. */
  public FileOffsetStore(FileOffsetOptions options, Clock clock) {
    super(new StoreThread(options, clock, new OffsetFolder(options)));
  }

  @Override
  public boolean keepsLeaderEpoch() {
    return false;
  }

  @Override
  public boolean keepsMetadata() {
    return false;
  }
}
