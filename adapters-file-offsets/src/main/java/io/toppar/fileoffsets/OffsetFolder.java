package io.toppar.fileoffsets;

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
final class OffsetFolder {

  private static final Logger LOG = LoggerFactory.getLogger(OffsetFolder.class);

  private final FileOps files;
  private final Path directory;
  private final long syncIntervalMillis;
  private final HeldFiles held;
  private boolean directoryDirty;
  private long deadline = Deadlines.NONE;
  private String lastTimedFault = "";

  OffsetFolder(FileOffsetOptions options) {
    this.files = options.fileOps();
    this.directory = options.directory();
    this.syncIntervalMillis = options.syncIntervalMillis();
    this.held = new HeldFiles(files, directory);
  }

  StoreOutcome load(OffsetKey key) {
    try {
      HeldFile file = held.hold(key);
      return switch (kind(file)) {
        case ABSENT -> new StoreOutcome.Loaded(null, null);
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

  StoreOutcome store(OffsetKey key, long offset, long nowNanos) {
    try {
      HeldFile file = held.hold(key);
      if (syncIntervalMillis == FileOffsetOptions.SYNC_EACH) {
        write(file, offset, true);
        forceDirectory();
        file.onForced();
      } else {
        write(file, offset, false);
        arm(nowNanos);
      }
      return new StoreOutcome.Stored();
    } catch (StoreRefusal refused) {
      return refused.outcome();
    }
  }

  StoreOutcome sync() {
    StoreRefusal fault = forceAll(held.all());
    return fault == null ? new StoreOutcome.Synced() : fault.outcome();
  }

  /** Lets go of the key even where forcing fails, or the partition could never move. */
  StoreOutcome release(OffsetKey key) {
    HeldFile file = held.find(key);
    if (file == null) {
      return new StoreOutcome.Released();
    }
    StoreRefusal fault = forceAll(List.of(file));
    held.release(file);
    return fault == null ? new StoreOutcome.Released() : fault.outcome();
  }

  /** When to call {@link #onDeadline}, or {@link Deadlines#NONE}. */
  long deadline() {
    return deadline;
  }

  /** Forces what is due, if it is due. */
  void onDeadline(long nowNanos) {
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

  /** Forces everything and lets go of every key. */
  void close() {
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

  private static String ignored(HeldFile file, String problem) {
    return "offset file %s %s; it is ignored: reading starts as if nothing were stored (auto.offset.reset), and the next stored offset replaces it"
        .formatted(file.path(), problem);
  }

  private static StoreRefusal cannotRead(HeldFile file, IOException fault) {
    return StoreRefusal.io("read", file.path(), "the stored offset is not known", fault);
  }

  private void write(HeldFile file, long offset, boolean force) throws StoreRefusal {
    try {
      try (FileOps.Output out = files.create(file.temporary())) {
        writeWhole(out, OffsetFileText.of(offset));
        if (force) {
          out.force();
        }
      }
      files.rename(file.temporary(), file.path());
    } catch (IOException fault) {
      discard(file.temporary());
      throw StoreRefusal.io(
          "write",
          file.path(),
          "offset " + offset + " is not stored and the file keeps what it held",
          fault);
    }
    file.onWritten(offset);
    directoryDirty = true;
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
      files.forceDirectory(directory);
      directoryDirty = false;
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "force",
          directory,
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
