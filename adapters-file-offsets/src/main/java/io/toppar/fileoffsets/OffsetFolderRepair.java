package io.toppar.fileoffsets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mends what can be mended without a choice in an offset folder, each under the lock of what it
 * touches. One thread.
 *
 * <p>Nothing is deleted: what is of no use is moved into a new folder {@code set-aside-1}, or the
 * first free number, within the offset folder. What a process holds is left alone.
 */
public final class OffsetFolderRepair {

  private static final int MAX_NAMES_BYTES = 64 << 20;
  private static final String TEMPORARY = ".tmp";

  private final FileOps files;
  private final Path folder;
  private final SetAside aside;

  private OffsetFolderRepair(FileOps files, Path folder) {
    this.files = files;
    this.folder = folder;
    this.aside = new SetAside(files, folder);
  }

  /** Mends what {@link OffsetFolderReader} found in a folder; a result for each problem. */
  public static List<RepairedProblem> repair(FolderContents contents) {
    return repair(contents, new NioFileOps());
  }

  /** The same over another file system. */
  public static List<RepairedProblem> repair(FolderContents contents, FileOps files) {
    OffsetFolderRepair repair = new OffsetFolderRepair(files, contents.path());
    List<RepairedProblem> results = new ArrayList<>();
    contents.problems().forEach(problem -> results.add(repair.mend(problem)));
    return results;
  }

  private RepairedProblem mend(FolderProblem problem) {
    Path file = problem.file();
    if (!folder.equals(file.getParent())) {
      return left(problem, "it is left as it is");
    }
    try {
      String result =
          switch (problem.kind()) {
            case NO_OFFSET, UNKNOWN_NAME, LEFT_OVER -> moveAside(file);
            case NOT_A_FILE, NOT_A_JOURNAL, KEPT_JOURNAL -> moveAside(file);
            case TORN_JOURNAL -> mendTornJournal(file);
            case DAMAGED_JOURNAL -> mendDamagedJournal();
            case DAMAGED_NAMES -> mendNames(file);
            case UNREADABLE, AMBIGUOUS_NAME, UNKNOWN_VERSION, BOTH_LAYOUTS -> "";
          };
      aside.force();
      return result.isEmpty()
          ? left(problem, "it is left as it is")
          : new RepairedProblem(problem, true, result);
    } catch (StoreRefusal refused) {
      return left(problem, refused.detail());
    } catch (IOException fault) {
      return left(problem, StoreRefusal.io("mend", file, "it is left as it is", fault).detail());
    }
  }

  private static RepairedProblem left(FolderProblem problem, String why) {
    return new RepairedProblem(problem, false, StoreRefusal.oneLine(why));
  }

  /** Whoever writes to the file holds its lock. */
  private String moveAside(Path file) throws IOException, StoreRefusal {
    FileOps.Lock lock = lock(lockOf(file));
    try {
      return files.kind(file) == FileOps.Kind.ABSENT
          ? "it is gone by now"
          : "moved to " + aside.move(file);
    } finally {
      lock.release();
    }
  }

  /** {@code t-3.offset}, {@code .t-3.tmp} and whatever is of the journal have these locks. */
  private Path lockOf(Path file) {
    String name = String.valueOf(file.getFileName());
    if (name.startsWith(JournalName.FILE)) {
      return folder.resolve(JournalName.LOCK);
    }
    return folder.resolve(
        name.endsWith(TEMPORARY)
            ? name.substring(0, name.length() - TEMPORARY.length()) + ".lock"
            : new OffsetFileName(name).lockFile());
  }

  private FileOps.Lock lock(Path lockFile) throws StoreRefusal {
    try {
      return files.lock(lockFile);
    } catch (FileInUseException used) {
      throw StoreRefusal.inUse(folder, used, "it is left as it is until that one has ended");
    } catch (IOException fault) {
      throw StoreRefusal.io("lock", lockFile, "it is left as it is", fault);
    }
  }

  /** Reading it under its lock mends it, and would cut off what is no whole entry. */
  private String mendTornJournal(Path file) throws IOException, StoreRefusal {
    lock(folder.resolve(JournalName.LOCK)).release();
    Path copy = aside.copy(file);
    try (HeldJournal journal = HeldJournal.take(files, folder)) {
      journal.file().force();
    }
    return "written anew with its whole entries; as it was it is kept as " + copy;
  }

  /** Reading it under its lock mends it, and keeps the damaged one. */
  private String mendDamagedJournal() throws IOException, StoreRefusal {
    try (HeldJournal journal = HeldJournal.take(files, folder)) {
      journal.file().force();
      JournalDamage damage = journal.file().damage();
      Path kept = damage == null ? null : damage.keptAs();
      return kept == null
          ? "it is whole by now"
          : "written anew with its whole entries; as it was it is kept as " + aside.move(kept);
    }
  }

  /** A program that begins meanwhile may add a line to the old file, which is looked for then. */
  private String mendNames(Path file) throws IOException, StoreRefusal {
    List<FileOps.Lock> locks = new ArrayList<>();
    try {
      for (String name : files.list(folder)) {
        if (name.startsWith(".") && name.endsWith(".lock")) {
          locks.add(lock(folder.resolve(name)));
        }
      }
      byte[] before = files.read(file, MAX_NAMES_BYTES);
      Path fresh = folder.resolve(RecordedNames.FILE + TEMPORARY);
      try (FileOps.Output out = files.create(fresh)) {
        write(out, wholeLines(before));
        out.force();
      }
      Path old = aside.move(file);
      files.rename(fresh, file);
      byte[] after = files.read(old, MAX_NAMES_BYTES);
      try (FileOps.Output out = files.append(file)) {
        write(out, Arrays.copyOfRange(after, Math.min(before.length, after.length), after.length));
      }
      return "written anew with its whole lines; as it was it is kept as " + old;
    } finally {
      for (FileOps.Lock lock : locks) {
        lock.release();
      }
    }
  }

  private static byte[] wholeLines(byte[] names) {
    StringBuilder whole = new StringBuilder();
    for (String line : new String(names, StandardCharsets.UTF_8).split("\n", -1)) {
      if (RecordedName.parse(line) != null) {
        whole.append(line).append('\n');
      }
    }
    return whole.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void write(FileOps.Output out, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      if (out.write(left) <= 0) {
        throw new IOException("no space left");
      }
    }
  }
}
