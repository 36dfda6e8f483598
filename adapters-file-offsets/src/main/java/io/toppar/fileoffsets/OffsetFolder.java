package io.toppar.fileoffsets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.toppar.domain.Deadlines;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of offset files: loads, stores, forces, and says when it wants to force next. One
 * thread; time comes in as monotonic nanoseconds.
 *
 * <p>An offset is written to a temporary file beside its file, whole, and takes its place by a
 * rename, so that a reader and a crash see the old or the new one. Nothing is left half done by a
 * fault: the file keeps what it held, and the outcome says so.
 *
 * <p>A force that fails is not tried again on the same file: the system may have dropped the data
 * and would report success. The offset is written anew instead.
 */
final class OffsetFolder implements OffsetMedium {

  private static final Logger LOG = LoggerFactory.getLogger(OffsetFolder.class);

  private static final byte[] NOTHING = {};

  private final FileOps files;
  private final long syncIntervalMillis;
  private final HeldFiles held;
  private boolean directoryDirty;
  private long deadline = Deadlines.NONE;
  private String lastTimedFault = "";

  OffsetFolder(FileOffsetOptions options) {
    this.files = options.fileOps();
    this.syncIntervalMillis = options.syncIntervalMillis();
    this.held = new HeldFiles(files, options.directory());
  }

  @Override
  public StoreOutcome load(OffsetKey key) {
    try {
      HeldFile file = held.hold(key);
      return switch (kind(file)) {
        case ABSENT -> new StoreOutcome.Loaded(null, journalWarning());
        case FILE -> read(file);
        case DIRECTORY, OTHER ->
            new StoreOutcome.Failed(
                Reason.IO,
                file.path() + " is not a file, so it cannot hold an offset; move it away");
      };
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  @Override
  public Optional<StoreOutcome> store(OffsetKey key, StoredOffset offset, long nowNanos) {
    return Optional.of(store(key, offset.offset(), nowNanos));
  }

  StoreOutcome store(OffsetKey key, long offset, long nowNanos) {
    try {
      put(held.hold(key), OffsetFileText.of(offset), nowNanos);
      return new StoreOutcome.Stored();
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  /** Nothing is ever taken for it. */
  @Override
  public StoreOutcome flush(long nowNanos) {
    return new StoreOutcome.Stored();
  }

  /** A single file stays, empty: without it its path would be that of a folder. */
  @Override
  public StoreOutcome delete(OffsetKey key, long nowNanos) {
    try {
      HeldFile file = held.hold(key);
      if (held.isSingleFile()) {
        put(file, NOTHING, nowNanos);
      } else {
        remove(file, nowNanos);
      }
      return new StoreOutcome.Deleted();
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  @Override
  public StoreOutcome sync() {
    StoreRefusal fault = forceAll(held.all());
    return fault == null ? new StoreOutcome.Synced() : fault.outcome();
  }

  /** Lets go of the key even where forcing fails, or the partition could never move. */
  @Override
  public StoreOutcome release(OffsetKey key) {
    HeldFile file = held.find(key);
    if (file == null) {
      return new StoreOutcome.Released();
    }
    StoreRefusal fault = forceAll(List.of(file));
    held.release(file);
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
    StoreRefusal fault = forceAll(held.all());
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
    StoreRefusal fault = forceAll(held.all());
    if (fault != null) {
      LOG.warn("closing the offset files: {}", fault.detail());
    }
    held.all().forEach(held::release);
    deadline = Deadlines.NONE;
  }

  private FileOps.Kind kind(HeldFile file) throws StoreRefusal {
    try {
      return files.kind(file.path());
    } catch (IOException fault) {
      throw cannotRead(file, fault);
    }
  }

  private StoreOutcome read(HeldFile file) throws StoreRefusal {
    try {
      byte[] content = files.read(file.path(), OffsetFileText.READ_BYTES);
      OffsetFileText text = OffsetFileText.parse(content);
      return text.problem() == null
          ? new StoreOutcome.Loaded(StoredOffset.of(text.offset()), null)
          : new StoreOutcome.Loaded(null, ignored(file, text.problem()));
    } catch (IOException fault) {
      throw cannotRead(file, fault);
    }
  }

  /** A folder whose offsets are in a journal must not look like one without offsets. */
  private @Nullable String journalWarning() {
    Path journal = held.folder().resolve(JournalName.FILE);
    try {
      return held.isSingleFile() || files.kind(journal) == FileOps.Kind.ABSENT
          ? null
          : "there is a journal, %s, which is not read with offset.store.layout=files; set offset.store.layout=journal, or move the journal away"
              .formatted(journal);
    } catch (IOException fault) {
      return null;
    }
  }

  private static String ignored(HeldFile file, String problem) {
    return "offset file %s %s; it is ignored: reading starts as if nothing were stored (auto.offset.reset), and the next stored offset replaces it"
        .formatted(file.path(), problem);
  }

  private static StoreRefusal cannotRead(HeldFile file, IOException fault) {
    return StoreRefusal.io("read", file.path(), "the stored offset is not known", fault);
  }

  private void put(HeldFile file, byte[] content, long nowNanos) throws StoreRefusal {
    if (syncIntervalMillis == FileOffsetOptions.SYNC_EACH) {
      write(file, content, true);
      held.forceNames();
      forceDirectory();
      file.onForced();
    } else {
      write(file, content, false);
      arm(nowNanos);
    }
  }

  private void remove(HeldFile file, long nowNanos) throws StoreRefusal {
    FileOps.Kind kind = kind(file);
    if (kind != FileOps.Kind.ABSENT && kind != FileOps.Kind.FILE) {
      throw new StoreRefusal(
          Reason.IO, file.path() + " is not a file, so it is not deleted; move it away", null);
    }
    try {
      files.deleteIfExists(file.path());
    } catch (IOException fault) {
      throw StoreRefusal.io("delete", file.path(), "the offset is still stored", fault);
    }
    file.onDeleted();
    directoryDirty = true;
    if (syncIntervalMillis == FileOffsetOptions.SYNC_EACH) {
      forceDirectory();
    } else {
      arm(nowNanos);
    }
  }

  private void write(HeldFile file, byte[] content, boolean force) throws StoreRefusal {
    try {
      try (FileOps.Output out = files.create(file.temporary())) {
        writeWhole(out, content);
        if (force) {
          out.force();
        }
      }
      files.rename(file.temporary(), file.path());
    } catch (IOException fault) {
      discard(file.temporary());
      throw StoreRefusal.io(
          "write", file.path(), written(content) + " and the file keeps what it held", fault);
    }
    file.onWritten(content);
    directoryDirty = true;
  }

  private static String written(byte[] content) {
    return content.length == 0
        ? "the offset is not deleted"
        : "offset %s is not stored".formatted(new String(content, US_ASCII).strip());
  }

  private static void writeWhole(FileOps.Output out, byte[] content) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(content);
    while (bytes.hasRemaining()) {
      if (out.write(bytes) <= 0) {
        throw new IOException("no space left, %d bytes unwritten".formatted(bytes.remaining()));
      }
    }
  }

  /** What cannot be deleted now is deleted when the file is next taken hold of. */
  private void discard(Path temporary) {
    try {
      files.deleteIfExists(temporary);
    } catch (IOException fault) {
      LOG.debug("{} stays for now: {}", temporary, fault.toString());
    }
  }

  private @Nullable StoreRefusal forceAll(Collection<HeldFile> some) {
    StoreRefusal first = null;
    for (HeldFile file : some) {
      try {
        if (file.dirty()) {
          force(held.hold(file.key()));
        }
      } catch (StoreRefusal fault) {
        first = first == null ? fault : first;
      }
    }
    try {
      held.forceNames();
      forceDirectory();
    } catch (StoreRefusal fault) {
      first = first == null ? fault : first;
    }
    return first;
  }

  private void force(HeldFile file) throws StoreRefusal {
    try {
      files.force(file.path());
    } catch (IOException perhapsDropped) {
      LOG.debug("writing {} anew: {}", file.path(), perhapsDropped.toString());
      write(file, file.written(), true);
    }
    file.onForced();
  }

  private void forceDirectory() throws StoreRefusal {
    if (!directoryDirty) {
      return;
    }
    try {
      files.forceDirectory(held.folder());
      directoryDirty = false;
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "force",
          held.folder(),
          "what was stored last is in the files but may not survive a power failure",
          fault);
    }
  }

  private void arm(long nowNanos) {
    if (syncIntervalMillis > 0 && deadline == Deadlines.NONE) {
      deadline = Deadlines.after(nowNanos, TimeUnit.MILLISECONDS.toNanos(syncIntervalMillis));
    }
  }
}
