package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The side file {@code .toppar-names}: which key each offset file of the folder belongs to. One
 * thread.
 *
 * <p>It exists because the names are not injective: {@code t-1}, 2, {@code g} and {@code t}, 1,
 * {@code 2-g} have one name. Lines are only ever appended, each by one write, so several processes
 * may share the file and a crash leaves at most its last line cut; what is not a whole line is
 * ignored. A later line for a name stands over an earlier one. Names are forced with the offsets.
 */
final class RecordedNames {

  static final String FILE = ".toppar-names";

  private static final Logger LOG = LoggerFactory.getLogger(RecordedNames.class);
  private static final int MAX_BYTES = 64 << 20;

  private final FileOps files;
  private final Path file;
  private final boolean oneForAll;
  private final Map<String, OffsetKey> owners = new HashMap<>();
  private final StringBuilder unforced = new StringBuilder();
  private long seenBytes = -1;
  private int toldUnreadable;
  private boolean endsInLine = true;
  private boolean ignoresCase;

  /** Also at first: who died after writing down a name may not have forced it. */
  private boolean dirty = true;

  /**
   * The side file.
   *
   * @param oneForAll whether every name means the same file, that of the last line
   */
  RecordedNames(FileOps files, Path file, boolean oneForAll) {
    this.files = files;
    this.file = file;
    this.oneForAll = oneForAll;
  }

  Path file() {
    return file;
  }

  /** Reads what other processes added; makes the file if it is missing. */
  void refresh() throws IOException {
    if (files.kind(file) == FileOps.Kind.ABSENT) {
      files.append(file).close();
      seenBytes = -1;
    }
    if (seenBytes < 0) {
      ignoresCase = files.kind(file.resolveSibling(upperCase(file))) != FileOps.Kind.ABSENT;
    }
    if (files.size(file) != seenBytes) {
      readAll();
    }
  }

  private static String upperCase(Path file) {
    return file.getFileName().toString().toUpperCase(Locale.ROOT);
  }

  /** What two names have in common when this file system takes them for one. */
  String identity(String fileName) {
    if (oneForAll) {
      return "";
    }
    return ignoresCase
        ? Normalizer.normalize(fileName, Normalizer.Form.NFC)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT)
        : fileName;
  }

  /** Whose offset a file holds, as far as anybody wrote it down. */
  @Nullable OffsetKey owner(String fileName) {
    return owners.get(identity(fileName));
  }

  void record(String fileName, OffsetKey key) throws IOException {
    String line = new RecordedName(fileName, key).line();
    append(line);
    unforced.append(line);
    dirty = true;
    owners.put(identity(fileName), key);
  }

  /**
   * Forces what was recorded since the last time. Where that fails it is written once more first:
   * the system may have dropped it, and would report success.
   */
  void force() throws IOException {
    if (!dirty) {
      return;
    }
    try {
      files.force(file);
    } catch (IOException perhapsDropped) {
      LOG.debug("writing to {} anew: {}", file, perhapsDropped.toString());
      append(unforced.toString());
      files.force(file);
    }
    dirty = false;
    unforced.setLength(0);
  }

  private void append(String lines) throws IOException {
    byte[] bytes = ((endsInLine ? "" : "\n") + lines).getBytes(StandardCharsets.UTF_8);
    try (FileOps.Output out = files.append(file)) {
      int written = out.write(ByteBuffer.wrap(bytes));
      if (written < bytes.length) {
        throw new IOException(
            "No space left: %d of %d bytes written".formatted(written, bytes.length));
      }
    }
    seenBytes += bytes.length;
    endsInLine = true;
  }

  private void readAll() throws IOException {
    byte[] bytes = files.read(file, MAX_BYTES);
    if (bytes.length == MAX_BYTES) {
      throw new IOException("it is larger than 64 MB; delete it while nothing uses the folder");
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    owners.clear();
    int unreadable = 0;
    for (String line : text.split("\n", -1)) {
      RecordedName name = RecordedName.parse(line);
      if (name != null) {
        owners.put(identity(name.fileName()), name.key());
      } else if (!line.isEmpty()) {
        unreadable++;
      }
    }
    if (unreadable > toldUnreadable) {
      LOG.warn("{}: lines that are not whole are ignored, {} of them", file, unreadable);
      toldUnreadable = unreadable;
    }
    seenBytes = bytes.length;
    endsInLine = text.isEmpty() || text.endsWith("\n");
  }
}
