package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.contracts.DiskTrouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Offset files between real processes, with real permissions and on a disk that is full. */
final class OffsetFilesIT {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void aKilledProcessLeavesAWholeOffsetAndTheNextOneGoesOnFromIt(OffsetLayout layout)
      throws Exception {
    long seed = 417;
    Random random = new Random(seed);
    int kills = Integer.getInteger("toppar.offsets.kills", 20);
    long[] left = new long[OffsetWriter.PARTITIONS];
    for (int kill = 0; kill < kills; kill++) {
      String what = "%s, seed %d, kill %d".formatted(layout, seed, kill);
      long syncMillis = kill % 2 == 0 ? 1000 : FileOffsetOptions.SYNC_EACH;
      try (WriterProcess writer = WriterProcess.start("rise", layout, directory, 0, syncMillis)) {
        for (long offset : left) {
          assertThat(writer.number("loaded")).as(what).isEqualTo(offset);
        }
        long[] done = left.clone();
        int moment = random.nextInt(300);
        for (int i = 0; i < moment; i++) {
          note(done, writer.number("done"));
        }
        writer.kill();
        for (String line = writer.line(); line != null; line = writer.line()) {
          if (line.matches("done [0-9]+")) {
            note(done, Long.parseLong(line.substring(5)));
          }
        }
        left = found(what);
        assertOldOrNew(what, done, left);
      }
    }
    assertThat(Arrays.stream(left).max().orElseThrow()).isGreaterThan(kills);
  }

  private static void note(long[] done, long offset) {
    done[(int) (offset % OffsetWriter.PARTITIONS)] = offset;
  }

  /** Nothing below what completed, nothing above what can have been begun, nothing of another. */
  private static void assertOldOrNew(String what, long[] done, long[] left) {
    long most = Arrays.stream(done).max().orElseThrow() + 2 * OffsetWriter.IN_FLIGHT;
    for (int partition = 0; partition < OffsetWriter.PARTITIONS; partition++) {
      assertThat(left[partition]).as(what).isBetween(done[partition], most);
      assertThat(left[partition] % OffsetWriter.PARTITIONS)
          .as(what)
          .isEqualTo(left[partition] == 0 ? 0 : partition);
    }
  }

  private long[] found(String what) throws Exception {
    long[] left = new long[OffsetWriter.PARTITIONS];
    FolderContents contents = OffsetFolderReader.read(directory);
    for (FoundOffset found : contents.offsets()) {
      int partition = found.key().orElseThrow().topicPartition().partition();
      left[partition] = found.offset().offset();
    }
    assertThat(contents.problems())
        .as(what)
        .extracting(FolderProblem::kind)
        .isSubsetOf(FolderProblem.Kind.LEFT_OVER, FolderProblem.Kind.TORN_JOURNAL);
    return left;
  }

  @ParameterizedTest
  @CsvSource({"FILES, t-0.offset", "JOURNAL, toppar.journal"})
  void anotherProcessIsRefusedByItsNumberUntilItIsKilled(OffsetLayout layout, String file)
      throws Exception {
    OffsetMedium own = medium(layout);
    try (WriterProcess holder = WriterProcess.start("hold", layout, directory, 0, 1000)) {
      assertThat(holder.line()).isEqualTo("loaded none");
      StoreOutcome refused = put(own, 5);
      assertThat(refused).isInstanceOf(Failed.class);
      assertThat(((Failed) refused).reason()).isEqualTo(Reason.IN_USE);
      assertThat(((Failed) refused).detail())
          .contains(directory.resolve(file) + " is in use by process " + holder.pid());
      holder.kill();
      assertThat(put(own, 5)).isEqualTo(new Stored());
    }
    try (WriterProcess second = WriterProcess.start("hold", layout, directory, 0, 1000)) {
      assertThat(second.line())
          .startsWith("failed ")
          .contains("in use by process " + ProcessHandle.current().pid());
    }
    own.close();
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedSecondStoreOfThisProcessDoesNotFreeTheFirstOnesLock(OffsetLayout layout)
      throws Exception {
    OffsetMedium first = medium(layout);
    OffsetMedium second = medium(layout);
    put(first, 5);
    assertThat(((Failed) put(second, 6)).detail()).contains("another offset store of this process");
    second.close();
    try (WriterProcess other = WriterProcess.start("hold", layout, directory, 0, 1000)) {
      assertThat(other.line()).startsWith("failed ").contains("in use by process");
    }
    first.close();
  }

  @Test
  void twoProcessesShareAFolderOfFilesOnDifferentPartitions() throws Exception {
    try (WriterProcess low = WriterProcess.start("rise", OffsetLayout.FILES, directory, 0, 1000);
        WriterProcess high = WriterProcess.start("rise", OffsetLayout.FILES, directory, 10, 1000)) {
      for (int i = 0; i < OffsetWriter.PARTITIONS; i++) {
        assertThat(low.number("loaded")).isZero();
        assertThat(high.number("loaded")).isZero();
      }
      for (int i = 1; i <= 50; i++) {
        assertThat(low.number("done")).isPositive();
        assertThat(high.number("done")).isPositive();
      }
    }
  }

  @Test
  void aJournalBelongsToOneProcessWhateverThePartitions() throws Exception {
    try (WriterProcess low =
        WriterProcess.start("rise", OffsetLayout.JOURNAL, directory, 0, 1000)) {
      low.number("loaded");
      try (WriterProcess high =
          WriterProcess.start("hold", OffsetLayout.JOURNAL, directory, 10, 1000)) {
        assertThat(high.line())
            .startsWith("failed ")
            .contains("in use by process " + low.pid(), "one process holds a whole journal");
      }
    }
  }

  @Test
  void aTornJournalIsCutWithAWarningThatSaysHowMuch() throws Exception {
    OffsetMedium own = medium(OffsetLayout.JOURNAL);
    put(own, 5);
    own.close();
    Path journal = directory.resolve("toppar.journal");
    long whole = Files.size(journal);
    Files.write(journal, new byte[17], StandardOpenOption.APPEND);
    try (WriterProcess next = WriterProcess.start("hold", OffsetLayout.JOURNAL, directory, 0, 0)) {
      assertThat(next.line()).isEqualTo("loaded 5");
      next.kill();
      assertThat(next.log())
          .contains("WARN", journal + ": the last 17 bytes, from byte " + whole + " on");
    }
    assertThat(Files.size(journal)).isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource({"FILES, t-0.offset, stored offset is", "JOURNAL, toppar.journal, stored offsets are"})
  void missingPermissionIsSaidWithAdvice(OffsetLayout layout, String name, String what)
      throws Exception {
    List<String> prefix = DiskTrouble.withoutRootsRights();
    OffsetMedium own = medium(layout);
    put(own, 10);
    own.close();
    DiskTrouble.permit(directory, "r-xr-xr-x");
    Files.delete(directory.resolve(layout == OffsetLayout.FILES ? ".t-0.lock" : JournalName.LOCK));
    assertThat(firstLine(prefix, layout))
        .startsWith("failed cannot ")
        .contains("permission denied", "give this user read and write permission");
    DiskTrouble.permit(directory, "rwxrwxrwx");
    Path secret = directory.resolve(name);
    DiskTrouble.permit(secret, "---------");
    assertThat(firstLine(prefix, layout))
        .startsWith("failed cannot read " + secret + ": permission denied")
        .contains("the " + what + " not known");
    DiskTrouble.permit(secret, "rw-------");
    assertThat(firstLine(prefix, layout)).isEqualTo("loaded 10");
  }

  @ParameterizedTest
  @CsvSource({"FILES, 128, offset 11 is not stored", "JOURNAL, 64, nothing of it is stored"})
  void aFullDiskKeepsTheLastOffsetAndSaysSo(OffsetLayout layout, int kilobytes, String said)
      throws Exception {
    try (DiskTrouble.SmallDisk disk = DiskTrouble.smallDisk(directory, kilobytes)) {
      OffsetMedium own = medium(layout);
      assertThat(put(own, 10)).isEqualTo(new Stored());
      Path filler = disk.fill();
      StoreOutcome outcome = putWhereNothingFits(own, layout);
      assertThat(((Failed) outcome).detail())
          .contains("No space left on device", said, "free space");
      StoredOffset kept = Objects.requireNonNull(((Loaded) own.load(OffsetWriter.key(0))).offset());
      assertThat(kept.offset()).isEqualTo(10);
      Files.delete(filler);
      assertThat(put(own, 12)).isEqualTo(new Stored());
      own.close();
      OffsetMedium next = medium(layout);
      assertThat(next.load(OffsetWriter.key(0))).isEqualTo(new Loaded(StoredOffset.of(12), null));
      next.close();
    }
  }

  /** A journal has room in its last page, until that is full of another key's offsets. */
  private static StoreOutcome putWhereNothingFits(OffsetMedium own, OffsetLayout layout) {
    int stores = 0;
    while (layout == OffsetLayout.JOURNAL
        && store(own, OffsetWriter.key(1), stores) instanceof Stored) {
      assertThat(++stores).as("stores on a full disk").isLessThan(1000);
    }
    return put(own, 11);
  }

  private OffsetMedium medium(OffsetLayout layout) {
    FileOffsetOptions options = FileOffsetOptions.of(directory);
    return layout == OffsetLayout.FILES
        ? new OffsetFolder(options)
        : new OffsetJournal(options, JournalFile.COMPACT_ABOVE_BYTES);
  }

  private static StoreOutcome put(OffsetMedium medium, long offset) {
    return store(medium, OffsetWriter.key(0), offset);
  }

  private static StoreOutcome store(OffsetMedium medium, OffsetKey key, long offset) {
    return medium.store(key, StoredOffset.of(offset), 0).orElseGet(() -> medium.flush(0));
  }

  private String firstLine(List<String> prefix, OffsetLayout layout) throws Exception {
    try (WriterProcess writer = WriterProcess.start(prefix, "hold", layout, directory, 0, 1000)) {
      return String.valueOf(writer.line());
    }
  }
}
