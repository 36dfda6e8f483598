package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.toppar.app.config.ConfigException;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ConsumerKeys;
import io.toppar.fileoffsets.FileOffsetOptions;
import io.toppar.fileoffsets.FileOffsetStore;
import io.toppar.fileoffsets.JournalOffsetStore;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Binds the offset store to local files, in the folder {@code offset.store.path} and the layout
 * {@code offset.store.layout}.
 *
 * <p>Stateless; read when the client is built. What the files promise is in {@code
 * docs/offset-files.md}, what the journal does in {@code docs/offset-journal.md}.
 */
public final class FileOffsetsModule extends AbstractModule {

  /** The module. */
  public FileOffsetsModule() {}

  @Provides
  @Singleton
  OffsetStore store(Configuration configuration, Clock clock) {
    FileOffsetOptions options =
        FileOffsetOptions.of(folder(configuration.value(ConsumerKeys.OFFSET_STORE_PATH)))
            .withSyncIntervalMillis(
                configuration.value(ConsumerKeys.OFFSET_STORE_SYNC_INTERVAL_MS));
    return switch (configuration.value(ConsumerKeys.OFFSET_STORE_LAYOUT)) {
      case FILES -> new FileOffsetStore(options, clock);
      case JOURNAL -> new JournalOffsetStore(options, clock);
    };
  }

  private static Path folder(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new ConfigException(
          "offset.store.path: '" + path + "' is no path on this system: " + e.getReason());
    }
  }
}
