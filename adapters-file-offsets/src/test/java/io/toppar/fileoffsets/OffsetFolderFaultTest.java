package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FaultyFileOps.Call;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Released;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of failure on a real folder: what is said, what is kept, and that it goes on. */
final class OffsetFolderFaultTest {

  private static final OffsetKey KEY = new OffsetKey(new TopicPartition("t", 0), null);

  @TempDir Path directory;

  private final FaultyFileOps files = new FaultyFileOps();

  @AfterEach
  void nothingStaysLocked() {
    assertThat(open(1000).load(KEY)).isInstanceOf(Loaded.class);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE, .t-0.tmp, Permission denied, give this user read and write permission",
    "WRITE, .t-0.tmp, No space left on device, free space on that disk",
    "WRITE_SHORT, .t-0.tmp, any, free space on that disk",
    "OUTPUT_FORCE, .t-0.tmp, Input/output error, check the folder and its disk",
    "CLOSE, .t-0.tmp, Disk quota exceeded, free space on that disk",
    "RENAME, t-0.offset, Read-only file system, name a folder on a writable disk",
  })
  void aWriteThatFailsKeepsTheLastOffsetAndSaysWhatToDo(
      Call call, String pathEnd, String message, String advice) throws Exception {
    OffsetFolder folder = open(FileOffsetOptions.SYNC_EACH);
    folder.store(KEY, 10, 0);
    files.fail(call, pathEnd, message);
    assertFails(
        folder.store(KEY, 11, 0),
        "cannot write " + directory.resolve("t-0.offset"),
        "offset 11 is not stored and the file keeps what it held",
        advice);
    assertThat(Files.readString(directory.resolve("t-0.offset"))).isEqualTo("10\n");
    assertThat(directory.resolve(".t-0.tmp")).doesNotExist();
    files.heal();
    assertThat(folder.store(KEY, 12, 0)).isEqualTo(new Stored());
    assertThat(Files.readString(directory.resolve("t-0.offset"))).isEqualTo("12\n");
    folder.close();
  }

  @ParameterizedTest
  @CsvSource({
    "LOCK, .t-0.lock, Too many open files, cannot lock, raise the limit of open files",
    "APPEND, .toppar-names, No space left on device, cannot read, free space",
    "KIND, t-0.offset, Permission denied, cannot read, give this user",
    "READ, t-0.offset, Input/output error, cannot read, the stored offset is not known",
    "DELETE, .t-0.tmp, Input/output error, cannot clear away, the offset is not touched",
    "WRITE, .toppar-names, No space left on device, cannot write, free space",
    "WRITE_SHORT, .toppar-names, any, cannot write, free space",
    "SIZE, .toppar-names, Input/output error, cannot read, no offset is loaded",
  })
  void aLoadThatFailsIsNotTakenForNothing(
      Call call, String pathEnd, String message, String doing, String said) throws Exception {
    Files.writeString(directory.resolve("t-0.offset"), "10\n");
    OffsetFolder folder = open(1000);
    files.fail(call, pathEnd, message);
    assertFails(folder.load(KEY), doing, said);
    files.heal();
    assertThat(folder.load(KEY)).isEqualTo(new Loaded(StoredOffset.of(10), null));
    folder.close();
  }

  @Test
  void aFolderThatCannotBeMadeIsSaid() {
    Path missing = directory.resolve("a/b");
    OffsetFolder folder = new OffsetFolder(FileOffsetOptions.of(missing).withFileOps(files));
    files.fail(Call.CREATE_DIRECTORIES, "b", "Read-only file system");
    assertFails(folder.load(KEY), "cannot make the folder " + missing, "writable disk");
    files.heal();
    assertThat(folder.store(KEY, 5, 0)).isEqualTo(new Stored());
    folder.close();
  }

  @Test
  void aFolderThatCannotBeForcedFailsTheStoreAndSaysThatTheFileHasIt() throws Exception {
    OffsetFolder folder = open(FileOffsetOptions.SYNC_EACH);
    folder.store(KEY, 10, 0);
    files.fail(Call.FORCE_DIRECTORY, "", "Input/output error");
    assertFails(folder.store(KEY, 11, 0), "cannot force " + directory, "may not survive");
    files.heal();
    assertThat(folder.sync()).isEqualTo(new StoreOutcome.Synced());
    assertThat(Files.readString(directory.resolve("t-0.offset"))).isEqualTo("11\n");
    folder.close();
  }

  @Test
  void aReleaseThatCannotForceSaysSoAndLetsGo() {
    OffsetFolder folder = open(1000);
    folder.store(KEY, 10, 0);
    files.fail(Call.FORCE, "", "Input/output error");
    files.fail(Call.OUTPUT_FORCE, "", "Input/output error");
    assertFails(folder.release(KEY), "cannot write", "offset 10");
    assertThat(folder.release(KEY)).isEqualTo(new Released());
  }

  @Test
  void aLockThatIsFreedWithAFaultIsFree() {
    OffsetFolder folder = open(1000);
    folder.store(KEY, 10, 0);
    files.fail(Call.LOCK_RELEASE, "", "Input/output error");
    assertThat(folder.release(KEY)).isEqualTo(new Released());
  }

  @Test
  void aLockThatCannotBeLookedAtStopsTheStoreOnce() {
    OffsetFolder folder = open(1000);
    folder.store(KEY, 10, 0);
    files.fail(Call.LOCK_INTACT, "", "Input/output error");
    assertFails(folder.store(KEY, 11, 0), "cannot look at the lock", "not touched");
    files.heal();
    assertThat(folder.store(KEY, 12, 0)).isEqualTo(new Stored());
    folder.close();
  }

  private OffsetFolder open(long syncMillis) {
    return new OffsetFolder(
        FileOffsetOptions.of(directory).withFileOps(files).withSyncIntervalMillis(syncMillis));
  }

  private static void assertFails(StoreOutcome outcome, String... said) {
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).reason()).isEqualTo(Reason.IO);
    assertThat(((Failed) outcome).detail()).contains(said).doesNotContain("\n");
  }
}
