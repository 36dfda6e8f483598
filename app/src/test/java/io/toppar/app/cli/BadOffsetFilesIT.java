package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.testing.contracts.DiskTrouble;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code --offsets} over files and folders that are not as they should be: nothing is lost. */
final class BadOffsetFilesIT {

  private static String topic = "";

  @TempDir Path folder;

  @BeforeAll
  static void writeTopic() {
    topic = SharedKafka.topicOf("a", "b", "c");
  }

  private Ended read(List<String> prefix, Path offsets, String... more) {
    List<String> words = new ArrayList<>(List.of("consume", "-b", SharedKafka.address(), "-t"));
    words.addAll(List.of(topic, "--offsets", offsets.toString()));
    words.addAll(List.of(more));
    return CommandProcess.runAfter(prefix, words.toArray(String[]::new));
  }

  private Path file() {
    return folder.resolve(topic + "-0.offset");
  }

  static Stream<Arguments> damaged() {
    return Stream.of(
        Arguments.of("", "is empty"),
        Arguments.of("\0\0\0\0\0\0\0\0", "is filled with zero bytes"),
        Arguments.of("-5\n", "holds a negative number"),
        Arguments.of("two\n", "holds no number alone"),
        Arguments.of("99999999999999999999999999\n", "holds a number too large"));
  }

  /** Everything is read again, the user is told why, and the file is whole afterwards. */
  @ParameterizedTest(name = "{index}: {1}")
  @MethodSource("damaged")
  void aDamagedFileIsToldAndReadingBeginsAtTheBeginning(String content, String said)
      throws Exception {
    Files.writeString(file(), content, StandardCharsets.US_ASCII);

    Ended ended = read(List.of(), folder, "-c", "2");

    assertThat(ended.out()).isEqualTo("a\nb\n");
    assertThat(ended.status()).isZero();
    assertThat(ended.errors()).hasSize(1);
    assertThat(ended.errors().get(0))
        .startsWith("% " + topic + "[0]: no offset is stored: offset file " + file())
        .contains(said, "reading starts as if nothing were stored (auto.offset.reset)")
        .endsWith("; goes on at 0");
    assertThat(file()).hasContent("2\n");
  }

  @Test
  void aDamagedFileIsAnErrorWhereThePolicySaysSo() throws Exception {
    Files.writeString(file(), "two\n");

    String said =
        read(List.of(), folder, "-e", "-X", "auto.offset.reset=error").failure(ExitCodes.FAILED);

    assertThat(said).contains("holds no number alone", "begin elsewhere with -p 0 -o OFFSET");
    assertThat(file()).hasContent("two\n");
  }

  @Test
  void aFolderInPlaceOfTheFileAndAFileInPlaceOfTheFolderAreRefused() throws Exception {
    Files.createDirectory(file());
    assertThat(read(List.of(), folder, "-e").failure(ExitCodes.FAILED))
        .contains(file() + " is not a file", "move it away");

    Path other = Files.writeString(folder.resolve("other"), "x");
    assertThat(read(List.of(), other, "-e").failure(ExitCodes.FAILED))
        .contains(other + " is a file and holds no number alone", "name a folder");
    assertThat(other).hasContent("x");
  }

  @Test
  void aFileInUseIsRefusedWithTheOtherProcess() throws Exception {
    try (CommandProcess first =
        CommandProcess.start(
            "consume", "-b", SharedKafka.address(), "-t", topic, "--offsets", folder.toString())) {
      first.awaitOut("a\nb\nc\n"::equals);

      assertThat(read(List.of(), folder, "-e").failure(ExitCodes.FAILED))
          .contains(file() + " is in use by process " + first.pid(), "name another folder");
    }
  }

  @Test
  void anUnreadableFileIsRefusedAndKept() throws Exception {
    List<String> prefix = DiskTrouble.withoutRootsRights();
    Files.writeString(file(), "1\n");
    DiskTrouble.permit(file(), "---------");

    Ended ended = read(prefix, folder, "-e");

    assertThat(ended.failure(ExitCodes.FAILED))
        .contains("cannot read " + file() + ": permission denied");
    assertThat(ended.bytes()).isEmpty();
    DiskTrouble.permit(file(), "rw-------");
    assertThat(file()).hasContent("1\n");
  }

  @Test
  void aReadOnlyFolderIsRefused() throws Exception {
    List<String> prefix = DiskTrouble.withoutRootsRights();
    Path closed = Files.createDirectory(folder.resolve("closed"));
    DiskTrouble.permit(closed, "r-xr-xr-x");

    assertThat(read(prefix, closed, "-e").failure(ExitCodes.FAILED))
        .contains(closed.toString(), "permission denied", "give this user");
    DiskTrouble.permit(closed, "rwxr-xr-x");
  }

  @Test
  void aFullDiskKeepsTheLastOffsetAndEndsInAnError() throws Exception {
    try (DiskTrouble.SmallDisk disk = DiskTrouble.smallDisk(folder, 64)) {
      read(List.of(), folder, "-q", "-c", "1").done();
      disk.fill();

      Ended ended = read(List.of(), folder, "-q", "-e");

      assertThat(ended.failure(ExitCodes.FAILED))
          .contains("the offset of " + topic + "[0] is not stored")
          .contains("No space left on device", "free space on that disk");
      assertThat(ended.out()).isEqualTo("b\nc\n");
      assertThat(file()).hasContent("1\n");
      failsAlsoWhereASignalEndsIt();
    }
  }

  /** 143 would say that the offsets are stored. */
  private void failsAlsoWhereASignalEndsIt() {
    try (CommandProcess reader =
        CommandProcess.start(
            "consume",
            "-b",
            SharedKafka.address(),
            "-t",
            topic,
            "-q",
            "--offsets",
            folder.toString(),
            "-X",
            "auto.commit.interval.ms=600000")) {
      reader.awaitOut("b\nc\n"::equals);
      reader.signal("TERM");

      assertThat(reader.end().failure(ExitCodes.FAILED)).contains("is not stored");
    }
  }
}
