package io.toppar.fileoffsets;

import io.toppar.ports.StoreOutcome.Reason;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was found when a journal was read. Immutable but for the state.
 *
 * @param state what its whole entries say
 * @param size the size of the file, {@link #ABSENT} where there is none
 * @param sound whether it may be appended to as it is
 * @param damage damage before its end, or null
 */
record JournalRecovery(
    JournalState state, long size, boolean sound, @Nullable JournalDamage damage) {

  static final long ABSENT = -1;

  private static final Logger LOG = LoggerFactory.getLogger(JournalRecovery.class);
  private static final int READ_BUFFER_BYTES = 256 << 10;

  /** No journal at all. */
  static JournalRecovery nothing() {
    return new JournalRecovery(new JournalState(), ABSENT, true, null);
  }

  /** Reads a journal, and refuses what is none or of another version; changes nothing. */
  static JournalRecovery read(FileOps files, Path path) throws StoreRefusal {
    try {
      return switch (files.kind(path)) {
        case ABSENT -> nothing();
        case FILE -> scanned(files, path);
        case DIRECTORY, OTHER ->
            throw refused(path, "is not a file, so it cannot be a journal; move it away");
      };
    } catch (IOException fault) {
      throw StoreRefusal.io("read", path, "the stored offsets are not known", fault);
    }
  }

  private static JournalRecovery scanned(FileOps files, Path path)
      throws IOException, StoreRefusal {
    JournalState state = new JournalState();
    long size = files.size(path);
    try (FileOps.Input input = files.open(path)) {
      JournalScan scan = new JournalReader(input, READ_BUFFER_BYTES, state).read();
      return judged(path, scan, state, size);
    }
  }

  private static JournalRecovery judged(Path path, JournalScan scan, JournalState state, long size)
      throws StoreRefusal {
    long good = scan.goodBytes();
    return switch (scan.end()) {
      case WHOLE -> new JournalRecovery(state, size, true, null);
      case TORN -> {
        LOG.warn(
            "{}: the last {} bytes, from byte {} on, are no whole entry, as after a write that was cut short; they are cut off",
            path,
            size - good,
            good);
        yield new JournalRecovery(state, size, false, null);
      }
      case DAMAGED -> {
        JournalDamage damage = new JournalDamage(path, good, size - good, null);
        LOG.error("{}", damage.described());
        yield new JournalRecovery(state, size, false, damage);
      }
      case UNKNOWN_VERSION ->
          throw refused(
              path,
              "is a journal of version %d, and this program reads version %d; use the one that wrote it, or move the journal away"
                  .formatted(scan.version(), JournalFormat.VERSION));
      case NOT_A_JOURNAL ->
          throw refused(
              path,
              "does not begin as a journal does, so that nothing in it can be relied on; move it away to begin without stored offsets, or put a copy in its place");
    };
  }

  private static StoreRefusal refused(Path path, String why) {
    return new StoreRefusal(Reason.IO, path + " " + why, null);
  }
}
