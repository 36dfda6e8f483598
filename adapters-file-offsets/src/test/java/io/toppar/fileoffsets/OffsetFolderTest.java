package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Released;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OffsetFolderTest {

  private static final Path FOLDER = Path.of("/offs");
  private static final OffsetKey T0 = key("t", 0, null);
  private static final OffsetKey T1 = key("t", 1, null);

  private final SimulatedDisk disk = new SimulatedDisk();
  private final OffsetFolder folder = folder(disk.process(1), 1000);

  @Test
  @DisplayName("a missing folder is made, and two partitions have two files (B125)")
  void aMissingFolderIsMade() {
    folder.store(T0, 10, 0);
    folder.store(T1, 20, 0);
    assertThat(disk.text(FOLDER.resolve("t-0.offset"))).isEqualTo("10\n");
    assertThat(disk.text(FOLDER.resolve("t-1.offset"))).isEqualTo("20\n");
    assertLoads(restarted(), T0, 10);
    assertLoads(restarted(), T1, 20);
  }

  @Test
  @DisplayName("a shorter number leaves no tail of the longer one (B127)")
  void aShorterNumberLeavesNoTail() {
    disk.put(FOLDER.resolve("t-0.offset"), "100\n");
    folder.store(T0, 150, 0);
    assertThat(disk.text(FOLDER.resolve("t-0.offset"))).isEqualTo("150\n");
    folder.store(T0, 1000, 0);
    folder.store(T0, 9, 0);
    assertThat(disk.text(FOLDER.resolve("t-0.offset"))).isEqualTo("9\n");
  }

  @Test
  @DisplayName("groups have files of their own (B126)")
  void groupsHaveFilesOfTheirOwn() {
    folder.store(key("t", 3, "g1"), 1, 0);
    folder.store(key("t", 3, "g2"), 2, 0);
    folder.store(key("t", 3, null), 3, 0);
    assertThat(disk.text(FOLDER.resolve("t-3-g1.offset"))).isEqualTo("1\n");
    assertThat(disk.text(FOLDER.resolve("t-3-g2.offset"))).isEqualTo("2\n");
    assertThat(disk.text(FOLDER.resolve("t-3.offset"))).isEqualTo("3\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1001\n", "100\n150\n", "\0\0\0\0", "4x", "99999999999999999999\n"})
  @DisplayName("an unusable file is a warning, not an offset, and the next store replaces it")
  void anUnusableFileIsAWarning(String content) {
    disk.put(FOLDER.resolve("t-0.offset"), content);
    disk.put(FOLDER.resolve("t-1.offset"), "7\n");
    Loaded loaded = (Loaded) folder.load(T0);
    assertThat(loaded.offset()).isNull();
    assertThat(loaded.warning())
        .startsWith("offset file /offs/t-0.offset ")
        .contains("it is ignored")
        .contains("auto.offset.reset")
        .doesNotContain("\n");
    assertLoads(folder, T1, 7);
    folder.store(T0, 5, 0);
    assertLoads(folder, T0, 5);
  }

  @Test
  @DisplayName("a block of zero bytes does not stop the start (B142)")
  void aBlockOfZeroBytesDoesNotStopTheStart() {
    disk.put(FOLDER.resolve("t-0.offset"), new byte[4096]);
    assertThat(((Loaded) folder.load(T0)).warning()).contains("zero bytes");
  }

  @Test
  void aFolderInPlaceOfTheFileIsSaid() {
    disk.makeDirectory(FOLDER);
    disk.makeDirectory(FOLDER.resolve("t-0.offset"));
    assertFails(
        folder.store(T0, 5, 0), Reason.IO, "/offs/t-0.offset is not a file", "move it away");
    assertFails(folder.load(T0), Reason.IO, "/offs/t-0.offset is not a file", "move it away");
  }

  @Test
  @DisplayName("a folder removed between two stores is made again (B133)")
  void aFolderRemovedBetweenTwoStoresIsMadeAgain() {
    folder.store(T0, 10, 0);
    disk.deleteAll(FOLDER);
    assertThat(folder.store(T0, 11, 0)).isEqualTo(new Stored());
    assertThat(disk.text(FOLDER.resolve("t-0.offset"))).isEqualTo("11\n");
    assertFails(
        folder(disk.process(2), 0).load(T0), Reason.IN_USE, "/offs/t-0.offset", "process 1");
  }

  @Test
  @DisplayName("what was not forced when the folder was removed is written again by a sync (B133)")
  void aSyncAfterTheFolderWasRemovedWritesAgain() {
    folder.store(T0, 10, 0);
    disk.deleteAll(FOLDER);
    assertThat(folder.sync()).isEqualTo(new Synced());
    assertThat(disk.text(FOLDER.resolve("t-0.offset"))).isEqualTo("10\n");
  }

  @Test
  @DisplayName(
      "a folder that cannot be made again is an error, and the next store tries anew (B133)")
  void aFolderThatCannotBeMadeAgainIsAnError() {
    folder.store(T0, 10, 0);
    disk.deleteAll(FOLDER);
    disk.put(FOLDER, "in the way");
    assertFails(folder.store(T0, 11, 0), Reason.IO, "/offs is a file");
    disk.deleteAll(FOLDER);
    assertThat(folder.store(T0, 12, 0)).isEqualTo(new Stored());
  }

  @Test
  void keysWithOneNameAreRefusedWithBothNames() {
    OffsetKey first = key("t-1", 2, "g");
    OffsetKey second = key("t", 1, "2-g");
    folder.store(first, 10, 0);
    assertFails(
        folder.store(second, 20, 0), Reason.BAD_KEY, "t-1[2] of group g", "t[1] of group 2-g");
    assertLoads(folder, first, 10);
  }

  @Test
  void keysWithOneNameAreRefusedAcrossProcesses() {
    folder.store(key("t-1", 2, "g"), 10, 0);
    folder.close();
    OffsetFolder next = folder(disk.process(2), 0);
    assertFails(next.load(key("t", 1, "2-g")), Reason.BAD_KEY, "t-1[2] of group g");
    assertLoads(next, key("t-1", 2, "g"), 10);
  }

  @Test
  void aNameWhoseFileIsGoneIsFreeForAnotherKey() {
    folder.load(key("t-1", 2, "g"));
    folder.close();
    OffsetFolder next = folder(disk.process(2), 0);
    assertThat(next.store(key("t", 1, "2-g"), 5, 0)).isEqualTo(new Stored());
    next.close();
    assertFails(folder(disk.process(3), 0).load(key("t-1", 2, "g")), Reason.BAD_KEY, "2-g");
  }

  @Test
  void namesThatDifferInCaseAreTwoWhereTheFileSystemKnowsCase() {
    folder.store(key("T", 0, null), 10, 0);
    assertThat(folder.store(T0, 20, 0)).isEqualTo(new Stored());
    assertLoads(folder, key("T", 0, null), 10);
  }

  @Test
  void namesThatDifferInCaseAreRefusedWhereTheFileSystemDoesNot() {
    SimulatedDisk folding = new SimulatedDisk(true);
    OffsetFolder first = folder(folding.process(1), 0);
    first.store(key("T", 0, null), 10, 0);
    assertFails(first.store(T0, 20, 0), Reason.BAD_KEY, "t[0]", "T[0]");
    first.close();
    assertFails(folder(folding.process(2), 0).store(T0, 20, 0), Reason.BAD_KEY, "T[0]");
  }

  @Test
  void aCutLineOfTheSideFileIsIgnoredAndNotContinued() {
    disk.put(FOLDER.resolve(".toppar-names"), "t-1-2-g.offset\tt-1\t2\tg\nt-0.of");
    disk.put(FOLDER.resolve("t-1-2-g.offset"), "1\n");
    folder.store(T0, 10, 0);
    assertThat(disk.text(FOLDER.resolve(".toppar-names")))
        .isEqualTo("t-1-2-g.offset\tt-1\t2\tg\nt-0.of\nt-0.offset\tt\t0\n");
    assertFails(folder.load(key("t", 1, "2-g")), Reason.BAD_KEY, "t-1[2] of group g");
  }

  @Test
  void aNameThatAnotherProcessAddsIsSeen() {
    folder.store(T0, 10, 0);
    OffsetFolder other = folder(disk.process(2), 0);
    other.store(key("t-1", 2, "g"), 5, 0);
    other.close();
    assertFails(folder.load(key("t", 1, "2-g")), Reason.BAD_KEY, "t-1[2] of group g");
  }

  @Test
  void aNameThatAnotherProcessAddsJustBeforeTheLockIsSeen() {
    disk.beforeLock(
        () -> {
          OffsetFolder other = folder(disk.process(2), 0);
          other.store(key("t-1", 2, "g"), 5, 0);
          other.close();
        });
    assertFails(folder.store(key("t", 1, "2-g"), 6, 0), Reason.BAD_KEY, "t-1[2] of group g");
  }

  @Test
  void anotherProcessIsRefusedByItsNumberUntilTheHolderIsGone() {
    folder.store(T0, 10, 0);
    OffsetFolder other = folder(disk.process(2), 0);
    assertFails(other.store(T0, 11, 0), Reason.IN_USE, "/offs/t-0.offset", "by process 1");
    assertThat(other.store(T1, 20, 0)).isEqualTo(new Stored());
    folder.release(T0);
    assertLoads(other, T0, 10);
  }

  @Test
  void whatACrashLeftOfATemporaryFileIsClearedAway() {
    disk.put(FOLDER.resolve("t-0.offset"), "10\n");
    disk.put(FOLDER.resolve(".t-0.tmp"), "1");
    assertLoads(folder, T0, 10);
    assertThat(disk.text(FOLDER.resolve(".t-0.tmp"))).isNull();
  }

  @Test
  void syncingEachWriteForcesFileAndFolderBeforeTheStoreCompletes() {
    OffsetFolder each = folder(disk.process(2), FileOffsetOptions.SYNC_EACH);
    each.load(T0);
    disk.takeCalls();
    each.store(T0, 10, 0);
    assertThat(disk.takeCalls())
        .containsExactly(
            "create .t-0.tmp",
            "write .t-0.tmp",
            "forceOutput .t-0.tmp",
            "close .t-0.tmp",
            "rename t-0.offset",
            "force .toppar-names",
            "forceDirectory offs");
    assertThat(each.deadline()).isEqualTo(Deadlines.NONE);
    each.sync();
    assertThat(disk.takeCalls()).isEmpty();
    each.store(T0, 11, 0);
    assertThat(disk.takeCalls())
        .contains("forceDirectory offs")
        .doesNotContain("force .toppar-names");
  }

  @Test
  void anIntervalForcesWhatWasWrittenOnceItIsOverAndNotBefore() {
    long start = -5_000_000_000L;
    folder.load(T0);
    assertThat(folder.deadline()).isEqualTo(Deadlines.NONE);
    folder.store(T0, 10, start);
    folder.store(T0, 11, start + 10);
    folder.store(T1, 12, start + 20);
    assertThat(folder.deadline()).isEqualTo(start + 1_000_000_000L);
    disk.takeCalls();
    folder.onDeadline(start + 999_999_999L);
    assertThat(disk.takeCalls()).isEmpty();
    folder.onDeadline(start + 1_000_000_000L);
    assertThat(disk.takeCalls())
        .containsExactly(
            "force t-0.offset", "force t-1.offset", "force .toppar-names", "forceDirectory offs");
    assertThat(folder.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void neverSyncingForcesOnRequestOnly() {
    OffsetFolder never = folder(disk.process(2), FileOffsetOptions.SYNC_NEVER);
    never.store(T0, 10, 0);
    assertThat(never.deadline()).isEqualTo(Deadlines.NONE);
    disk.takeCalls();
    assertThat(never.sync()).isEqualTo(new Synced());
    assertThat(disk.takeCalls())
        .containsExactly("force t-0.offset", "force .toppar-names", "forceDirectory offs");
  }

  @Test
  void aReleaseForcesItsKeyAlone() {
    folder.store(T0, 10, 0);
    folder.store(T1, 20, 0);
    disk.takeCalls();
    assertThat(folder.release(T0)).isEqualTo(new Released());
    assertThat(disk.takeCalls())
        .containsExactly(
            "force t-0.offset", "force .toppar-names", "forceDirectory offs", "unlock .t-0.lock");
  }

  @Test
  void anOffsetWhoseForceFailsIsWrittenAnew() {
    folder.store(T0, 10, 0);
    disk.takeCalls();
    disk.failAtStep(1);
    assertThat(folder.sync()).isEqualTo(new Synced());
    assertThat(disk.takeCalls())
        .containsExactly(
            "force t-0.offset",
            "create .t-0.tmp",
            "write .t-0.tmp",
            "forceOutput .t-0.tmp",
            "close .t-0.tmp",
            "rename t-0.offset",
            "force .toppar-names",
            "forceDirectory offs");
  }

  @Test
  void aNameWhoseForceFailsIsWrittenOnceMore() {
    folder.store(T0, 10, 0);
    disk.takeCalls();
    disk.failAtStep(2);
    assertThat(folder.sync()).isEqualTo(new Synced());
    assertThat(disk.takeCalls())
        .containsExactly(
            "force t-0.offset",
            "force .toppar-names",
            "append .toppar-names",
            "write .toppar-names",
            "close .toppar-names",
            "force .toppar-names",
            "forceDirectory offs");
    assertLoads(restarted(), T0, 10);
  }

  @Test
  void aTimedForceThatFailsIsTriedAgainAfterTheInterval() {
    folder.store(T0, 10, 0);
    disk.takeCalls();
    disk.failAtStep(3);
    folder.onDeadline(1_000_000_000L);
    assertThat(disk.takeCalls())
        .containsExactly("force t-0.offset", "force .toppar-names", "forceDirectory offs");
    assertThat(folder.deadline()).isEqualTo(2_000_000_000L);
    folder.onDeadline(2_000_000_000L);
    assertThat(disk.takeCalls()).containsExactly("forceDirectory offs");
    assertThat(folder.deadline()).isEqualTo(Deadlines.NONE);
  }

  private OffsetFolder restarted() {
    disk.killProcesses();
    return folder(disk.process(2), 1000);
  }

  static List<FolderProblem> problems(SimulatedDisk disk, Path folder) {
    try {
      return OffsetFolderReader.read(folder, disk.process(99)).problems();
    } catch (IOException fault) {
      throw new AssertionError(fault);
    }
  }

  static OffsetFolder folder(FileOps files, long syncIntervalMillis) {
    return new OffsetFolder(
        FileOffsetOptions.of(FOLDER).withFileOps(files).withSyncIntervalMillis(syncIntervalMillis));
  }

  private static void assertLoads(OffsetFolder folder, OffsetKey key, long offset) {
    assertThat(folder.load(key)).isEqualTo(new Loaded(StoredOffset.of(offset), null));
  }

  private static void assertFails(StoreOutcome outcome, Reason reason, String... said) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isEqualTo(reason);
    assertThat(((Failed) outcome).detail()).contains(said).doesNotContain("\n");
  }

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }
}
