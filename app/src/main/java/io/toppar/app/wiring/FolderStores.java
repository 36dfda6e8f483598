package io.toppar.app.wiring;

import io.toppar.fileoffsets.FileOffsetOptions;
import io.toppar.fileoffsets.FileOffsetStore;
import io.toppar.fileoffsets.JournalOffsetStore;
import io.toppar.ports.OffsetStore;
import java.nio.file.Path;

/**
 * Makes offset stores for tools that change offsets without a client. Stateless, any thread.
 *
 * <p>They force to the device on request, on release and on close. The caller closes them.
 */
public final class FolderStores {

  private FolderStores() {}

  /** A store of a file per topic, partition and group. */
  public static OffsetStore files(Path folder) {
    return new FileOffsetStore(options(folder), new SystemClock());
  }

  /** A store of one journal. */
  public static OffsetStore journal(Path folder) {
    return new JournalOffsetStore(options(folder), new SystemClock());
  }

  private static FileOffsetOptions options(Path folder) {
    return FileOffsetOptions.of(folder).withSyncIntervalMillis(FileOffsetOptions.SYNC_NEVER);
  }
}
