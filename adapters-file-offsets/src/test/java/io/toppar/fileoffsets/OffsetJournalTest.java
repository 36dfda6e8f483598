package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Deleted;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Released;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a journal does with its file, its lock, damage and time. */
final class OffsetJournalTest {

  private static final Path FOLDER = Path.of("/offs");
  private static final Path FILE = FOLDER.resolve("toppar.journal");
  private static final OffsetKey T0 = key("t", 0, null);
  private static final OffsetKey T1 = key("t", 1, null);

  private final SimulatedDisk disk = new SimulatedDisk();
  private final OffsetJournal journal = journal(1, 1000);

  @Test
  void partitionsThatAreStoredTogetherAreOneWriteAndOneForce() {
    put(journal, T0, 1);
    disk.takeCalls();
    for (int partition = 0; partition < 1000; partition++) {
      assertThat(journal.store(key("t", partition, "g"), StoredOffset.of(partition), 0)).isEmpty();
    }
    assertThat(journal.flush(0)).isEqualTo(new Stored());
    assertThat(disk.takeCalls()).containsExactly("write toppar.journal");
    journal.onDeadline(1_000_000_000L);
    assertThat(disk.takeCalls()).containsExactly("forceOutput toppar.journal");
    assertLoads(restarted(), key("t", 999, "g"), 999);
  }

  @Test
  void theFirstStoreMakesAForcedJournalAndALoadMakesNone() {
    journal.load(T0);
    assertThat(disk.takeCalls())
        .containsExactly("createDirectories offs", "lock .toppar.journal.lock");
    put(journal, T0, 1);
    assertThat(disk.takeCalls())
        .containsExactly(
            "create .toppar.journal.tmp",
            "write .toppar.journal.tmp",
            "forceOutput .toppar.journal.tmp",
            "close .toppar.journal.tmp",
            "rename toppar.journal",
            "forceDirectory offs",
            "append toppar.journal",
            "write toppar.journal");
  }

  @Test
  void syncingEachWriteForcesBeforeTheStoreCompletes() {
    OffsetJournal each = journal(1, FileOffsetOptions.SYNC_EACH);
    put(each, T0, 1);
    disk.takeCalls();
    put(each, T0, 2);
    assertThat(disk.takeCalls())
        .containsExactly("write toppar.journal", "forceOutput toppar.journal");
    assertThat(each.deadline()).isEqualTo(Deadlines.NONE);
    assertThat(each.sync()).isEqualTo(new Synced());
    assertThat(disk.takeCalls()).isEmpty();
  }

  @Test
  void anIntervalForcesOnceItIsOverAndNotBefore() {
    long start = -5_000_000_000L;
    journal.load(T0);
    assertThat(journal.deadline()).isEqualTo(Deadlines.NONE);
    journal.store(T0, StoredOffset.of(1), start);
    journal.flush(start);
    journal.store(T0, StoredOffset.of(2), start + 10);
    journal.flush(start + 10);
    assertThat(journal.deadline()).isEqualTo(start + 1_000_000_000L);
    disk.takeCalls();
    journal.onDeadline(start + 999_999_999L);
    assertThat(disk.takeCalls()).isEmpty();
    journal.onDeadline(start + 1_000_000_000L);
    assertThat(disk.takeCalls()).containsExactly("forceOutput toppar.journal");
    assertThat(journal.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void epochAndMetadataAreKeptForEachPartitionAndGroup() {
    journal.store(T0, new StoredOffset(10, 3, "done by é"), 0);
    journal.store(key("t", 0, "g"), new StoredOffset(11, -1, ""), 0);
    journal.store(key("t", 0, ""), new StoredOffset(12, 0, "x"), 0);
    journal.flush(0);
    OffsetJournal next = restarted();
    assertThat(next.load(T0)).isEqualTo(new Loaded(new StoredOffset(10, 3, "done by é"), null));
    assertThat(next.load(key("t", 0, "g"))).isEqualTo(new Loaded(StoredOffset.of(11), null));
    assertThat(next.load(key("t", 0, "")))
        .isEqualTo(new Loaded(new StoredOffset(12, 0, "x"), null));
  }

  @Test
  @DisplayName("names that no file can have, or two share, have offsets of their own (B140)")
  void namesAreNoMatter() {
    OffsetKey longest = key("t".repeat(249), 0, "g".repeat(5000));
    put(journal, longest, 1);
    put(journal, key("t-1", 2, "g"), 2);
    put(journal, key("t", 1, "2-g"), 3);
    put(journal, key("T", 0, "../../up"), 4);
    put(journal, key("t", 0, "../../up"), 5);
    OffsetJournal next = restarted();
    assertLoads(next, longest, 1);
    assertLoads(next, key("t-1", 2, "g"), 2);
    assertLoads(next, key("t", 1, "2-g"), 3);
    assertLoads(next, key("T", 0, "../../up"), 4);
    assertLoads(next, key("t", 0, "../../up"), 5);
  }

  @Test
  void aDeletedOffsetStaysDeletedAndItsKeyCanBeStoredAgain() {
    put(journal, T0, 10);
    put(journal, T1, 20);
    assertThat(journal.delete(T0, 0)).isEqualTo(new Deleted());
    OffsetJournal next = restarted();
    assertThat(next.load(T0)).isEqualTo(new Loaded(null, null));
    assertLoads(next, T1, 20);
    put(next, T0, 5);
    assertLoads(next, T0, 5);
  }

  @Test
  void aJournalThatGrewIsWrittenAnewSmallAndWholeAndGoesOn() {
    OffsetJournal small = new OffsetJournal(options(disk.process(1), 1000), 1000);
    for (int offset = 0; offset < 500; offset++) {
      put(small, T0, offset);
      put(small, T1, 2L * offset);
      assertThat(disk.size(FILE)).isLessThan(1100);
    }
    assertThat(disk.takeCalls().stream().filter("rename toppar.journal"::equals))
        .hasSizeBetween(10, 40);
    put(small, T0, 7);
    OffsetJournal next = restarted();
    assertLoads(next, T0, 7);
    assertLoads(next, T1, 998);
  }

  @Test
  void aCompactionThatFailsFailsNoStoreAndIsTriedAgainLater() {
    OffsetJournal small = new OffsetJournal(options(disk.process(1), 1000), 500);
    put(small, T0, 0);
    long before = disk.size(FILE);
    while (disk.size(FILE) + 23 <= 500) {
      put(small, T0, 1);
    }
    assertThat(before).isLessThan(disk.size(FILE));
    disk.failAtStep(2);
    put(small, T0, 2);
    assertThat(disk.size(FILE)).isGreaterThan(500);
    disk.takeCalls();
    put(small, T0, 3);
    assertThat(disk.takeCalls()).containsExactly("write toppar.journal");
    for (int i = 0; i < 60; i++) {
      put(small, T0, 4);
    }
    assertThat(disk.takeCalls()).contains("rename toppar.journal");
    assertLoads(restarted(), T0, 4);
  }

  @Test
  void aTornEndIsCutOffAndTheWholeEntriesStand() {
    put(journal, T0, 10);
    put(journal, T1, 20);
    byte[] whole = disk.bytes(FILE);
    disk.put(FILE, Arrays.copyOf(whole, whole.length - 5));
    OffsetJournal next = restarted();
    assertLoads(next, T0, 10);
    assertThat(next.load(T1)).isEqualTo(new Loaded(null, null));
    next.close();
    assertThat(OffsetFolderTest.problems(disk, FOLDER)).isEmpty();
  }

  @Test
  void aTornEndThatCannotBeCutOffHindersNoLoad() {
    put(journal, T0, 10);
    byte[] whole = disk.bytes(FILE);
    disk.put(FILE, Arrays.copyOf(whole, whole.length + 100));
    disk.killProcesses();
    OffsetJournal next = journal(2, 1000);
    disk.failAtStep(2);
    assertLoads(next, T0, 10);
    assertThat(OffsetFolderTest.problems(disk, FOLDER)).isNotEmpty();
    put(next, T0, 11);
    assertThat(OffsetFolderTest.problems(disk, FOLDER)).isEmpty();
    assertLoads(restarted(), T0, 11);
  }

  @Test
  void damageKeepsWhatIsInFrontAndTheDamagedJournalAndIsToldWithEachLoad() {
    put(journal, T0, 10);
    put(journal, T0, 11);
    put(journal, T1, 20);
    byte[] damaged = disk.bytes(FILE);
    damaged[12 + 19 + 23 + 10] ^= 1;
    disk.put(FILE, damaged.clone());
    OffsetJournal next = restarted();
    Loaded older = (Loaded) next.load(T0);
    assertThat(older.offset()).isEqualTo(StoredOffset.of(10));
    assertThat(older.warning())
        .contains("/offs/toppar.journal is damaged at byte 54", "the 65 bytes from there on")
        .contains("kept as /offs/toppar.journal.damaged-1");
    Loaded missing = (Loaded) next.load(T1);
    assertThat(missing.offset()).isNull();
    assertThat(missing.warning()).isEqualTo(older.warning());
    assertThat(disk.bytes(FOLDER.resolve("toppar.journal.damaged-1"))).isEqualTo(damaged);
    put(next, T0, 12);
    assertLoads(next, T0, 12);
    next.close();
    assertLoads(journal(3, 0), T0, 12);
  }

  @Test
  void aSecondDamagedJournalIsKeptBesideTheFirst() {
    for (int time = 1; time <= 2; time++) {
      OffsetJournal next = restarted();
      put(next, T0, 10);
      put(next, T0, 11);
      byte[] damaged = disk.bytes(FILE);
      damaged[40] ^= 1;
      disk.put(FILE, damaged);
      assertThat(((Loaded) restarted().load(T0)).warning()).contains("damaged-" + time);
    }
  }

  @Test
  void nothingIsStoredBeforeADamagedJournalIsKeptAside() {
    put(journal, T0, 10);
    put(journal, T0, 11);
    byte[] damaged = disk.bytes(FILE);
    damaged[40] ^= 1;
    disk.put(FILE, damaged);
    disk.killProcesses();
    OffsetJournal next = journal(2, 1000);
    disk.failAtStep(2);
    assertThat(((Loaded) next.load(T0)).warning()).contains("it is kept aside before");
    disk.failAtStep(1);
    assertFails(
        store(next, T0, 12),
        Reason.IO,
        "cannot keep aside /offs/toppar.journal",
        "nothing is stored");
    put(next, T0, 13);
    assertThat(disk.bytes(FOLDER.resolve("toppar.journal.damaged-1"))).isEqualTo(damaged);
    assertLoads(restarted(), T0, 13);
  }

  @Test
  void whatIsNoJournalOrOfAnotherVersionIsRefusedAndNotTouched() {
    disk.put(FILE, "\0".repeat(4096));
    assertFails(journal.load(T0), Reason.IO, "does not begin as a journal does", "move it away");
    assertFails(store(journal, T0, 1), Reason.IO, "does not begin");
    assertThat(disk.text(FILE)).isEqualTo("\0".repeat(4096));
    disk.put(FILE, "");
    assertThat(journal.load(T0)).isEqualTo(new Loaded(null, null));
    put(journal, T0, 1);
    assertLoads(restarted(), T0, 1);
  }

  @Test
  void anotherProcessIsRefusedTheWholeJournalUntilTheLastKeyIsReleased() {
    put(journal, T0, 10);
    journal.load(T1);
    OffsetJournal other = journal(2, 1000);
    assertFails(
        other.load(key("u", 7, "g")),
        Reason.IN_USE,
        "/offs/toppar.journal is in use by process 1",
        "one process holds a whole journal");
    assertThat(journal.release(T0)).isEqualTo(new Released());
    assertFails(other.load(T0), Reason.IN_USE, "process 1");
    assertThat(journal.release(T1)).isEqualTo(new Released());
    assertLoads(other, T0, 10);
    assertFails(store(journal, T0, 11), Reason.IN_USE, "process 2");
  }

  @Test
  @DisplayName("a folder removed while in use is made again with everything known (B133)")
  void aFolderRemovedWhileInUseIsMadeAgain() {
    put(journal, T0, 10);
    put(journal, T1, 20);
    disk.deleteAll(FOLDER);
    put(journal, T0, 11);
    assertFails(journal(2, 0).load(T1), Reason.IN_USE, "process 1");
    OffsetJournal next = restarted();
    assertLoads(next, T0, 11);
    assertLoads(next, T1, 20);
  }

  @Test
  @DisplayName("what was not forced when the folder was removed is written again by a sync (B133)")
  void aSyncAfterTheFolderWasRemovedWritesAgain() {
    put(journal, T0, 10);
    disk.deleteAll(FOLDER);
    assertThat(journal.sync()).isEqualTo(new Synced());
    assertLoads(restarted(), T0, 10);
  }

  @Test
  void whatAnotherProgramPutInPlaceIsReadAndOurOwnKeysStandOverIt() {
    OffsetJournal other = journal(1, 0);
    put(other, T1, 99);
    put(other, key("u", 0, null), 7);
    byte[] others = disk.bytes(FILE);
    other.close();
    put(journal, T0, 10);
    put(journal, T1, 20);
    disk.put(FILE, others);
    put(journal, T0, 11);
    OffsetJournal next = restarted();
    assertLoads(next, T0, 11);
    assertLoads(next, T1, 20);
    assertLoads(next, key("u", 0, null), 7);
  }

  @Test
  void anOffsetFileBesideTheJournalIsNotTakenForNothing() {
    disk.put(FOLDER.resolve("t-0.offset"), "5\n");
    Loaded loaded = (Loaded) journal.load(T0);
    assertThat(loaded.offset()).isNull();
    assertThat(loaded.warning()).contains("/offs/t-0.offset", "offset.store.layout=files");
    assertThat(journal.load(T1)).isEqualTo(new Loaded(null, null));
    put(journal, T0, 6);
    assertLoads(journal, T0, 6);
  }

  @Test
  void aJournalBesideOffsetFilesIsNotTakenForNothing() {
    put(journal, T0, 6);
    journal.close();
    OffsetFolder folder = OffsetFolderTest.folder(disk.process(2), 0);
    Loaded loaded = (Loaded) folder.load(T0);
    assertThat(loaded.offset()).isNull();
    assertThat(loaded.warning()).contains("/offs/toppar.journal", "offset.store.layout=journal");
  }

  @Test
  void aPathThatIsAFileIsRefused() {
    disk.put(FOLDER, "42\n");
    assertFails(journal.load(T0), Reason.IO, "/offs is not a folder", "name another");
    assertThat(disk.text(FOLDER)).isEqualTo("42\n");
  }

  @Test
  void aForceThatFailsHasEverythingWrittenAnew() {
    put(journal, T0, 10);
    disk.takeCalls();
    disk.failAtStep(1);
    assertThat(journal.sync()).isEqualTo(new Synced());
    assertThat(disk.takeCalls())
        .containsExactly(
            "forceOutput toppar.journal",
            "create .toppar.journal.tmp",
            "write .toppar.journal.tmp",
            "forceOutput .toppar.journal.tmp",
            "close .toppar.journal.tmp",
            "close toppar.journal",
            "rename toppar.journal",
            "forceDirectory offs");
    assertLoads(restarted(), T0, 10);
  }

  @Test
  void theWriteThatFailsIsTakenBackWhole() {
    put(journal, T0, 10);
    put(journal, T1, 20);
    byte[] before = disk.bytes(FILE);
    disk.takeCalls();
    disk.failAtStep(1);
    journal.store(T0, StoredOffset.of(11), 0);
    journal.store(T1, StoredOffset.of(21), 0);
    journal.store(key("new", 0, null), StoredOffset.of(1), 0);
    assertFails(journal.flush(0), Reason.IO, "cannot write", "the journal keeps what it held");
    assertThat(disk.takeCalls()).containsExactly("write toppar.journal", "truncate toppar.journal");
    assertThat(disk.bytes(FILE)).isEqualTo(before);
    assertLoads(journal, T0, 10);
    put(journal, key("new", 1, null), 2);
    OffsetJournal next = restarted();
    assertLoads(next, T0, 10);
    assertLoads(next, T1, 20);
    assertLoads(next, key("new", 1, null), 2);
    assertThat(next.load(key("new", 0, null))).isEqualTo(new Loaded(null, null));
  }

  private OffsetJournal restarted() {
    disk.killProcesses();
    return journal(2, 1000);
  }

  private OffsetJournal journal(long process, long syncMillis) {
    return new OffsetJournal(
        options(disk.process(process), syncMillis), JournalFile.COMPACT_ABOVE_BYTES);
  }

  private static FileOffsetOptions options(FileOps files, long syncMillis) {
    return FileOffsetOptions.of(FOLDER).withFileOps(files).withSyncIntervalMillis(syncMillis);
  }

  private static StoreOutcome store(OffsetJournal journal, OffsetKey key, long offset) {
    return journal.store(key, StoredOffset.of(offset), 0).orElseGet(() -> journal.flush(0));
  }

  private static void put(OffsetJournal journal, OffsetKey key, long offset) {
    assertThat(store(journal, key, offset)).isEqualTo(new Stored());
  }

  private static void assertLoads(OffsetJournal journal, OffsetKey key, long offset) {
    assertThat(journal.load(key)).isEqualTo(new Loaded(StoredOffset.of(offset), null));
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
