package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writing of a journal to a temporary file, forced before it takes the place of the journal.
 * One thread.
 *
 * <p>Until the rename the old journal is whole, from then on the new one is: there is no moment at
 * which a crash finds neither.
 */
final class JournalRewrite {

  private static final Logger LOG = LoggerFactory.getLogger(JournalRewrite.class);

  private static final int MAX_KEPT = 1000;
  private static final int COPY_BYTES = 64 << 10;

  private final FileOps files;
  private final Path folder;
  private final Path path;
  private final Path temporary;

  JournalRewrite(FileOps files, Path folder) {
    this.files = files;
    this.folder = folder;
    this.path = folder.resolve(JournalName.FILE);
    this.temporary = folder.resolve(JournalName.TEMPORARY);
  }

  /** Clears away what a crash left. */
  void discardTemporary() throws IOException {
    files.deleteIfExists(temporary);
  }

  /** Writes the temporary file, and forces it; returns its size. */
  long write(JournalState state, byte[] buffer) throws StoreRefusal {
    try (FileOps.Output out = files.create(temporary)) {
      JournalWriter writer = new JournalWriter(out, buffer);
      writer.writeHeader();
      for (JournalState.Slot slot : state.slots()) {
        writer.define(slot.id(), slot.key());
        writer.store(slot.id(), Objects.requireNonNull(slot.offset()));
      }
      writer.flush();
      out.force();
      return writer.written();
    } catch (IOException fault) {
      discard();
      throw failed(fault);
    }
  }

  void putInPlace() throws StoreRefusal {
    try {
      files.rename(temporary, path);
    } catch (IOException fault) {
      discard();
      throw failed(fault);
    }
  }

  /** Copies a damaged journal to a name of its own, forced, before it is replaced. */
  JournalDamage keepAside(JournalDamage damage) throws StoreRefusal {
    try {
      Path kept = freeName();
      copy();
      files.rename(temporary, kept);
      files.forceDirectory(folder);
      return damage.keptAs(kept);
    } catch (IOException fault) {
      discard();
      throw StoreRefusal.io(
          "keep aside", path, "nothing is stored, and the damaged journal stays", fault);
    }
  }

  private Path freeName() throws IOException {
    for (int number = 1; number <= MAX_KEPT; number++) {
      Path name = folder.resolve(JournalName.DAMAGED + number);
      if (files.kind(name) == FileOps.Kind.ABSENT) {
        return name;
      }
    }
    throw new IOException("%d damaged journals are kept already".formatted(MAX_KEPT));
  }

  private void copy() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
    try (FileOps.Input in = files.open(path);
        FileOps.Output out = files.create(temporary)) {
      while (in.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          if (out.write(buffer) <= 0) {
            throw new IOException("no space left");
          }
        }
        buffer.clear();
      }
      out.force();
    }
  }

  private StoreRefusal failed(IOException fault) {
    return StoreRefusal.io(
        "write", path, "nothing of it is stored and the journal keeps what it held", fault);
  }

  private void discard() {
    try {
      files.deleteIfExists(temporary);
    } catch (IOException fault) {
      LOG.debug("{} stays for now: {}", temporary, fault.toString());
    }
  }
}
