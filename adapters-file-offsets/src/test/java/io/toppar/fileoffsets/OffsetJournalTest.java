package io.toppar.fileoffsets;

import static io.toppar.fileoffsets.JournalRig.FOLDER;
import static io.toppar.fileoffsets.JournalRig.assertFails;
import static io.toppar.fileoffsets.JournalRig.assertLoads;
import static io.toppar.fileoffsets.JournalRig.key;
import static io.toppar.fileoffsets.JournalRig.options;
import static io.toppar.fileoffsets.JournalRig.put;
import static io.toppar.fileoffsets.JournalRig.store;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome.Deleted;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Released;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a journal does with its file, its lock and time. */
final class OffsetJournalTest {

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

  private OffsetJournal restarted() {
    disk.killProcesses();
    return journal(2, 1000);
  }

  private OffsetJournal journal(long process, long syncMillis) {
    return new OffsetJournal(
        options(disk.process(process), syncMillis), JournalFile.COMPACT_ABOVE_BYTES);
  }
}
