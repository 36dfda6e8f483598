package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FaultyFileOps.Call;
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
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of failure on a real journal: what is said, what is kept, and that it goes on. */
final class OffsetJournalFaultTest {

  private static final OffsetKey KEY = new OffsetKey(new TopicPartition("t", 0), null);

  @TempDir Path directory;

  private final FaultyFileOps files = new FaultyFileOps();

  @AfterEach
  void nothingStaysLocked() {
    files.heal();
    assertThat(open(1000).load(KEY)).isInstanceOf(Loaded.class);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE, tmp, Permission denied, give this user read and write permission",
    "WRITE, tmp, No space left on device, free space on that disk",
    "WRITE_SHORT, tmp, any, free space on that disk",
    "OUTPUT_FORCE, tmp, Input/output error, check the folder and its disk",
    "CLOSE, tmp, Disk quota exceeded, free space on that disk",
    "FORCE_DIRECTORY, '', Input/output error, check the folder and its disk",
    "RENAME, toppar.journal, Read-only file system, name a folder on a writable disk",
    "APPEND, toppar.journal, Too many open files, raise the limit of open files",
    "WRITE, toppar.journal, No space left on device, free space on that disk",
    "WRITE_SHORT, toppar.journal, any, free space on that disk",
    "OUTPUT_FORCE, toppar.journal, Input/output error, check the folder and its disk",
  })
  void aFirstStoreThatFailsStoresNothingAndTheNextOneGoesOn(
      Call call, String pathEnd, String message, String advice) {
    OffsetJournal journal = open(FileOffsetOptions.SYNC_EACH);
    files.fail(call, pathEnd, message);
    assertFails(put(journal, 11), "cannot write " + file(), "nothing of it is stored", advice);
    assertThat(journal.load(KEY)).isEqualTo(new Loaded(null, null));
    files.heal();
    assertThat(put(journal, 12)).isEqualTo(new Stored());
    journal.close();
    assertReads(12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"WRITE", "WRITE_SHORT", "OUTPUT_FORCE"})
  void aStoreThatFailsKeepsTheLastOffsetEvenIfItCannotBeTakenBack(Call call) {
    OffsetJournal journal = open(FileOffsetOptions.SYNC_EACH);
    put(journal, 10);
    files.fail(call, "toppar.journal", "No space left on device");
    files.fail(Call.TRUNCATE, "toppar.journal", "Input/output error");
    assertFails(put(journal, 11), "nothing of it is stored", "free space");
    assertThat(journal.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    files.fail(Call.RENAME, "toppar.journal", "Input/output error");
    assertFails(put(journal, 12), "nothing of it is stored");
    files.heal();
    assertThat(put(journal, 13)).isEqualTo(new Stored());
    journal.close();
    assertReads(13);
  }

  @Test
  void aStoreThatFailedAndWasNotTakenBackIsNotFoundByTheNextProcessAsWhole() throws Exception {
    OffsetJournal journal = open(1000);
    put(journal, 10);
    files.fail(Call.WRITE_SHORT, "toppar.journal", "any");
    files.fail(Call.TRUNCATE, "toppar.journal", "Input/output error");
    assertFails(put(journal, 11), "nothing of it is stored");
    Path copy = Files.createDirectory(directory.resolve("copy"));
    Files.copy(file(), copy.resolve("toppar.journal"));
    OffsetJournal next =
        new OffsetJournal(FileOffsetOptions.of(copy), JournalFile.COMPACT_ABOVE_BYTES);
    assertThat(next.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    next.close();
    files.heal();
    journal.close();
  }

  @ParameterizedTest
  @CsvSource({
    "LOCK, .toppar.journal.lock, Too many open files, cannot lock, raise the limit",
    "KIND, toppar.journal, Permission denied, cannot read, give this user",
    "OPEN, toppar.journal, Permission denied, cannot read, the stored offsets are not known",
    "INPUT_READ, toppar.journal, Input/output error, cannot read, are not known",
    "INPUT_CLOSE, toppar.journal, Input/output error, cannot read, are not known",
    "SIZE, toppar.journal, Input/output error, cannot read, are not known",
    "DELETE, .toppar.journal.tmp, Input/output error, cannot read, are not known",
  })
  void aLoadThatFailsIsNotTakenForNothing(
      Call call, String pathEnd, String message, String doing, String said) {
    OffsetJournal before = open(0);
    put(before, 10);
    before.close();
    OffsetJournal journal = open(1000);
    files.fail(call, pathEnd, message);
    assertFails(journal.load(KEY), doing, said);
    assertFails(put(journal, 11), doing, said);
    assertFails(journal.delete(KEY, 0), doing, said);
    files.heal();
    assertThat(journal.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    journal.close();
  }

  @ParameterizedTest
  @CsvSource({
    "LOCK_INTACT, .toppar.journal.lock, cannot look at the lock of",
    "KIND, toppar.journal, cannot look at",
    "SIZE, toppar.journal, cannot look at",
  })
  void aJournalThatCannotBeLookedAtStopsTheStoreOnce(Call call, String pathEnd, String said) {
    OffsetJournal journal = open(1000);
    put(journal, 10);
    files.fail(call, pathEnd, "Input/output error");
    assertFails(put(journal, 11), said, "not touched");
    assertFails(journal.sync(), said);
    files.heal();
    assertThat(put(journal, 12)).isEqualTo(new Stored());
    journal.close();
    assertReads(12);
  }

  @Test
  void aJournalThatCannotBeReadAgainAfterAChangeIsNotForgotten() throws Exception {
    OffsetJournal journal = open(1000);
    put(journal, 10);
    Files.delete(file());
    files.fail(Call.DELETE, ".toppar.journal.tmp", "Input/output error");
    assertFails(put(journal, 11), "cannot read");
    assertThat(journal.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    assertFails(journal.sync(), "cannot read");
    files.heal();
    assertThat(journal.sync()).isEqualTo(new Synced());
    journal.close();
    assertReads(10);
  }

  @Test
  void aFolderThatCannotBeForcedFailsTheSyncAndEachSyncedStoreUntilItCan() {
    files.fail(Call.FORCE_DIRECTORY, "", "Input/output error");
    OffsetJournal journal = open(1000);
    assertThat(put(journal, 10)).isEqualTo(new Stored());
    assertFails(journal.sync(), "cannot force " + directory, "may not survive a power failure");
    files.heal();
    assertThat(journal.sync()).isEqualTo(new Synced());
    journal.close();
    files.fail(Call.FORCE_DIRECTORY, "", "Input/output error");
    OffsetJournal each = open(FileOffsetOptions.SYNC_EACH);
    assertThat(each.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    assertThat(put(each, 11)).as("this folder was forced").isEqualTo(new Stored());
    each.close();
  }

  @Test
  void aTimedForceThatFailsIsTriedAgainAfterTheInterval() {
    OffsetJournal journal = open(1000);
    put(journal, 10);
    files.fail(Call.OUTPUT_FORCE, "", "Input/output error");
    journal.onDeadline(1_000_000_000L);
    assertThat(journal.deadline()).isEqualTo(2_000_000_000L);
    assertFails(put(journal, 11), "nothing of it is stored");
    files.heal();
    journal.onDeadline(2_000_000_000L);
    assertThat(journal.deadline()).isEqualTo(io.toppar.domain.Deadlines.NONE);
    assertThat(journal.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    journal.close();
  }

  @Test
  void aReleaseThatCannotForceSaysSoAndLetsGo() {
    OffsetJournal journal = open(1000);
    put(journal, 10);
    files.fail(Call.OUTPUT_FORCE, "", "Input/output error");
    assertFails(journal.release(KEY), "cannot write " + file());
    assertThat(journal.release(KEY)).isEqualTo(new Released());
  }

  @Test
  void aLockThatIsFreedWithAFaultIsFree() {
    OffsetJournal journal = open(1000);
    put(journal, 10);
    files.fail(Call.LOCK_RELEASE, "", "Input/output error");
    assertThat(journal.release(KEY)).isEqualTo(new Released());
  }

  @Test
  void aDeletionThatFailsKeepsTheOffset() {
    OffsetJournal journal = open(0);
    put(journal, 10);
    files.fail(Call.WRITE, "toppar.journal", "No space left on device");
    assertFails(journal.delete(KEY, 0), "cannot write", "free space");
    assertThat(journal.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    files.heal();
    assertThat(journal.delete(KEY, 0)).isEqualTo(new Deleted());
    journal.close();
    OffsetJournal next = open(0);
    assertThat(next.load(KEY)).isEqualTo(new Loaded(null, null));
    next.close();
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN, toppar.journal",
    "INPUT_READ, toppar.journal",
    "CREATE, .toppar.journal.tmp",
    "WRITE, .toppar.journal.tmp",
    "WRITE_SHORT, .toppar.journal.tmp",
    "OUTPUT_FORCE, .toppar.journal.tmp",
    "CLOSE, .toppar.journal.tmp",
    "KIND, toppar.journal.damaged-1",
    "RENAME, toppar.journal.damaged-1",
    "FORCE_DIRECTORY, ''",
  })
  void aDamagedJournalThatCannotBeKeptAsideStaysAndNothingIsStored(Call call, String pathEnd)
      throws Exception {
    OffsetJournal before = open(0);
    put(before, 10);
    put(before, 11);
    before.close();
    byte[] damaged = Files.readAllBytes(file());
    damaged[40] ^= 1;
    Files.write(file(), damaged);
    files.fail(Call.CREATE, ".toppar.journal.tmp", "not yet");
    OffsetJournal journal = open(0);
    assertThat(((Loaded) journal.load(KEY)).warning()).contains("damaged at byte");
    files.heal();
    files.fail(call, pathEnd, "Input/output error");
    assertFails(put(journal, 12), "cannot keep aside " + file(), "the damaged journal stays");
    assertThat(Files.readAllBytes(file())).isEqualTo(damaged);
    files.heal();
    assertThat(put(journal, 13)).isEqualTo(new Stored());
    journal.close();
    assertReads(13);
  }

  private OffsetJournal open(long syncMillis) {
    return new OffsetJournal(
        FileOffsetOptions.of(directory).withFileOps(files).withSyncIntervalMillis(syncMillis),
        JournalFile.COMPACT_ABOVE_BYTES);
  }

  private Path file() {
    return directory.resolve("toppar.journal");
  }

  private void assertReads(long offset) {
    OffsetJournal next = open(0);
    assertThat(next.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(offset), null));
    next.close();
  }

  private static StoreOutcome put(OffsetJournal journal, long offset) {
    return journal.store(KEY, StoredOffset.of(offset), 0).orElseGet(() -> journal.flush(0));
  }

  private static void assertFails(StoreOutcome outcome, String... said) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isEqualTo(Reason.IO);
    assertThat(((Failed) outcome).detail()).contains(said).doesNotContain("\n");
  }
}
