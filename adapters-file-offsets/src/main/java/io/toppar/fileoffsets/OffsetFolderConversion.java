package io.toppar.fileoffsets;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves the offsets of a folder from one layout into the other, with the locks of both. One thread.
 *
 * <p>The order of its writes makes it safe to kill: everything is in the new layout and forced to
 * the device before anything of the old one is moved aside, and a journal appears whole or not at
 * all. Run again it finishes what a killed run began. What is in both layouts already with the same
 * offset is taken for done; with different ones the whole is refused, or the old layout's counts if
 * {@code overwrite} says so.
 */
public final class OffsetFolderConversion {

  private final FileOps files;
  private final Path folder;
  private final boolean overwrite;
  private final SetAside aside;

  private OffsetFolderConversion(FileOps files, Path folder, boolean overwrite) {
    this.files = files;
    this.folder = folder.toAbsolutePath().normalize();
    this.overwrite = overwrite;
    this.aside = new SetAside(files, this.folder);
  }

  /**
   * Moves everything that is in the other layout into this one.
   *
   * @param overwrite whether an offset that the new layout has already is replaced
   * @throws IOException if it is refused or fails, in one line for a person: the old layout is as
   *     it was, unless the line says that the new one is whole
   */
  public static ConvertedFolder convert(Path folder, OffsetLayout to, boolean overwrite)
      throws IOException {
    return convert(folder, to, overwrite, new NioFileOps());
  }

  /** The same over another file system. */
  public static ConvertedFolder convert(
      Path folder, OffsetLayout to, boolean overwrite, FileOps files) throws IOException {
    OffsetFolderConversion conversion = new OffsetFolderConversion(files, folder, overwrite);
    try {
      return switch (to) {
        case FILES -> conversion.toFiles();
        case JOURNAL -> conversion.toJournal();
      };
    } catch (StoreRefusal refused) {
      throw new IOException(refused.detail(), refused);
    }
  }

  private ConvertedFolder toJournal() throws IOException, StoreRefusal {
    List<FoundOffset> found = found(OffsetLayout.FILES);
    HeldFiles held = new HeldFiles(files, folder);
    try (HeldJournal journal = HeldJournal.take(files, folder)) {
      List<HeldFile> sources = new ArrayList<>();
      List<JournalChange> changes = new ArrayList<>();
      for (FoundOffset each : found) {
        OffsetKey key = each.key().orElseThrow();
        HeldFile source = held.hold(key);
        StoredOffset offset = StoredOffset.of(offset(source));
        JournalFormat.check(key, offset);
        sources.add(source);
        if (isToWrite(key, offset, journal.file().state().offset(key))) {
          changes.add(new JournalChange(key, offset));
        }
      }
      if (!sources.isEmpty()) {
        journal.file().takeAtOnce(changes);
        journal.file().force();
        setAside(sources.stream().map(HeldFile::path).toList());
      }
      return new ConvertedFolder(sources.size(), 0, 0, aside.made());
    } finally {
      held.all().forEach(held::release);
    }
  }

  private ConvertedFolder toFiles() throws IOException, StoreRefusal {
    found(OffsetLayout.JOURNAL);
    Path path = folder.resolve(JournalName.FILE);
    if (files.kind(path) == FileOps.Kind.ABSENT) {
      return new ConvertedFolder(0, 0, 0, null);
    }
    OffsetFolder target =
        new OffsetFolder(
            FileOffsetOptions.of(folder)
                .withFileOps(files)
                .withSyncIntervalMillis(FileOffsetOptions.SYNC_NEVER));
    try (HeldJournal journal = HeldJournal.take(files, folder)) {
      List<JournalState.Slot> live = journal.file().state().live();
      write(live, target);
      setAside(List.of(path));
      return new ConvertedFolder(
          live.size(),
          (int) live.stream().filter(slot -> offset(slot).leaderEpoch() >= 0).count(),
          (int) live.stream().filter(slot -> !offset(slot).metadata().isEmpty()).count(),
          aside.made());
    } finally {
      target.close();
    }
  }

  /** All of them, or none: what was made new is deleted again where another cannot be written. */
  private void write(List<JournalState.Slot> live, OffsetFolder target) throws StoreRefusal {
    List<JournalState.Slot> toWrite = new ArrayList<>();
    for (JournalState.Slot slot : live) {
      StoreOutcome.Loaded loaded = (StoreOutcome.Loaded) orThrow(target.load(slot.key()));
      if (isToWrite(slot.key(), offset(slot), loaded.offset())) {
        toWrite.add(slot);
      }
    }
    List<OffsetKey> made = new ArrayList<>();
    boolean whole = false;
    try {
      for (JournalState.Slot slot : toWrite) {
        boolean isNew = ((StoreOutcome.Loaded) orThrow(target.load(slot.key()))).offset() == null;
        orThrow(target.store(slot.key(), offset(slot).offset(), 0));
        if (isNew) {
          made.add(slot.key());
        }
      }
      orThrow(target.sync());
      whole = true;
    } finally {
      if (!whole) {
        made.forEach(key -> target.delete(key, 0));
      }
    }
  }

  private static StoredOffset offset(JournalState.Slot slot) {
    return Objects.requireNonNull(slot.offset());
  }

  private static StoreOutcome orThrow(StoreOutcome outcome) throws StoreRefusal {
    if (outcome instanceof StoreOutcome.Failed failed) {
      throw new StoreRefusal(failed.reason(), failed.detail(), null);
    }
    return outcome;
  }

  /** The offsets of one layout; refused where some of them may be hidden from us. */
  private List<FoundOffset> found(OffsetLayout layout) throws IOException {
    if (files.kind(folder) != FileOps.Kind.DIRECTORY) {
      throw new IOException(folder + " is not a folder, and only the offsets in one are converted");
    }
    FolderContents contents = OffsetFolderReader.read(folder, files);
    for (FolderProblem problem : contents.problems()) {
      if (hidesOffsets(problem, layout)) {
        throw new IOException(problem.detail() + "; nothing is converted before that is mended");
      }
    }
    return contents.offsets(layout);
  }

  /** An offset file of no use is replaced by what the journal has for it. */
  private boolean hidesOffsets(FolderProblem problem, OffsetLayout from) {
    return switch (problem.kind()) {
      case LEFT_OVER, KEPT_JOURNAL, BOTH_LAYOUTS, DAMAGED_NAMES, TORN_JOURNAL -> false;
      case NO_OFFSET, AMBIGUOUS_NAME, UNKNOWN_NAME -> from == OffsetLayout.FILES;
      case UNREADABLE, NOT_A_FILE ->
          from == OffsetLayout.FILES || problem.file().equals(folder.resolve(JournalName.FILE));
      case DAMAGED_JOURNAL, UNKNOWN_VERSION, NOT_A_JOURNAL -> true;
    };
  }

  private long offset(HeldFile source) throws StoreRefusal {
    try {
      OffsetFileText text =
          OffsetFileText.parse(files.read(source.path(), OffsetFileText.READ_BYTES));
      if (text.problem() == null) {
        return text.offset();
      }
      throw new StoreRefusal(
          StoreOutcome.Reason.IO, source.path() + " " + text.problem() + "; run this again", null);
    } catch (IOException fault) {
      throw StoreRefusal.io("read", source.path(), "nothing is converted", fault);
    }
  }

  private boolean isToWrite(OffsetKey key, StoredOffset offset, @Nullable StoredOffset there)
      throws StoreRefusal {
    if (there != null && there.offset() != offset.offset() && !overwrite) {
      throw new StoreRefusal(
          StoreOutcome.Reason.BAD_KEY,
          "the new layout has offset %d for %s already and the old one %d; nothing is converted: delete one of them, or have those of the old layout replace all (--overwrite)"
              .formatted(there.offset(), OffsetFileName.described(key), offset.offset()),
          null);
    }
    return there == null || there.offset() != offset.offset();
  }

  private void setAside(List<Path> old) throws StoreRefusal {
    try {
      for (Path file : old) {
        aside.move(file);
      }
      aside.force();
    } catch (IOException fault) {
      throw StoreRefusal.io(
          "set aside what is no longer used in",
          folder,
          "all offsets are in the new layout, and on the device; run this again to finish",
          fault);
    }
  }
}
