package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A folder goes from one layout into the other, and no offset is lost whatever happens. */
final class OffsetFolderConversionTest {

  private static final OffsetKey T0 = key("t", 0, null);
  private static final OffsetKey T1 = key("lines", 2, "g/1");
  private static final Path FOLDER = Path.of("/offs");

  @TempDir Path directory;

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }

  private static void files(FileOps ops, Path folder, Map<OffsetKey, Long> offsets) {
    OffsetFolder store = new OffsetFolder(FileOffsetOptions.of(folder).withFileOps(ops));
    offsets.forEach((key, offset) -> store.store(key, offset, 0));
    store.close();
  }

  private static void journal(FileOps ops, Path folder, Map<OffsetKey, StoredOffset> offsets) {
    OffsetJournal store =
        new OffsetJournal(
            FileOffsetOptions.of(folder).withFileOps(ops), JournalFile.COMPACT_ABOVE_BYTES);
    offsets.forEach((key, offset) -> store.store(key, offset, 0));
    store.flush(0);
    store.close();
  }

  private static Map<OffsetKey, StoredOffset> read(FileOps ops, Path folder, OffsetLayout layout)
      throws IOException {
    Map<OffsetKey, StoredOffset> offsets = new HashMap<>();
    OffsetFolderReader.read(folder, ops)
        .offsets(layout)
        .forEach(found -> offsets.put(found.key().orElseThrow(), found.offset()));
    return offsets;
  }

  private Map<OffsetKey, StoredOffset> read(OffsetLayout layout) throws IOException {
    return read(new NioFileOps(), directory, layout);
  }

  @Test
  void filesBecomeAJournalAndAreKeptAside() throws IOException {
    files(new NioFileOps(), directory, Map.of(T0, 5L, T1, 6L));

    ConvertedFolder done = OffsetFolderConversion.convert(directory, OffsetLayout.JOURNAL, false);

    Path aside = directory.resolve("set-aside-1");
    assertThat(done).isEqualTo(new ConvertedFolder(2, 0, 0, aside));
    assertThat(read(OffsetLayout.JOURNAL))
        .containsOnly(Map.entry(T0, StoredOffset.of(5)), Map.entry(T1, StoredOffset.of(6)));
    assertThat(read(OffsetLayout.FILES)).isEmpty();
    assertThat(aside.resolve("t-0.offset")).hasContent("5\n");
    assertThat(aside.resolve("lines-2-g%2F1.offset")).hasContent("6\n");
    assertThat(OffsetFolderReader.read(directory).problems()).isEmpty();
    assertThat(OffsetFolderConversion.convert(directory, OffsetLayout.JOURNAL, false))
        .isEqualTo(new ConvertedFolder(0, 0, 0, null));
  }

  @Test
  void aJournalBecomesFilesAndWhatTheseCannotKeepIsCounted() throws IOException {
    journal(
        new NioFileOps(),
        directory,
        Map.of(T0, new StoredOffset(5, 3, "note"), T1, new StoredOffset(6, 4, "")));

    assertThat(OffsetFolderConversion.convert(directory, OffsetLayout.FILES, false))
        .isEqualTo(new ConvertedFolder(2, 2, 1, directory.resolve("set-aside-1")));

    assertThat(read(OffsetLayout.FILES))
        .containsOnly(Map.entry(T0, StoredOffset.of(5)), Map.entry(T1, StoredOffset.of(6)));
    assertThat(directory.resolve("toppar.journal")).doesNotExist();
    assertThat(read(new NioFileOps(), directory.resolve("set-aside-1"), OffsetLayout.JOURNAL))
        .containsEntry(T0, new StoredOffset(5, 3, "note"));
  }

  @ParameterizedTest
  @EnumSource(OffsetLayout.class)
  void anotherOffsetInTheNewLayoutIsNotReplacedUnasked(OffsetLayout to) throws IOException {
    files(new NioFileOps(), directory, Map.of(T0, 5L, T1, 6L));
    journal(
        new NioFileOps(),
        directory,
        Map.of(T0, new StoredOffset(5, 3, "note"), T1, StoredOffset.of(9)));
    Map<OffsetKey, StoredOffset> filesBefore = read(OffsetLayout.FILES);
    Map<OffsetKey, StoredOffset> journalBefore = read(OffsetLayout.JOURNAL);

    assertThatThrownBy(() -> OffsetFolderConversion.convert(directory, to, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("for lines[2] of group g/1 already")
        .hasMessageContaining("nothing is converted");
    assertThat(read(OffsetLayout.FILES)).isEqualTo(filesBefore);
    assertThat(read(OffsetLayout.JOURNAL)).isEqualTo(journalBefore);

    OffsetFolderConversion.convert(directory, to, true);
    boolean toJournal = to == OffsetLayout.JOURNAL;
    assertThat(read(to))
        .containsOnly(
            Map.entry(T0, toJournal ? new StoredOffset(5, 3, "note") : StoredOffset.of(5)),
            Map.entry(T1, StoredOffset.of(toJournal ? 6 : 9)));
  }

  @ParameterizedTest
  @EnumSource(OffsetLayout.class)
  void whatAClientHoldsIsRefusedWithItsProcess(OffsetLayout to) throws IOException {
    files(new NioFileOps(), directory, Map.of(T0, 5L));
    journal(new NioFileOps(), directory, Map.of(T1, StoredOffset.of(9)));
    OffsetFolder files = new OffsetFolder(FileOffsetOptions.of(directory));
    OffsetJournal journal =
        new OffsetJournal(FileOffsetOptions.of(directory), JournalFile.COMPACT_ABOVE_BYTES);
    if (to == OffsetLayout.JOURNAL) {
      files.load(T0);
    } else {
      journal.load(T1);
    }

    assertThatThrownBy(() -> OffsetFolderConversion.convert(directory, to, false))
        .hasMessageContaining("is in use by another offset store of this process");

    files.close();
    journal.close();
    assertThat(OffsetFolderConversion.convert(directory, to, false).offsets()).isEqualTo(1);
  }

  @Test
  void nothingIsConvertedWhereSomethingIsHidden() throws IOException {
    files(new NioFileOps(), directory, Map.of(T0, 5L));
    Files.writeString(directory.resolve("t-7.offset"), "seven");

    assertThatThrownBy(() -> OffsetFolderConversion.convert(directory, OffsetLayout.JOURNAL, false))
        .hasMessageContaining("t-7.offset holds no number alone")
        .hasMessageContaining("nothing is converted before that is mended");
    assertThat(directory.resolve("toppar.journal")).doesNotExist();

    Path single = Files.writeString(directory.resolve("single"), "1\n");
    assertThatThrownBy(() -> OffsetFolderConversion.convert(single, OffsetLayout.JOURNAL, false))
        .hasMessageContaining("is not a folder");
  }

  /** Two keys of a journal that would have one file: none is written. */
  @Test
  void aNameThatTwoWouldShareIsRefusedBeforeAnythingIsWritten() throws IOException {
    journal(
        new NioFileOps(),
        directory,
        Map.of(key("t-1", 2, "g"), StoredOffset.of(1), key("t", 1, "2-g"), StoredOffset.of(2)));

    assertThatThrownBy(() -> OffsetFolderConversion.convert(directory, OffsetLayout.FILES, false))
        .hasMessageContaining("would share the file");
    assertThat(read(OffsetLayout.FILES)).isEmpty();
    assertThat(read(OffsetLayout.JOURNAL)).hasSize(2);
  }

  private enum Cut {
    DEATH,
    POWER,
    FAULT
  }

  /**
   * Cut at every step: every offset is in the old layout or in the new, a journal that is there is
   * whole, and running it again finishes.
   */
  @ParameterizedTest
  @EnumSource(Cut.class)
  void aConversionCutAtAnyStepLosesNothingAndIsFinishedByTheNext(Cut cut) throws IOException {
    for (OffsetLayout to : OffsetLayout.values()) {
      int steps = steps(to);
      assertThat(steps).isGreaterThan(8);
      for (int step = 1; step <= steps; step++) {
        for (int seed = 0; seed < (cut == Cut.POWER ? 20 : 1); seed++) {
          String where = cut + " at step " + step + " to " + to + ", seed " + seed;
          SimulatedDisk disk = prepared(to);
          cutAt(disk, step, cut, to);
          if (cut == Cut.POWER) {
            disk.powerFailure(new Random(seed));
          } else if (cut == Cut.DEATH) {
            disk.killProcesses();
          }
          assertNothingLost(disk.process(2), where);
          OffsetFolderConversion.convert(FOLDER, to, false, disk.process(3));
          assertThat(read(disk.process(4), FOLDER, to)).as(where).isEqualTo(expected());
        }
      }
    }
  }

  private static Map<OffsetKey, StoredOffset> expected() {
    return Map.of(T0, StoredOffset.of(5), T1, StoredOffset.of(6));
  }

  private static SimulatedDisk prepared(OffsetLayout to) {
    SimulatedDisk disk = new SimulatedDisk();
    if (to == OffsetLayout.JOURNAL) {
      files(disk.process(1), FOLDER, Map.of(T0, 5L, T1, 6L));
    } else {
      journal(disk.process(1), FOLDER, expected());
    }
    return disk;
  }

  private static int steps(OffsetLayout to) throws IOException {
    SimulatedDisk disk = prepared(to);
    int before = disk.steps();
    OffsetFolderConversion.convert(FOLDER, to, false, disk.process(1));
    return disk.steps() - before;
  }

  private static void cutAt(SimulatedDisk disk, int step, Cut cut, OffsetLayout to) {
    if (cut == Cut.FAULT) {
      disk.failAtStep(step);
    } else {
      disk.dieAtStep(step);
    }
    try {
      OffsetFolderConversion.convert(FOLDER, to, false, disk.process(1));
    } catch (SimulatedDisk.Died | IOException cutOff) {
      assertThat(cutOff).as("%s at step %d", cut, step).isNotNull();
    }
  }

  private static void assertNothingLost(FileOps ops, String where) throws IOException {
    Map<OffsetKey, StoredOffset> files = read(ops, FOLDER, OffsetLayout.FILES);
    Map<OffsetKey, StoredOffset> journal = read(ops, FOLDER, OffsetLayout.JOURNAL);
    assertThat(List.of(Map.of(), expected())).as(where + ": the journal").contains(journal);
    assertThat(journal.isEmpty() ? files : journal).as(where).isEqualTo(expected());
  }
}
