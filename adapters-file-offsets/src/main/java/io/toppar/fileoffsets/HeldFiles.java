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
import java.util.function.Function;
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
  private final Path given;
  private final Map<OffsetKey, HeldFile> held = new LinkedHashMap<>();
  private final Map<String, OffsetKey> heldNames = new HashMap<>();

  /** These two are found with the first key, and stand from then on. */
  private @Nullable OffsetPlace place;

  private @Nullable RecordedNames names;

  HeldFiles(FileOps files, Path given) {
    this.files = files;
    this.given = given;
  }

  /** The folder that holds everything. */
  Path folder() {
    return place == null ? given : place.folder();
  }

  /** Whether there is one file, for one key. */
  boolean isSingleFile() {
    return place != null && place.isSingleFile();
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

  /** Forces the names that were recorded. */
  void forceNames() throws StoreRefusal {
    RecordedNames recorded = names;
    if (recorded == null) {
      return;
    }
    try {
      recorded.force();
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "force",
          recorded.file(),
          "whose the offset files are may not survive a power failure",
          fault);
    }
  }

  void release(HeldFile file) {
    held.remove(file.key());
    heldNames.values().remove(file.key());
    freeLock(file);
  }

  private HeldFile take(OffsetKey key, OffsetFileName name, @Nullable HeldFile before)
      throws StoreRefusal {
    OffsetPlace where = place();
    RecordedNames known = knownNames(where);
    Path path = resolve(where::offsetFile, name, key);
    Path lockFile = resolve(where::lockFile, name, key);
    Path temporary = resolve(where::temporaryFile, name, key);
    ensureDirectory(where);
    read(known);
    refuseIfHeldForAnother(key, known.identity(name.offsetFile()), path);
    FileOps.Lock lock = lock(lockFile, path);
    try {
      read(known);
      refuseIfNoFile(path);
      claim(known, key, name, path);
      files.deleteIfExists(temporary);
    } catch (IOException fault) {
      free(lock, path);
      throw StoreRefusal.io("clear away", temporary, "the offset is not touched", fault);
    } catch (StoreRefusal refused) {
      free(lock, path);
      throw refused;
    }
    HeldFile file = before == null ? new HeldFile(key, path, temporary, lock) : before;
    file.lockedBy(lock);
    held.put(key, file);
    heldNames.put(known.identity(name.offsetFile()), key);
    return file;
  }

  private OffsetPlace place() throws StoreRefusal {
    OffsetPlace found = place;
    if (found == null) {
      found = OffsetPlace.of(files, given);
      place = found;
    }
    return found;
  }

  private RecordedNames knownNames(OffsetPlace where) {
    RecordedNames known = names;
    if (known == null) {
      known = new RecordedNames(files, where.namesFile(), where.isSingleFile());
      names = known;
    }
    return known;
  }

  private static Path resolve(
      Function<OffsetFileName, Path> file, OffsetFileName name, OffsetKey key) throws StoreRefusal {
    try {
      return file.apply(name);
    } catch (InvalidPathException unnameable) {
      throw new StoreRefusal(
          Reason.BAD_KEY,
          "the offset file of %s cannot be named here (%s); rename the topic or group, or start the JVM with a UTF-8 locale if the name has letters beyond ASCII"
              .formatted(OffsetFileName.described(key), unnameable.getReason()),
          unnameable);
    }
  }

  private void ensureDirectory(OffsetPlace where) throws StoreRefusal {
    try {
      switch (files.kind(where.folder())) {
        case DIRECTORY -> {}
        case ABSENT -> files.createDirectories(where.folder());
        case FILE, OTHER ->
            throw new StoreRefusal(
                Reason.IO,
                where.folder() + " is a file now, and was the folder of the offsets; move it away",
                null);
      }
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "make the folder", where.folder(), "no offset is loaded or stored", fault);
    }
  }

  private static void read(RecordedNames names) throws StoreRefusal {
    try {
      names.refresh();
    } catch (IOException fault) {
      throw StoreRefusal.io("read", names.file(), "no offset is loaded or stored", fault);
    }
  }

  private void refuseIfHeldForAnother(OffsetKey key, String identity, Path path)
      throws StoreRefusal {
    OffsetKey other = heldNames.get(identity);
    if (other != null && !other.equals(key)) {
      throw collision(key, other, path);
    }
  }

  private FileOps.Lock lock(Path lockFile, Path path) throws StoreRefusal {
    try {
      return files.lock(lockFile);
    } catch (FileInUseException used) {
      throw StoreRefusal.inUse(path, used, "stop that one, or name another folder or group");
    } catch (IOException fault) {
      throw StoreRefusal.io("lock", lockFile, "the offset is not touched", fault);
    }
  }

  /** What a rename would replace without a word. */
  private void refuseIfNoFile(Path path) throws StoreRefusal {
    FileOps.Kind kind;
    try {
      kind = files.kind(path);
    } catch (IOException fault) {
      throw StoreRefusal.io("read", path, "the stored offset is not known", fault);
    }
    if (kind != FileOps.Kind.ABSENT && kind != FileOps.Kind.FILE) {
      throw new StoreRefusal(
          Reason.IO, path + " is not a file, so it cannot hold an offset; move it away", null);
    }
  }

  /** A recorded name whose file is gone is free again. */
  private void claim(RecordedNames names, OffsetKey key, OffsetFileName name, Path path)
      throws StoreRefusal {
    OffsetKey owner = names.owner(name.offsetFile());
    try {
      if (key.equals(owner)) {
        return;
      }
      if (owner != null && files.kind(path) != FileOps.Kind.ABSENT) {
        throw collision(key, owner, path);
      }
      if (isSingleFile()) {
        refuseIfOther(path);
      }
      names.record(name.offsetFile(), key);
    } catch (IOException fault) {
      throw StoreRefusal.io("write", names.file(), "no offset is loaded or stored", fault);
    }
  }

  /** A file that nobody called an offset file may be anything, and must not be overwritten. */
  private void refuseIfOther(Path path) throws StoreRefusal, IOException {
    if (files.kind(path) != FileOps.Kind.FILE) {
      return;
    }
    byte[] content = files.read(path, OffsetFileText.READ_BYTES);
    String problem = OffsetFileText.parse(content).problem();
    if (content.length > 0 && problem != null) {
      throw new StoreRefusal(
          Reason.IO,
          path
              + " is a file and "
              + problem
              + ", so it is not taken for an offset file; name a folder, or a file that is empty or holds an offset",
          null);
    }
  }

  private StoreRefusal collision(OffsetKey key, OffsetKey other, Path path) {
    String advice =
        isSingleFile()
            ? "name a folder, in which each partition has a file of its own"
            : "rename a topic or group, or keep one of them in another folder";
    return new StoreRefusal(
        Reason.BAD_KEY,
        "%s would share the file %s with %s; %s"
            .formatted(
                OffsetFileName.described(key), path, OffsetFileName.described(other), advice),
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
