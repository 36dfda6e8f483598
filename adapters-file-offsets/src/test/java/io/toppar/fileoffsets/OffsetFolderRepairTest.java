package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FolderProblem.Kind;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be mended is, nothing is deleted, and what is held is left alone. */
final class OffsetFolderRepairTest {

  private static final OffsetKey T0 = key("t", 0, null);

  @TempDir Path directory;

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }

  private List<RepairedProblem> repair() throws IOException {
    return OffsetFolderRepair.repair(OffsetFolderReader.read(directory));
  }

  private Path aside(String name) {
    return directory.resolve("set-aside-1").resolve(name);
  }

  private void assertClean() throws IOException {
    assertThat(OffsetFolderReader.read(directory).problems()).isEmpty();
  }

  @Test
  void filesOfNoUseAreMovedAsideAndGoodOnesStay() throws IOException {
    Files.writeString(directory.resolve("t-0.offset"), "5\n");
    Files.writeString(directory.resolve("t-1.offset"), "two");
    Files.writeString(directory.resolve("nobody.offset"), "7\n");
    Files.writeString(directory.resolve(".t-2.tmp"), "1");
    Files.createDirectory(directory.resolve("t-3.offset"));
    Files.writeString(directory.resolve("toppar.journal.damaged-1"), "x");

    assertThat(repair()).hasSize(5).allMatch(RepairedProblem::mended);

    assertClean();
    assertThat(directory.resolve("t-0.offset")).hasContent("5\n");
    assertThat(aside("t-1.offset")).hasContent("two");
    assertThat(aside("nobody.offset")).hasContent("7\n");
    assertThat(aside(".t-2.tmp")).hasContent("1");
    assertThat(aside("t-3.offset")).isDirectory();
    assertThat(aside("toppar.journal.damaged-1")).hasContent("x");
  }

  @Test
  void whatAProcessHoldsIsLeftAlone() throws IOException {
    OffsetFolder client = new OffsetFolder(FileOffsetOptions.of(directory));
    client.store(T0, 5, 0);
    Files.writeString(directory.resolve(".t-0.tmp"), "under way");

    assertThat(repair())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.mended()).isFalse();
              assertThat(result.result()).contains("is in use by", "left as it is until");
            });
    assertThat(directory.resolve(".t-0.tmp")).hasContent("under way");
    client.close();
  }

  @Test
  void whatNeedsAChoiceIsLeftAsItIs() throws IOException {
    Files.writeString(directory.resolve("t-1-2-g.offset"), "5\n");
    OffsetJournal journal =
        new OffsetJournal(FileOffsetOptions.of(directory), JournalFile.COMPACT_ABOVE_BYTES);
    journal.store(T0, StoredOffset.of(1), 0);
    journal.flush(0);
    journal.close();

    assertThat(repair())
        .extracting(result -> result.problem().kind() + " " + result.mended())
        .containsExactlyInAnyOrder(Kind.AMBIGUOUS_NAME + " false", Kind.BOTH_LAYOUTS + " false");
    assertThat(directory.resolve("set-aside-1")).doesNotExist();
  }

  private Path journalOf(int keys) {
    OffsetJournal journal =
        new OffsetJournal(FileOffsetOptions.of(directory), JournalFile.COMPACT_ABOVE_BYTES);
    for (int i = 0; i < keys; i++) {
      journal.store(key("t", i, null), StoredOffset.of(i), 0);
    }
    journal.flush(0);
    journal.close();
    return directory.resolve("toppar.journal");
  }

  @Test
  void aTornJournalIsCutAndKeptAsItWas() throws IOException {
    Path file = journalOf(3);
    Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(file);

    assertThat(repair()).singleElement().matches(RepairedProblem::mended);

    assertClean();
    assertThat(aside("toppar.journal")).hasBinaryContent(before);
    assertThat(OffsetFolderReader.read(directory).offsets()).hasSize(3);
  }

  @Test
  void aDamagedJournalIsWrittenAnewWithWhatIsInFrontOfTheDamage() throws IOException {
    Path file = journalOf(20);
    byte[] damaged = Files.readAllBytes(file);
    damaged[damaged.length / 2] ^= 0x55;
    Files.write(file, damaged);
    int whole = OffsetFolderReader.read(directory).offsets().size();
    assertThat(whole).isBetween(1, 19);

    assertThat(repair()).singleElement().matches(RepairedProblem::mended);

    assertClean();
    assertThat(OffsetFolderReader.read(directory).offsets()).hasSize(whole);
    assertThat(aside("toppar.journal.damaged-1")).hasBinaryContent(damaged);
  }

  @Test
  void whatIsNoJournalIsMovedAsideAndOneOfAnotherVersionStays() throws IOException {
    Path file = Files.writeString(directory.resolve("toppar.journal"), "something else here");
    assertThat(repair()).singleElement().matches(RepairedProblem::mended);
    assertThat(file).doesNotExist();
    assertThat(aside("toppar.journal")).hasContent("something else here");
  }

  @Test
  void aJournalInUseIsLeftAlone() throws IOException {
    OffsetJournal client =
        new OffsetJournal(FileOffsetOptions.of(directory), JournalFile.COMPACT_ABOVE_BYTES);
    client.store(T0, StoredOffset.of(1), 0);
    client.flush(0);
    Files.write(directory.resolve("toppar.journal"), new byte[] {1}, StandardOpenOption.APPEND);

    assertThat(repair())
        .singleElement()
        .matches(result -> !result.mended() && result.result().contains("is in use by"));
    client.close();
  }

  @Test
  void linesOfTheSideFileThatAreNotWholeAreTakenOut() throws IOException {
    OffsetFolder client = new OffsetFolder(FileOffsetOptions.of(directory));
    client.store(key("t-1", 2, "g"), 5, 0);
    Path names = directory.resolve(".toppar-names");
    String whole = Files.readString(names);
    Files.writeString(names, "cut\n" + whole + "t-9.off");

    assertThat(repair())
        .singleElement()
        .matches(result -> !result.mended() && result.result().contains("is in use by"));
    client.close();
    assertThat(repair()).singleElement().matches(RepairedProblem::mended);

    assertClean();
    assertThat(names).hasContent(whole);
    assertThat(aside(".toppar-names")).hasContent("cut\n" + whole + "t-9.off");
    OffsetFolder next = new OffsetFolder(FileOffsetOptions.of(directory));
    assertThat(next.load(key("t", 1, "2-g"))).isInstanceOf(StoreOutcome.Failed.class);
    next.close();
  }

  @Test
  void aFaultOfTheDiskIsToldAndNothingIsLost() throws IOException {
    byte[] content = "two".getBytes(StandardCharsets.UTF_8);
    Files.write(directory.resolve("t-1.offset"), content);
    FaultyFileOps disk = new FaultyFileOps();
    disk.fail(FaultyFileOps.Call.CREATE_DIRECTORIES, "set-aside-1", "No space left on device");

    assertThat(OffsetFolderRepair.repair(OffsetFolderReader.read(directory), disk))
        .singleElement()
        .matches(result -> !result.mended() && result.result().contains("No space left on device"));
    assertThat(directory.resolve("t-1.offset")).hasBinaryContent(content);
  }
}
