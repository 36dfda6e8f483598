package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.toppar.domain.TopicPartition;
import io.toppar.fileoffsets.FolderProblem.Kind;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tools see of a folder, without a lock and without a change. */
final class OffsetFolderReaderTest {

  private static final OffsetKey T0 = key("t", 0, null);

  @TempDir Path directory;

  @Test
  void filesOfAClientThatRunsAreReadUnderTheirRecordedKeys() throws Exception {
    OffsetFolder client = new OffsetFolder(FileOffsetOptions.of(directory));
    client.store(T0, 10, 0);
    client.store(key("t-1", 2, "g"), 20, 0);
    client.store(key("t", 1, "a/b"), 30, 0);
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(contents.problems()).isEmpty();
    assertThat(contents.offsets(OffsetLayout.FILES))
        .extracting(found -> found.key().orElseThrow() + " " + found.offset().offset())
        .containsExactly(
            key("t", 0, null) + " 10", key("t-1", 2, "g") + " 20", key("t", 1, "a/b") + " 30");
    assertThat(contents.offsets(OffsetLayout.JOURNAL)).isEmpty();
    client.close();
  }

  @Test
  void aJournalOfAClientThatRunsIsReadWithEpochAndMetadata() throws Exception {
    OffsetJournal client =
        new OffsetJournal(FileOffsetOptions.of(directory), JournalFile.COMPACT_ABOVE_BYTES);
    client.store(T0, new StoredOffset(10, 3, "note"), 0);
    client.store(key("t", 1, "g"), StoredOffset.of(20), 0);
    client.store(key("t", 2, "g"), StoredOffset.of(30), 0);
    client.flush(0);
    client.delete(key("t", 2, "g"), 0);
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(contents.problems()).isEmpty();
    Path file = directory.resolve("toppar.journal");
    assertThat(contents.offsets())
        .containsExactly(
            new FoundOffset(
                List.of(T0), new StoredOffset(10, 3, "note"), OffsetLayout.JOURNAL, file),
            new FoundOffset(
                List.of(key("t", 1, "g")), StoredOffset.of(20), OffsetLayout.JOURNAL, file));
    client.close();
  }

  @ParameterizedTest
  @CsvSource({
    "t-3.offset, t[3]",
    "my-topic-12.offset, my-topic[12]",
    "t-3-g1.offset, t[3] of group g1",
    "t-3-.offset, 't[3] of group '",
    "x-0-a%3Ab.offset, x[0] of group a:b",
    "t-007-1.offset, t-007[1]",
    ".hidden-1.offset, .hidden[1]",
  })
  void withoutASideFileTheNameTellsTheKey(String name, String key) throws Exception {
    Files.writeString(directory.resolve(name), "5\n");
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(contents.problems()).isEmpty();
    assertThat(OffsetFileName.described(contents.offsets().get(0).key().orElseThrow()))
        .isEqualTo(key);
  }

  @Test
  void aNameThatFitsSeveralKeysIsSaidToAndBelongsToNone() throws Exception {
    Files.writeString(directory.resolve("t-1-2-g.offset"), "5\n");
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(contents.offsets().get(0).keys())
        .containsExactly(key("t-1", 2, "g"), key("t", 1, "2-g"));
    assertThat(contents.offsets().get(0).key()).isEmpty();
    assertThat(kinds(contents)).containsExactly(Kind.AMBIGUOUS_NAME);
    assertThat(contents.problems().get(0).detail())
        .contains("t-1[2] of group g", "t[1] of group 2-g");
  }

  @Test
  void everyProblemIsNamedAndHidesNothingElse() throws Exception {
    Files.writeString(directory.resolve("good-0.offset"), "5\n");
    Files.writeString(directory.resolve("bad-0.offset"), "-1001\n");
    Files.writeString(directory.resolve("noname.offset"), "7\n");
    Files.createDirectory(directory.resolve("dir-0.offset"));
    Files.writeString(directory.resolve(".good-0.tmp"), "6");
    Files.writeString(directory.resolve(".toppar-names"), "half a li");
    Files.writeString(directory.resolve("toppar.journal"), "nonsense and more of it");
    Files.writeString(directory.resolve("toppar.journal.damaged-1"), "kept");
    Files.writeString(directory.resolve("readme.txt"), "nobody's business");
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(kinds(contents))
        .containsExactlyInAnyOrder(
            Kind.NO_OFFSET,
            Kind.UNKNOWN_NAME,
            Kind.NOT_A_FILE,
            Kind.LEFT_OVER,
            Kind.DAMAGED_NAMES,
            Kind.NOT_A_JOURNAL,
            Kind.KEPT_JOURNAL);
    assertThat(contents.offsets())
        .extracting(found -> found.offset().offset())
        .containsExactlyInAnyOrder(5L, 7L);
    assertThat(contents.problems())
        .allSatisfy(problem -> assertThat(problem.detail()).contains("" + problem.file()));
  }

  @Test
  void bothLayoutsInOneFolderAreAProblem() throws Exception {
    Files.writeString(directory.resolve("t-0.offset"), "5\n");
    OffsetJournal client =
        new OffsetJournal(FileOffsetOptions.of(directory), JournalFile.COMPACT_ABOVE_BYTES);
    client.store(T0, StoredOffset.of(6), 0);
    client.flush(0);
    client.close();
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(kinds(contents)).containsExactly(Kind.BOTH_LAYOUTS);
    assertThat(contents.offsets()).hasSize(2);
  }

  @Test
  void aNameThatIsNoTextIsToldAndNotPassedBy() throws Exception {
    String file = "'" + directory + "/'\"$(printf '\\377\\376')\"'-0.offset'";
    assumeTrue(NioFileOpsTest.shell("echo 9 > " + file) == 0, "this system takes no such names");
    assumeTrue(new NioFileOps().list(directory).get(0).indexOf('\ufffd') >= 0, "it is text here");
    FolderContents contents = OffsetFolderReader.read(directory);
    assertThat(kinds(contents)).containsExactly(Kind.UNREADABLE);
    assertThat(contents.offsets()).isEmpty();
  }

  @Test
  void aSingleFileIsReadUnderTheKeyThatWasRecordedForIt() throws Exception {
    Path file = Files.writeString(directory.resolve("mine"), "5\n");
    assertThat(kinds(OffsetFolderReader.read(file))).containsExactly(Kind.UNKNOWN_NAME);
    OffsetFolder client = new OffsetFolder(FileOffsetOptions.of(file));
    client.store(key("t", 7, "g"), 6, 0);
    client.close();
    FolderContents contents = OffsetFolderReader.read(file);
    assertThat(contents.problems()).isEmpty();
    assertThat(contents.offsets().get(0).key()).contains(key("t", 7, "g"));
    assertThat(contents.offsets().get(0).offset().offset()).isEqualTo(6);
  }

  @Test
  void oneFileOfAFolderIsReadByItself() throws Exception {
    OffsetFolder client = new OffsetFolder(FileOffsetOptions.of(directory));
    client.store(key("t-1", 2, "g"), 6, 0);
    client.close();
    FolderContents contents = OffsetFolderReader.read(directory.resolve("t-1-2-g.offset"));
    assertThat(contents.problems()).isEmpty();
    assertThat(contents.offsets().get(0).key()).contains(key("t-1", 2, "g"));
  }

  @Test
  void nothingIsMadeOrChanged() throws Exception {
    Files.writeString(directory.resolve("t-0.offset"), "5\n");
    Files.write(directory.resolve("toppar.journal"), new byte[] {'T', 'O'});
    OffsetFolderReader.read(directory);
    try (var left = Files.list(directory)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("t-0.offset", "toppar.journal");
    }
    assertThat(Files.size(directory.resolve("toppar.journal"))).isEqualTo(2);
  }

  @Test
  void whatCannotBeReadIsAProblemOfItsFileOrAnErrorOfTheFolder() throws Exception {
    Files.writeString(directory.resolve("t-0.offset"), "5\n");
    Files.writeString(directory.resolve("u-0.offset"), "6\n");
    FaultyFileOps files = new FaultyFileOps();
    files.fail(FaultyFileOps.Call.READ, "t-0.offset", "Input/output error");
    FolderContents contents = OffsetFolderReader.read(directory, files);
    assertThat(kinds(contents)).containsExactly(Kind.UNREADABLE);
    assertThat(contents.problems().get(0).detail()).contains("Input/output error");
    assertThat(contents.offsets()).hasSize(1);
    files.fail(FaultyFileOps.Call.LIST, "", "Input/output error");
    assertThatThrownBy(() -> OffsetFolderReader.read(directory, files))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> OffsetFolderReader.read(directory.resolve("absent")))
        .isInstanceOf(NoSuchFileException.class);
  }

  private static List<Kind> kinds(FolderContents contents) {
    return contents.problems().stream().map(FolderProblem::kind).toList();
  }

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }
}
