package io.toppar.fileoffsets;

import static io.toppar.fileoffsets.JournalRig.FOLDER;
import static io.toppar.fileoffsets.JournalRig.assertFails;
import static io.toppar.fileoffsets.JournalRig.assertLoads;
import static io.toppar.fileoffsets.JournalRig.key;
import static io.toppar.fileoffsets.JournalRig.options;
import static io.toppar.fileoffsets.JournalRig.put;
import static io.toppar.fileoffsets.JournalRig.store;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a journal makes of an end that is torn, of damage, and of writes and forces that fail. */
final class OffsetJournalRecoveryTest {

  private static final Path FILE = FOLDER.resolve("toppar.journal");
  private static final OffsetKey T0 = key("t", 0, null);
  private static final OffsetKey T1 = key("t", 1, null);

  private final SimulatedDisk disk = new SimulatedDisk();
  private final OffsetJournal journal = journal(1, 1000);

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
    assertThat(((Loaded) next.load(T1)).warning()).as("not stored yet").isEqualTo(older.warning());
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
  void aDamagedJournalIsNeverLostAtWhateverStepAProcessDiesOrThePowerFails() {
    put(journal, T0, 10);
    put(journal, T0, 11);
    put(journal, T0, 13);
    byte[] damaged = disk.bytes(FILE);
    damaged[60] ^= 1;
    boolean died = true;
    for (int step = 1; died; step++) {
      for (int seed = 0; seed < 10; seed++) {
        String what = "step " + step + ", seed " + seed;
        SimulatedDisk other = new SimulatedDisk();
        other.put(FILE, damaged);
        other.dieAtStep(step);
        died = diesOnStoring(new OffsetJournal(options(other.process(1), 0), 1000));
        if (seed == 0) {
          other.killProcesses();
        } else {
          other.powerFailure(new Random(seed));
        }
        assertThat(other.holds(damaged)).as(what).isTrue();
        OffsetJournal next = new OffsetJournal(options(other.process(2), 0), 1000);
        StoredOffset left = ((Loaded) next.load(T0)).offset();
        assertThat(left).as(what).isIn(StoredOffset.of(10), StoredOffset.of(12));
        if (!died) {
          assertThat(left).as(what).isEqualTo(StoredOffset.of(12));
        }
      }
    }
  }

  private static boolean diesOnStoring(OffsetJournal journal) {
    try {
      journal.load(T0);
      put(journal, T0, 12);
      return false;
    } catch (SimulatedDisk.Died died) {
      return true;
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
}
