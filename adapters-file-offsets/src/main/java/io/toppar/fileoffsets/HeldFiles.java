package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome.Reason;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offset files this store holds: each has its name checked, its lock taken, its name recorded
 * and what a crash left of it cleared away. One thread.
 *
 * <p>A lock whose file was deleted, with the folder perhaps, guards nothing: such a file is taken
 * hold of anew before it is used again.
 */
final class HeldFiles {

  private static final Logger LOG = LoggerFactory.getLogger(HeldFiles.class);

  private final FileOps files;
  private final Path directory;
  private final RecordedNames names;
  private final Map<OffsetKey, HeldFile> held = new LinkedHashMap<>();
  private final Map<String, OffsetKey> heldNames = new HashMap<>();

  HeldFiles(FileOps files, Path directory) {
    this.files = files;
    this.directory = directory;
    this.names = new RecordedNames(files, directory);
  }

  Collection<HeldFile> all() {
    return List.copyOf(held.values());
  }

  @Nullable HeldFile find(OffsetKey key) {
    return held.get(key);
  }

  /** The file of a key, held from now on. */
  HeldFile hold(OffsetKey key) throws StoreRefusal {
    HeldFile file = held.get(key);
    if (file == null) {
      return take(key, OffsetFileName.of(key), null);
    }
    if (!intact(file)) {
      LOG.warn("{} was removed while in use; taking hold of it again", file.path());
      freeLock(file);
      return take(key, OffsetFileName.of(key), file);
    }
    return file;
  }

  void release(HeldFile file) {
    held.remove(file.key());
    heldNames.values().remove(file.key());
    freeLock(file);
  }

  private HeldFile take(OffsetKey key, OffsetFileName name, @Nullable HeldFile known)
      throws StoreRefusal {
    Path path = resolve(name.offsetFile(), key);
    Path lockFile = resolve(name.lockFile(), key);
    Path temporary = resolve(name.temporaryFile(), key);
    ensureDirectory();
    readNames();
    refuseIfHeldForAnother(key, name, path);
    FileOps.Lock lock = lock(lockFile, path);
    try {
      readNames();
      claim(key, name, path);
      files.deleteIfExists(temporary);
    } catch (IOException fault) {
      free(lock, path);
      throw StoreRefusal.io("clear away", temporary, "the offset is not touched", fault);
    } catch (StoreRefusal refused) {
      free(lock, path);
      throw refused;
    }
    HeldFile file = known == null ? new HeldFile(key, path, temporary, lock) : known;
    file.lockedBy(lock);
    held.put(key, file);
    heldNames.put(names.identity(name.offsetFile()), key);
    return file;
  }

  private Path resolve(String name, OffsetKey key) throws StoreRefusal {
    try {
      return directory.resolve(name);
    } catch (InvalidPathException unnameable) {
      throw new StoreRefusal(
          Reason.BAD_KEY,
          "the offset file of %s cannot be named here (%s); rename the topic or group, or start the JVM with a UTF-8 locale if the name has letters beyond ASCII"
              .formatted(OffsetFileName.described(key), unnameable.getReason()),
          unnameable);
    }
  }

  private void ensureDirectory() throws StoreRefusal {
    try {
      switch (files.kind(directory)) {
        case DIRECTORY -> {}
        case ABSENT -> files.createDirectories(directory);
        case FILE, OTHER ->
            throw new StoreRefusal(
                Reason.IO,
                directory
                    + " is a file, and offsets are kept in a folder, one file per partition; move the file away or name another folder",
                null);
      }
    } catch (IOException fault) {
      throw StoreRefusal.io("make the folder", directory, "no offset is loaded or stored", fault);
    }
  }

  private void readNames() throws StoreRefusal {
    try {
      names.refresh();
    } catch (IOException fault) {
      throw StoreRefusal.io("read", names.file(), "no offset is loaded or stored", fault);
    }
  }

  private void refuseIfHeldForAnother(OffsetKey key, OffsetFileName name, Path path)
      throws StoreRefusal {
    OffsetKey other = heldNames.get(names.identity(name.offsetFile()));
    if (other != null && !other.equals(key)) {
      throw collision(key, other, path);
    }
  }

  private FileOps.Lock lock(Path lockFile, Path path) throws StoreRefusal {
    try {
      return files.lock(lockFile);
    } catch (FileInUseException used) {
      throw new StoreRefusal(
          Reason.IN_USE,
          path
              + " is in use by "
              + holder(used.holder())
              + "; stop that one, or name another folder or group",
          used);
    } catch (IOException fault) {
      throw StoreRefusal.io("lock", lockFile, "the offset is not touched", fault);
    }
  }

  private static String holder(long process) {
    if (process == ProcessHandle.current().pid()) {
      return "another offset store of this process, " + process;
    }
    return process < 0 ? "another process" : "process " + process;
  }

  /** A recorded name whose file is gone is free again. */
  private void claim(OffsetKey key, OffsetFileName name, Path path) throws StoreRefusal {
    OffsetKey owner = names.owner(name.offsetFile());
    try {
      if (key.equals(owner)) {
        return;
      }
      if (owner != null && files.kind(path) != FileOps.Kind.ABSENT) {
        throw collision(key, owner, path);
      }
      names.record(name.offsetFile(), key);
    } catch (IOException fault) {
      throw StoreRefusal.io("write", names.file(), "no offset is loaded or stored", fault);
    }
  }

  private static StoreRefusal collision(OffsetKey key, OffsetKey other, Path path) {
    return new StoreRefusal(
        Reason.BAD_KEY,
        "%s would share the file %s with %s; rename a topic or group, or keep one of them in another folder"
            .formatted(OffsetFileName.described(key), path, OffsetFileName.described(other)),
        null);
  }

  private boolean intact(HeldFile file) throws StoreRefusal {
    try {
      return file.lock().intact();
    } catch (IOException fault) {
      throw StoreRefusal.io("look at the lock of", file.path(), "the offset is not touched", fault);
    }
  }

  private void freeLock(HeldFile file) {
    free(file.lock(), file.path());
  }

  /** Closing a lock file frees the lock even where it reports a fault. */
  private static void free(FileOps.Lock lock, Path path) {
    try {
      lock.release();
    } catch (IOException fault) {
      LOG.warn("the lock of {} was freed with a fault: {}", path, fault.toString());
    }
  }
}
