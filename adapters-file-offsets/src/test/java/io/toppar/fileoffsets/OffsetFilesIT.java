package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.contracts.DiskTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Offset files between real processes, with real permissions and on a disk that is full. */
final class OffsetFilesIT {

  private static final OffsetKey T0 = new OffsetKey(new TopicPartition("t", 0), null);
  private static final int KILLS = 40;

  @TempDir Path directory;

  @Test
  void aKilledProcessLeavesAWholeOffsetAndTheNextOneGoesOnFromIt() throws Exception {
    long seed = 417;
    Random random = new Random(seed);
    Path file = directory.resolve("t-0.offset");
    long left = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      String what = "seed " + seed + ", kill " + kill;
      long syncMillis = kill % 2 == 0 ? 1000 : FileOffsetOptions.SYNC_EACH;
      try (WriterProcess writer = WriterProcess.start("rise", directory, 0, syncMillis)) {
        assertThat(writer.number("loaded")).as(what).isEqualTo(left);
        long done = left;
        int moment = 1 + random.nextInt(200);
        for (int i = 0; i < moment; i++) {
          done = writer.number("done");
        }
        writer.kill();
        done = Math.max(done, lastDone(writer));
        String content = Files.readString(file);
        assertThat(content).as(what).matches("[0-9]+\n");
        left = Long.parseLong(content.strip());
        assertThat(left).as(what).isBetween(done, done + OffsetWriter.IN_FLIGHT);
      }
    }
    assertThat(left).isGreaterThan(KILLS);
  }

  @Test
  void anotherProcessIsRefusedByItsNumberUntilItIsKilled() throws Exception {
    OffsetFolder folder = new OffsetFolder(FileOffsetOptions.of(directory));
    try (WriterProcess holder = WriterProcess.start("hold", directory, 0, 1000)) {
      assertThat(holder.line()).isEqualTo("loaded none");
      StoreOutcome refused = folder.store(T0, 5, 0);
      assertThat(refused).isInstanceOf(Failed.class);
      assertThat(((Failed) refused).reason()).isEqualTo(Reason.IN_USE);
      assertThat(((Failed) refused).detail())
          .contains(directory.resolve("t-0.offset") + " is in use by process " + holder.pid());
      holder.kill();
      assertThat(folder.store(T0, 5, 0)).isEqualTo(new Stored());
    }
    try (WriterProcess second = WriterProcess.start("hold", directory, 0, 1000)) {
      assertThat(second.line())
          .startsWith("failed ")
          .contains("in use by process " + ProcessHandle.current().pid());
    }
    folder.close();
  }

  @Test
  void aRefusedSecondStoreOfThisProcessDoesNotFreeTheFirstOnesLock() throws Exception {
    OffsetFolder first = new OffsetFolder(FileOffsetOptions.of(directory));
    OffsetFolder second = new OffsetFolder(FileOffsetOptions.of(directory));
    first.store(T0, 5, 0);
    assertThat(((Failed) second.store(T0, 6, 0)).detail())
        .contains("another offset store of this process");
    second.close();
    try (WriterProcess other = WriterProcess.start("hold", directory, 0, 1000)) {
      assertThat(other.line()).startsWith("failed ").contains("in use by process");
    }
    first.close();
  }

  @Test
  void twoProcessesShareAFolderOnDifferentPartitions() throws Exception {
    try (WriterProcess zero = WriterProcess.start("rise", directory, 0, 1000);
        WriterProcess one = WriterProcess.start("rise", directory, 1, 1000)) {
      zero.number("loaded");
      one.number("loaded");
      for (int i = 1; i <= 50; i++) {
        assertThat(zero.number("done")).isEqualTo(i);
        assertThat(one.number("done")).isEqualTo(i);
      }
    }
  }

  @Test
  void missingPermissionIsSaidWithAdvice() throws Exception {
    List<String> prefix = DiskTrouble.withoutRootsRights();
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Files.writeString(closed.resolve("t-0.offset"), "10\n");
    DiskTrouble.permit(closed, "r-xr-xr-x");
    assertThat(firstLine(prefix, closed))
        .startsWith("failed cannot ")
        .contains("permission denied", "give this user read and write permission");
    DiskTrouble.permit(closed, "rwxr-xr-x");

    Path open = Files.createDirectory(directory.resolve("open"));
    Path secret = Files.writeString(open.resolve("t-0.offset"), "10\n");
    DiskTrouble.permit(open, "rwxrwxrwx");
    DiskTrouble.permit(secret, "---------");
    assertThat(firstLine(prefix, open))
        .startsWith("failed cannot read " + secret + ": permission denied")
        .contains("the stored offset is not known");
  }

  @Test
  void aFullDiskKeepsTheLastOffsetAndSaysSo() throws Exception {
    try (DiskTrouble.SmallDisk disk = DiskTrouble.smallDisk(directory, 128)) {
      OffsetFolder folder = new OffsetFolder(FileOffsetOptions.of(directory));
      assertThat(folder.store(T0, 10, 0)).isEqualTo(new Stored());
      Path filler = disk.fill();
      StoreOutcome outcome = folder.store(T0, 11, 0);
      assertThat(outcome).isInstanceOf(Failed.class);
      assertThat(((Failed) outcome).detail())
          .contains("No space left on device", "offset 11 is not stored", "free space");
      assertThat(folder.load(T0)).isEqualTo(new Loaded(StoredOffset.of(10), null));
      Files.delete(filler);
      assertThat(folder.store(T0, 12, 0)).isEqualTo(new Stored());
      folder.close();
    }
  }

  /** The last completion that the dead process still got to say. */
  private static long lastDone(WriterProcess writer) throws IOException {
    long last = 0;
    for (String line = writer.line(); line != null; line = writer.line()) {
      if (line.matches("done [0-9]+")) {
        last = Math.max(last, Long.parseLong(line.substring(5)));
      }
    }
    return last;
  }

  private static String firstLine(List<String> prefix, Path folder) throws Exception {
    try (WriterProcess writer = WriterProcess.start(prefix, "hold", folder, 0, 1000)) {
      return String.valueOf(writer.line());
    }
  }
}
