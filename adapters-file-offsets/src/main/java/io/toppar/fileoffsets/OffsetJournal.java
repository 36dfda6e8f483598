package io.toppar.fileoffsets;

import io.toppar.domain.Deadlines;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal of offsets as a medium: held from its first key to its last, written once per flush and
 * forced once per interval for all keys. One thread.
 */
final class OffsetJournal implements OffsetMedium {

  private static final Logger LOG = LoggerFactory.getLogger(OffsetJournal.class);

  private final FileOps files;
  private final Path folder;
  private final long syncIntervalMillis;
  private final JournalFile journal;
  private final Map<OffsetKey, JournalChange> taken = new LinkedHashMap<>();
  private final Set<OffsetKey> held = new HashSet<>();

  /** Those whose offset is not from a journal that was damaged. */
  private final Set<OffsetKey> certain = new HashSet<>();

  private FileOps.@Nullable Lock lock;
  private long deadline = Deadlines.NONE;
  private String lastTimedFault = "";

  OffsetJournal(FileOffsetOptions options, long compactAboveBytes) {
    this.files = options.fileOps();
    this.folder = options.directory();
    this.syncIntervalMillis = options.syncIntervalMillis();
    this.journal = new JournalFile(files, folder, compactAboveBytes);
  }

  @Override
  public StoreOutcome load(OffsetKey key) {
    try {
      if (hold(key)) {
        findAgain();
      }
      StoredOffset offset = journal.state().offset(key);
      return new StoreOutcome.Loaded(offset, warning(key, offset));
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  @Override
  public Optional<StoreOutcome> store(OffsetKey key, StoredOffset offset, long nowNanos) {
    try {
      JournalFormat.check(key, offset);
      hold(key);
      taken.put(key, new JournalChange(key, offset));
      return Optional.empty();
    } catch (StoreRefusal refused) {
      return Optional.of(refused.outcome());
    }
  }

  @Override
  public StoreOutcome flush(long nowNanos) {
    List<JournalChange> changes = new ArrayList<>(taken.values());
    taken.clear();
    try {
      write(changes, nowNanos);
      return new StoreOutcome.Stored();
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  @Override
  public StoreOutcome delete(OffsetKey key, long nowNanos) {
    try {
      hold(key);
      if (journal.state().offset(key) != null) {
        write(List.of(new JournalChange(key, null)), nowNanos);
      }
      return new StoreOutcome.Deleted();
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  @Override
  public StoreOutcome sync() {
    StoreRefusal fault = force();
    return fault == null ? new StoreOutcome.Synced() : fault.outcome();
  }

  /** The last key lets go of the journal. */
  @Override
  public StoreOutcome release(OffsetKey key) {
    if (!held.contains(key)) {
      return new StoreOutcome.Released();
    }
    StoreRefusal fault = force();
    held.remove(key);
    if (held.isEmpty()) {
      letGo();
    }
    return fault == null ? new StoreOutcome.Released() : fault.outcome();
  }

  @Override
  public long deadline() {
    return deadline;
  }

  @Override
  public void onDeadline(long nowNanos) {
    if (!Deadlines.reached(deadline, nowNanos)) {
      return;
    }
    deadline = Deadlines.NONE;
    StoreRefusal fault = force();
    if (fault != null) {
      arm(nowNanos);
    }
    String detail = fault == null ? "" : fault.detail();
    if (!detail.isEmpty() && !detail.equals(lastTimedFault)) {
      LOG.warn("{}; trying again every {} ms", detail, syncIntervalMillis);
    }
    lastTimedFault = detail;
  }

  @Override
  public void close() {
    StoreRefusal fault = force();
    if (fault != null) {
      LOG.warn("closing the journal: {}", fault.detail());
    }
    letGo();
  }

  private void write(List<JournalChange> changes, long nowNanos) throws StoreRefusal {
    findAgain();
    boolean each = syncIntervalMillis == FileOffsetOptions.SYNC_EACH;
    journal.append(changes, each);
    if (journal.damage() != null) {
      changes.forEach(change -> certain.add(change.key()));
    }
    if (!each) {
      arm(nowNanos);
    }
  }

  private @Nullable StoreRefusal force() {
    if (lock == null) {
      return null;
    }
    try {
      findAgain();
      journal.force();
      return null;
    } catch (StoreRefusal fault) {
      return fault;
    }
  }

  /** Takes hold of a key, and with the first one of the journal; false if it was held already. */
  private boolean hold(OffsetKey key) throws StoreRefusal {
    if (held.contains(key)) {
      return false;
    }
    JournalFormat.check(key);
    if (lock == null) {
      lockAndRead();
    }
    return held.add(key);
  }

  private void lockAndRead() throws StoreRefusal {
    FileOps.Lock taken = lock();
    boolean read = false;
    try {
      journal.read();
      read = true;
    } finally {
      if (!read) {
        journal.close();
        free(taken);
      }
    }
    lock = taken;
  }

  /** A lock whose file was deleted, with the folder perhaps, guards nothing. */
  private void findAgain() throws StoreRefusal {
    FileOps.Lock now = lock;
    if (now == null) {
      throw new IllegalStateException("the journal is not held");
    }
    if (!isIntact(now)) {
      LOG.warn("the lock of {} was removed while in use; taking hold of it again", journal.path());
      free(now);
      lock = lock();
    }
    journal.findAgain(held);
  }

  private boolean isIntact(FileOps.Lock now) throws StoreRefusal {
    try {
      return now.intact();
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "look at the lock of", journal.path(), "the journal is not touched", fault);
    }
  }

  private FileOps.Lock lock() throws StoreRefusal {
    ensureFolder();
    Path file = folder.resolve(JournalName.LOCK);
    try {
      return files.lock(file);
    } catch (FileInUseException used) {
      throw StoreRefusal.inUse(
          journal.path(),
          used,
          "one process holds a whole journal: stop that one, or name another folder");
    } catch (IOException fault) {
      throw StoreRefusal.io("lock", file, "the journal is not touched", fault);
    }
  }

  private void ensureFolder() throws StoreRefusal {
    try {
      switch (files.kind(folder)) {
        case DIRECTORY -> {}
        case ABSENT -> files.createDirectories(folder);
        case FILE, OTHER ->
            throw new StoreRefusal(
                Reason.IO,
                folder
                    + " is not a folder, and a journal is kept in one; move it away or name another",
                null);
      }
    } catch (IOException fault) {
      throw StoreRefusal.io("make the folder", folder, "no offset is loaded or stored", fault);
    }
  }

  private @Nullable String warning(OffsetKey key, @Nullable StoredOffset offset) {
    JournalDamage damage = journal.damage();
    if (damage != null && !certain.contains(key)) {
      return damage.described();
    }
    return offset == null ? fileWarning(key) : null;
  }

  /** A folder whose offsets are in files must not look like one without offsets. */
  private @Nullable String fileWarning(OffsetKey key) {
    try {
      Path file = folder.resolve(OffsetFileName.of(key).offsetFile());
      return journal.state().find(key) != null || files.kind(file) == FileOps.Kind.ABSENT
          ? null
          : "there is an offset file, %s, which is not read with offset.store.layout=journal; set offset.store.layout=files, or move the file away"
              .formatted(file);
    } catch (StoreRefusal | InvalidPathException | IOException noSuchFile) {
      return null;
    }
  }

  private void letGo() {
    FileOps.Lock now = lock;
    lock = null;
    journal.close();
    held.clear();
    certain.clear();
    deadline = Deadlines.NONE;
    if (now != null) {
      free(now);
    }
  }

  private void arm(long nowNanos) {
    if (syncIntervalMillis > 0 && deadline == Deadlines.NONE) {
      deadline = Deadlines.after(nowNanos, TimeUnit.MILLISECONDS.toNanos(syncIntervalMillis));
    }
  }

  /** Closing a lock file frees the lock even where it reports a fault. */
  private void free(FileOps.Lock taken) {
    try {
      taken.release();
    } catch (IOException fault) {
      LOG.warn("the lock of {} was freed with a fault: {}", journal.path(), fault.toString());
    }
  }
}
