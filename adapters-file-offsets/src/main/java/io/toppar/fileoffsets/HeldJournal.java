package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A journal that a tool holds the lock of, and has read. One thread. */
final class HeldJournal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HeldJournal.class);

  private final FileOps.Lock lock;
  private final JournalFile file;

  private HeldJournal(FileOps.Lock lock, JournalFile file) {
    this.lock = lock;
    this.file = file;
  }

  /** Takes hold of the journal in a folder, which need not be there. */
  static HeldJournal take(FileOps files, Path folder) throws StoreRefusal {
    HeldJournal held =
        new HeldJournal(
            lock(files, folder), new JournalFile(files, folder, JournalFile.COMPACT_ABOVE_BYTES));
    boolean read = false;
    try {
      held.file.read();
      read = true;
    } finally {
      if (!read) {
        held.close();
      }
    }
    return held;
  }

  static FileOps.Lock lock(FileOps files, Path folder) throws StoreRefusal {
    Path lockFile = folder.resolve(JournalName.LOCK);
    try {
      return files.lock(lockFile);
    } catch (FileInUseException used) {
      throw StoreRefusal.inUse(folder.resolve(JournalName.FILE), used, "stop that one first");
    } catch (IOException fault) {
      throw StoreRefusal.io("lock", lockFile, "the journal is not touched", fault);
    }
  }

  JournalFile file() {
    return file;
  }

  @Override
  public void close() {
    file.close();
    try {
      lock.release();
    } catch (IOException fault) {
      LOG.warn("the lock of {} was freed with a fault: {}", file.path(), fault.toString());
    }
  }
}
