package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a journal, and what it says. One thread; whoever uses it holds the journal's lock.
 *
 * <p>Entries are appended. Now and then the last offsets alone are written to a new file, which is
 * forced and takes the place of the old one by a rename: where most of the file is outdated, and
 * where the file cannot be trusted to be appended to, since a write or a force of it failed, or
 * something other than entries is in it. A force that failed is not tried again on the same file:
 * the system may have dropped the data and would report success.
 */
final class JournalFile {

  private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);

  /** Up to this size a file is usually not worth writing anew. */
  static final long COMPACT_ABOVE_BYTES = 1 << 20;

  /** How many times the size of the last offsets alone a file may grow to. */
  private static final int COMPACT_FACTOR = 4;

  /** The size where the file has to be read again before it is used. */
  private static final long UNKNOWN = -2;

  private final FileOps files;
  private final Path folder;
  private final long leastCompacted;
  private final Path path;
  private final JournalRewrite rewrite;
  private final byte[] buffer = JournalWriter.newBuffer();
  private JournalState state = new JournalState();
  private FileOps.@Nullable Output output;

  /** The size that the file has to have. */
  private long size = JournalRecovery.ABSENT;

  private boolean distrusted;
  private boolean dirty;
  private boolean folderDirty;
  private long compactAbove;
  private @Nullable JournalDamage damage;

  JournalFile(FileOps files, Path folder, long compactAboveBytes) {
    this.files = files;
    this.folder = folder;
    this.leastCompacted = compactAboveBytes;
    this.path = folder.resolve(JournalName.FILE);
    this.rewrite = new JournalRewrite(files, folder);
  }

  Path path() {
    return path;
  }

  JournalState state() {
    return state;
  }

  /** What was found damaged when the journal was read, or null. */
  @Nullable JournalDamage damage() {
    return damage;
  }

  /** Reads what is there, and mends it where that is needed and possible. */
  void read() throws StoreRefusal {
    close();
    try {
      rewrite.discardTemporary();
    } catch (IOException fault) {
      throw StoreRefusal.io("read", path, "the stored offsets are not known", fault);
    }
    take(JournalRecovery.read(files, path));
    if (distrusted) {
      mend();
    }
  }

  /**
   * Makes sure that the file is still there, as far as its size tells; otherwise reads it again,
   * and these keys keep what is known of them.
   */
  void findAgain(Collection<OffsetKey> keys) throws StoreRefusal {
    if (isInPlace()) {
      return;
    }
    LOG.warn("{} was removed or changed while in use; it is written anew", path);
    JournalState known = state;
    try {
      read();
    } catch (StoreRefusal refused) {
      state = known;
      size = UNKNOWN;
      throw refused;
    }
    for (OffsetKey key : keys) {
      if (known.find(key) != null) {
        state.apply(new JournalChange(key, known.offset(key)));
        distrusted = true;
      }
    }
  }

  /** One that is to be written anew in any case has to be there, of whatever size. */
  private boolean isInPlace() throws StoreRefusal {
    try {
      boolean absent = files.kind(path) == FileOps.Kind.ABSENT;
      if (size < 0 || absent) {
        return size == JournalRecovery.ABSENT && absent;
      }
      return distrusted || files.size(path) == size;
    } catch (IOException fault) {
      throw StoreRefusal.io("look at", path, "the journal is not touched", fault);
    }
  }

  /** Appends the changes, one of each key at most: all of them or none. */
  void append(Collection<JournalChange> changes, boolean force) throws StoreRefusal {
    if (distrusted || size < 0) {
      replace(state.compacted());
    }
    long before = size;
    boolean whole = false;
    try {
      FileOps.Output out = output();
      JournalWriter writer = new JournalWriter(out, buffer);
      write(writer, changes);
      if (force) {
        forceNow(out);
      }
      whole = true;
      size = before + writer.written();
      dirty = !force;
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "write", path, "nothing of it is stored and the journal keeps what it held", fault);
    } finally {
      if (!whole) {
        takeBack(before, force);
      }
    }
    changes.forEach(state::apply);
    compactIfWorthIt();
  }

  /** Takes changes by writing all offsets to a new file: all of them or none, whatever dies. */
  void takeAtOnce(Collection<JournalChange> changes) throws StoreRefusal {
    JournalState next = state.compacted();
    changes.forEach(next::apply);
    replace(next);
  }

  /** Forces what was appended; writes it anew where that fails. */
  void force() throws StoreRefusal {
    if (dirty && !distrusted) {
      try {
        output().force();
        dirty = false;
      } catch (IOException perhapsDropped) {
        LOG.debug("writing {} anew: {}", path, perhapsDropped.toString());
        distrusted = true;
      }
    }
    if (distrusted) {
      replace(state.compacted());
    }
    try {
      forceFolder();
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "force", folder, "what was stored last may not survive a power failure", fault);
    }
  }

  /** Lets go of the file and of what it said. */
  void close() {
    closeOutput();
    take(JournalRecovery.nothing());
  }

  private void take(JournalRecovery found) {
    state = found.state();
    size = found.size();
    distrusted = !found.sound();
    damage = found.damage();
    dirty = false;
    compactAbove = leastCompacted;
  }

  /** What cannot be mended now is when something is next stored. */
  private void mend() {
    try {
      replace(state.compacted());
    } catch (StoreRefusal refused) {
      LOG.warn("{}", refused.detail());
    }
  }

  private void write(JournalWriter writer, Collection<JournalChange> changes) throws IOException {
    int next = state.keys();
    for (JournalChange change : changes) {
      JournalState.Slot slot = state.find(change.key());
      StoredOffset offset = change.offset();
      if (offset == null) {
        if (slot != null) {
          writer.delete(slot.id());
        }
        continue;
      }
      int id = slot == null ? next++ : slot.id();
      if (slot == null) {
        writer.define(id, change.key());
      }
      writer.store(id, offset);
    }
    writer.flush();
  }

  /**
   * A write that failed may have left some of its entries, and a force may have lost older ones.
   */
  private void takeBack(long before, boolean forcing) {
    distrusted = forcing;
    FileOps.Output out = output;
    try {
      if (out != null) {
        out.truncate(before);
      }
    } catch (IOException fault) {
      LOG.debug("{} is not cut back: {}", path, fault.toString());
      distrusted = true;
    }
  }

  private void compactIfWorthIt() {
    if (size <= compactAbove || size / COMPACT_FACTOR < state.liveBytes()) {
      return;
    }
    try {
      replace(state.compacted());
      compactAbove = leastCompacted;
    } catch (StoreRefusal refused) {
      compactAbove = 2 * size;
      LOG.warn(
          "{}; it is tried again when the journal has grown to twice its size", refused.detail());
    }
  }

  /** Writes the last offsets alone to a new file that takes the place of this one. */
  private void replace(JournalState compacted) throws StoreRefusal {
    JournalDamage found = damage;
    if (found != null && found.keptAs() == null) {
      damage = rewrite.keepAside(found);
      LOG.error("{}", damage.described());
    }
    long written = rewrite.write(compacted, buffer);
    closeOutput();
    rewrite.putInPlace();
    state = compacted;
    size = written;
    distrusted = false;
    dirty = false;
    folderDirty = true;
    try {
      forceFolder();
    } catch (IOException later) {
      LOG.debug("{} is not forced yet: {}", folder, later.toString());
    }
  }

  private void forceNow(FileOps.Output out) throws IOException {
    out.force();
    forceFolder();
  }

  private void forceFolder() throws IOException {
    if (folderDirty) {
      files.forceDirectory(folder);
      folderDirty = false;
    }
  }

  private FileOps.Output output() throws IOException {
    FileOps.Output out = output;
    if (out == null) {
      out = files.append(path);
      output = out;
    }
    return out;
  }

  private void closeOutput() {
    FileOps.Output out = output;
    output = null;
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException fault) {
      LOG.debug("{} was closed with a fault: {}", path, fault.toString());
    }
  }
}
