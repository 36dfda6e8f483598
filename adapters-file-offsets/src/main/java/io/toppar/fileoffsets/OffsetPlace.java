package io.toppar.fileoffsets;

import io.toppar.ports.StoreOutcome.Reason;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the offset files of a store are: a folder of them, one per key, or a single file for a
 * single key, as librdkafka takes any path that is not a folder. Immutable.
 */
final class OffsetPlace {

  private final Path folder;
  private final @Nullable Path single;

  private OffsetPlace(Path folder, @Nullable Path single) {
    this.folder = folder;
    this.single = single;
  }

  /** What the path says: a file that exists is a single file, everything else is to be a folder. */
  static OffsetPlace of(FileOps files, Path given) throws StoreRefusal {
    Path parent = given.getParent();
    return switch (kind(files, given)) {
      case ABSENT, DIRECTORY -> new OffsetPlace(given, null);
      case FILE -> new OffsetPlace(parent == null ? given : parent, given);
      case OTHER ->
          throw new StoreRefusal(
              Reason.IO,
              given + " is neither a folder nor a file, so it cannot hold offsets; name another",
              null);
    };
  }

  private static FileOps.Kind kind(FileOps files, Path given) throws StoreRefusal {
    try {
      return files.kind(given);
    } catch (IOException fault) {
      throw StoreRefusal.io("look at", given, "no offset is loaded or stored", fault);
    }
  }

  /** The folder that holds everything. */
  Path folder() {
    return folder;
  }

  /** Whether there is one file, for one key. */
  boolean isSingleFile() {
    return single != null;
  }

  Path offsetFile(OffsetFileName name) {
    return single == null ? folder.resolve(name.offsetFile()) : single;
  }

  Path lockFile(OffsetFileName name) {
    return folder.resolve(single == null ? name.lockFile() : beside(single, ".lock"));
  }

  Path temporaryFile(OffsetFileName name) {
    return folder.resolve(single == null ? name.temporaryFile() : beside(single, ".tmp"));
  }

  /** The side file that says whose offsets are kept. */
  Path namesFile() {
    return folder.resolve(single == null ? RecordedNames.FILE : beside(single, ".names"));
  }

  private static String beside(Path file, String suffix) {
    return "." + file.getFileName() + suffix;
  }
}
