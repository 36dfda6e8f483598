package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import java.nio.file.Path;

/** The offset file of one key while this store holds its lock. One thread. */
final class HeldFile {

  private final OffsetKey key;
  private final Path path;
  private final Path temporary;
  private FileOps.Lock lock;

  /** What was written last, to be written again if forcing fails. */
  private byte[] written = {};

  private boolean dirty;

  HeldFile(OffsetKey key, Path path, Path temporary, FileOps.Lock lock) {
    this.key = key;
    this.path = path;
    this.temporary = temporary;
    this.lock = lock;
  }

  OffsetKey key() {
    return key;
  }

  Path path() {
    return path;
  }

  Path temporary() {
    return temporary;
  }

  FileOps.Lock lock() {
    return lock;
  }

  void lockedBy(FileOps.Lock newLock) {
    lock = newLock;
  }

  /** The file holds this now, and the device may not have it yet. */
  void onWritten(byte[] content) {
    written = content;
    dirty = true;
  }

  /** The file is gone, and with it what was to be forced. */
  void onDeleted() {
    dirty = false;
  }

  void onForced() {
    dirty = false;
  }

  byte[] written() {
    return written;
  }

  /** Whether something was written since the last force. */
  boolean dirty() {
    return dirty;
  }
}
