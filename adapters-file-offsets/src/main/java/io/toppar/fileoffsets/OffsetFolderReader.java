package io.toppar.fileoffsets;

import io.toppar.fileoffsets.FolderProblem.Kind;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads an offset folder in either layout, or a single file, for tools: takes no lock and changes
 * nothing, so that it may be used while a client runs. One thread.
 *
 * <p>What is read is what each file held at some moment of the reading; the file of a client that
 * runs may be newer by then. To write, open a {@link FileOffsetStore} or {@link
 * JournalOffsetStore}, which locks: storing, deleting and {@code convert} from one folder into
 * another are done by those.
 */
public final class OffsetFolderReader {

  private static final int MAX_NAMES_BYTES = 64 << 20;
  private static final int JOURNAL_BUFFER_BYTES = 256 << 10;

  /** Stands in a name for bytes that are no text, so that nothing is found by that name. */
  private static final char NO_TEXT = '\ufffd';

  private final Path path;
  private final FileOps files;
  private final List<FoundOffset> offsets = new ArrayList<>();
  private final List<FolderProblem> problems = new ArrayList<>();

  private OffsetFolderReader(Path path, FileOps files) {
    this.path = path.toAbsolutePath().normalize();
    this.files = files;
  }

  /**
   * Reads everything in a folder, or a single file.
   *
   * @throws IOException if there is nothing of that name, or a folder cannot be listed; faults of
   *     single files are among the problems instead
   */
  public static FolderContents read(Path path) throws IOException {
    return read(path, new NioFileOps());
  }

  /** The same over another file system. */
  public static FolderContents read(Path path, FileOps files) throws IOException {
    return new OffsetFolderReader(path, files).contents();
  }

  /**
   * Which layouts there are in a folder, by the names in it; that of a single file is FILES.
   *
   * @throws IOException if there is nothing of that name, or a folder cannot be listed
   */
  public static Set<OffsetLayout> layouts(Path path) throws IOException {
    FileOps files = new NioFileOps();
    Set<OffsetLayout> layouts = EnumSet.noneOf(OffsetLayout.class);
    if (files.kind(path) == FileOps.Kind.FILE) {
      layouts.add(OffsetLayout.FILES);
      return layouts;
    }
    for (String name : files.list(path)) {
      if (name.equals(JournalName.FILE)) {
        layouts.add(OffsetLayout.JOURNAL);
      } else if (FileNameReading.isOffsetFile(name)) {
        layouts.add(OffsetLayout.FILES);
      }
    }
    return layouts;
  }

  private FolderContents contents() throws IOException {
    switch (files.kind(path)) {
      case ABSENT -> throw new NoSuchFileException(path.toString(), null, "it does not exist");
      case OTHER -> problem(Kind.NOT_A_FILE, path, "is neither a folder nor a file");
      case DIRECTORY -> folder();
      case FILE -> singleFile();
    }
    return new FolderContents(path, offsets, problems);
  }

  private void folder() throws IOException {
    Map<String, OffsetKey> owners = owners(path.resolve(RecordedNames.FILE));
    for (String name : files.list(path).stream().sorted().toList()) {
      Path file = path.resolve(name);
      if (name.equals(JournalName.FILE)) {
        journal(file);
      } else if (FileNameReading.isOffsetFile(name)) {
        OffsetKey owner = owners.get(name);
        offsetFile(file, owner == null ? FileNameReading.keys(name) : List.of(owner));
      } else if (name.startsWith(JournalName.DAMAGED)) {
        problem(Kind.KEPT_JOURNAL, file, "is a damaged journal that was kept aside");
      } else if (name.startsWith(".") && name.endsWith(".tmp")) {
        problem(Kind.LEFT_OVER, file, "is what a crash left of a write, unless one is under way");
      }
    }
    boolean both =
        offsets.stream().map(FoundOffset::layout).distinct().count()
            == OffsetLayout.values().length;
    if (both) {
      problem(
          Kind.BOTH_LAYOUTS,
          path,
          "holds offset files and a journal; a client reads one of them, by offset.store.layout");
    }
  }

  /** A journal is known by its name; of any other file the side file says whose offset it holds. */
  private void singleFile() {
    String name = String.valueOf(path.getFileName());
    if (name.startsWith(JournalName.FILE)) {
      journal(path);
      return;
    }
    List<OffsetKey> recorded =
        List.copyOf(owners(path.resolveSibling("." + name + ".names")).values());
    OffsetKey inFolder = owners(path.resolveSibling(RecordedNames.FILE)).get(name);
    if (!recorded.isEmpty()) {
      offsetFile(path, List.of(recorded.get(recorded.size() - 1)));
    } else if (inFolder != null) {
      offsetFile(path, List.of(inFolder));
    } else {
      offsetFile(path, FileNameReading.isOffsetFile(name) ? FileNameReading.keys(name) : List.of());
    }
  }

  /** By file name; of a name that is there twice the last owner counts. */
  private Map<String, OffsetKey> owners(Path sideFile) {
    Map<String, OffsetKey> owners = new LinkedHashMap<>();
    try {
      if (files.kind(sideFile) == FileOps.Kind.ABSENT) {
        return owners;
      }
      byte[] bytes = files.read(sideFile, MAX_NAMES_BYTES);
      int damaged = 0;
      for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
        RecordedName name = RecordedName.parse(line);
        if (name != null) {
          owners.remove(name.fileName());
          owners.put(name.fileName(), name.key());
        } else if (!line.isEmpty()) {
          damaged++;
        }
      }
      if (damaged > 0) {
        problem(Kind.DAMAGED_NAMES, sideFile, "has %d lines that are not whole".formatted(damaged));
      }
    } catch (IOException fault) {
      unreadable(sideFile, fault);
    }
    return owners;
  }

  private void offsetFile(Path file, List<OffsetKey> keys) {
    try {
      switch (files.kind(file)) {
        case ABSENT -> {
          if (file.toString().indexOf(NO_TEXT) >= 0) {
            problem(Kind.UNREADABLE, file, "has a name that is no text here; rename it by hand");
          }
        }
        case DIRECTORY, OTHER ->
            problem(Kind.NOT_A_FILE, file, "is not a file, so it cannot hold an offset");
        case FILE -> offset(file, keys);
      }
    } catch (NoSuchFileException deletedMeanwhile) {
      return;
    } catch (IOException fault) {
      unreadable(file, fault);
    }
  }

  private void offset(Path file, List<OffsetKey> keys) throws IOException {
    OffsetFileText text = OffsetFileText.parse(files.read(file, OffsetFileText.READ_BYTES));
    if (text.problem() != null) {
      problem(Kind.NO_OFFSET, file, text.problem());
      return;
    }
    if (keys.isEmpty()) {
      problem(Kind.UNKNOWN_NAME, file, "holds an offset, but its name does not say of which topic");
    } else if (keys.size() > 1) {
      problem(
          Kind.AMBIGUOUS_NAME,
          file,
          "may be of any of " + keys.stream().map(OffsetFileName::described).toList());
    }
    offsets.add(new FoundOffset(keys, StoredOffset.of(text.offset()), OffsetLayout.FILES, file));
  }

  private void journal(Path file) {
    JournalState state = new JournalState();
    try {
      if (files.kind(file) != FileOps.Kind.FILE) {
        problem(Kind.NOT_A_FILE, file, "is not a file, so it cannot be a journal");
        return;
      }
      try (FileOps.Input input = files.open(file)) {
        judge(file, new JournalReader(input, JOURNAL_BUFFER_BYTES, state).read());
      }
    } catch (IOException fault) {
      unreadable(file, fault);
      return;
    }
    for (JournalState.Slot slot : state.live()) {
      offsets.add(
          new FoundOffset(
              List.of(slot.key()),
              Objects.requireNonNull(slot.offset()),
              OffsetLayout.JOURNAL,
              file));
    }
  }

  private void judge(Path file, JournalScan scan) {
    switch (scan.end()) {
      case WHOLE -> {}
      case TORN ->
          problem(
              Kind.TORN_JOURNAL,
              file,
              "holds no whole entry from byte %d on, as after a write that was cut short or is under way"
                  .formatted(scan.goodBytes()));
      case DAMAGED ->
          problem(
              Kind.DAMAGED_JOURNAL,
              file,
              "is damaged at byte %d, and what is behind that is not read"
                  .formatted(scan.goodBytes()));
      case UNKNOWN_VERSION ->
          problem(
              Kind.UNKNOWN_VERSION,
              file,
              "is a journal of version %d, and this program reads version %d"
                  .formatted(scan.version(), JournalFormat.VERSION));
      case NOT_A_JOURNAL ->
          problem(Kind.NOT_A_JOURNAL, file, "does not begin as a journal does; nothing is read");
    }
  }

  private void unreadable(Path file, IOException fault) {
    problems.add(
        new FolderProblem(
            Kind.UNREADABLE,
            file,
            StoreRefusal.io("read", file, "nothing of it is known", fault).detail()));
  }

  private void problem(Kind kind, Path file, String what) {
    problems.add(new FolderProblem(kind, file, StoreRefusal.oneLine(file + " " + what)));
  }
}
