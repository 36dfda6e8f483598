package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.testing.contracts.DiskTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code offsets show}, {@code set}, {@code delete}, {@code export}, {@code import} as processes.
 */
final class OffsetsIT {

  @TempDir Path work;
  private Path folder = Path.of("");

  @BeforeEach
  void nameAFolderThatIsNotThere() {
    folder = work.resolve("offsets");
  }

  private Ended offsets(String command, String... more) {
    return offsetsAfter(List.of(), command, more);
  }

  private Ended offsetsAfter(List<String> prefix, String command, String... more) {
    List<String> words =
        new ArrayList<>(List.of("offsets", command, "--offsets", folder.toString()));
    words.addAll(List.of(more));
    return CommandProcess.runAfter(prefix, words.toArray(String[]::new));
  }

  private String exported() {
    Ended ended = offsets("export");
    ended.done();
    return ended.out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "journal"})
  void whatIsSetIsShownAndExportedAndDeleted(String layout) {
    offsets("set", "-t", "orders", "-p", "0", "--layout", layout, "42").done();
    offsets("set", "-t", "orders", "-p", "1", "--group", "g/1", "43").done();
    offsets("set", "-t", "orders", "-p", "0", "41").done();

    String file = layout.equals("files") ? "orders-0.offset" : "toppar.journal";
    assertThat(offsets("show").done().out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains("orders 0 - 41 - - " + file)
        .hasSize(3);
    assertThat(exported())
        .isEqualTo(
            "{\"topic\":\"orders\",\"partition\":0,\"group\":null,\"offset\":41,"
                + "\"leader_epoch\":null,\"metadata\":\"\"}\n"
                + "{\"topic\":\"orders\",\"partition\":1,\"group\":\"g/1\",\"offset\":43,"
                + "\"leader_epoch\":null,\"metadata\":\"\"}\n");
    assertThat(offsets("show", "--group", "g/1", "-J").done().out())
        .startsWith("{\"topic\":\"orders\",\"partition\":1,\"group\":\"g/1\",\"offset\":43,")
        .hasLineCount(1);

    offsets("delete", "-t", "orders", "-p", "0").done();
    assertThat(exported()).contains("g/1").hasLineCount(1);
    assertThat(offsets("delete", "-t", "orders", "-p", "0").errors())
        .containsExactly("% no offset was stored for orders[0]");
  }

  /** The journal keeps epoch and metadata; the files say what they cannot keep. */
  @Test
  void offsetsGoFromOneLayoutToTheOtherAndBack() throws IOException {
    Path file = work.resolve("exported.json");
    Files.writeString(
        file,
        "{\"topic\":\"t\",\"partition\":0,\"group\":null,\"offset\":5,\"leader_epoch\":3,"
            + "\"metadata\":\"m\\n\\u00e9\"}\n");

    Ended journal = offsets("import", "--layout", "journal", file.toString());
    assertThat(journal.status()).isZero();
    assertThat(journal.errors()).containsExactly("% 1 offset stored in " + folder);
    String kept = exported();
    assertThat(kept).contains("\"leader_epoch\":3,\"metadata\":\"m\\n");

    Files.writeString(file, kept);
    folder = work.resolve("files");
    Ended files = offsets("import", file.toString());
    assertThat(files.status()).isZero();
    assertThat(files.errors())
        .containsExactly(
            "% not kept, as offset files hold the offset alone: 1 leader epoch",
            "% not kept, as offset files hold the offset alone: 1 metadata text",
            "% 1 offset stored in " + folder);
    assertThat(folder.resolve("t-0.offset")).hasContent("5\n");
    assertThat(offsets("set", "-t", "t", "-p", "0", "--metadata", "m", "1").failure(2))
        .contains("offset files hold no metadata");
  }

  /** And a folder as librdkafka leaves it: no line end on one platform, no side file. */
  @Test
  void checkpointFilesAndFoldersOfLibrdkafkaAreImported() throws IOException {
    Path checkpoint = work.resolve("replication-offset-checkpoint");
    Files.writeString(checkpoint, "0\n2\norders 0 10\norders 1 20\n");
    assertThat(offsets("import", "--group", "g", checkpoint.toString()).status()).isZero();
    assertThat(folder.resolve("orders-1-g.offset")).hasContent("20\n");

    Path theirs = Files.createDirectory(work.resolve("theirs"));
    Files.writeString(theirs.resolve("lines-0.offset"), "7\n");
    Files.writeString(theirs.resolve("lines-1.offset"), "8");
    assertThat(offsets("import", theirs.toString()).status()).isZero();
    assertThat(offsets("show", "-t", "lines").out()).contains("lines-0.offset", "lines-1.offset");

    Files.writeString(theirs.resolve("lines-2.offset"), "");
    assertThat(offsets("import", theirs.toString()).failure(ExitCodes.FAILED))
        .contains("lines-2.offset is empty", "nothing is imported: mend it or move it away");
  }

  @Test
  void aPartitionThatARunningClientHoldsIsRefusedWithItsProcess() throws IOException {
    String topic = SharedKafka.topicOf("a", "b", "c");
    try (CommandProcess reader =
        CommandProcess.start(
            "consume", "-b", SharedKafka.address(), "-t", topic, "--offsets", folder.toString())) {
      reader.awaitOut("a\nb\nc\n"::equals);

      assertThat(offsets("set", "-t", topic, "-p", "0", "1").failure(ExitCodes.FAILED))
          .contains("is in use by process " + reader.pid());
      assertThat(offsets("delete", "-t", topic, "-p", "0").failure(ExitCodes.FAILED))
          .contains("is in use by process " + reader.pid());
      offsets("set", "-t", topic, "-p", "1", "1").done();
      assertThat(offsets("show").out()).contains(topic + "-1.offset");
    }
  }

  @Test
  void damagedFilesAreShownWithTheirNamesAndMakeAnExportFail() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("t-0.offset"), "5\n");
    Files.writeString(folder.resolve("t-1.offset"), "two");
    Files.writeString(folder.resolve("t-1-2-g.offset"), "6\n");
    Files.writeString(folder.resolve("nobody.offset"), "7\n");

    Ended shown = offsets("show");
    assertThat(shown.status()).isZero();
    assertThat(shown.out()).hasLineCount(4);
    assertThat(shown.errors())
        .hasSize(3)
        .allMatch(line -> line.startsWith("% " + folder))
        .anyMatch(line -> line.contains("t-1.offset holds no number alone"))
        .anyMatch(line -> line.contains("t-1-2-g.offset may be of any of"))
        .anyMatch(line -> line.contains("nobody.offset holds an offset, but"));
    assertThat(offsets("show", "-J").out()).contains("{\"problem\":\"no_offset\",\"file\":");

    Ended exported = offsets("export");
    assertThat(exported.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(exported.out()).hasLineCount(1);
    assertThat(exported.errors()).hasSize(3).allMatch(line -> line.contains("not exported: "));

    assertThat(offsets("delete", "-t", "t", "-p", "1").status()).isZero();
    assertThat(folder.resolve("t-1.offset")).doesNotExist();
  }

  @Test
  void bothLayoutsInOneFolderAreNotMixed() {
    offsets("set", "-t", "t", "-p", "0", "1").done();
    offsets("set", "-t", "t", "-p", "0", "--layout", "journal", "2").done();

    String choose = "holds offset files and a journal: say which with --layout";
    assertThat(offsets("set", "-t", "t", "-p", "0", "3").failure(ExitCodes.USAGE)).contains(choose);
    assertThat(offsets("export").failure(ExitCodes.USAGE)).contains(choose);
    assertThat(offsets("export", "--layout", "journal").out()).contains("\"offset\":2,");
    assertThat(offsets("show").out()).hasLineCount(3);
    assertThat(offsets("show", "--layout", "files").out()).hasLineCount(2);
  }

  @Test
  void tenThousandFilesAreShownAndExported() throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < 10_000; i++) {
      Files.writeString(folder.resolve("t-" + i + ".offset"), i + "\n");
    }

    assertThat(offsets("show").done().out()).hasLineCount(10_001);
    String exported = exported();
    assertThat(exported).hasLineCount(10_000);

    Path file = Files.writeString(work.resolve("all.json"), exported);
    folder = work.resolve("journal");
    assertThat(offsets("import", "--layout", "journal", file.toString()).errors())
        .containsExactly("% 10000 offsets stored in " + folder);
    assertThat(exported()).isEqualTo(exported);
  }

  @Test
  void anEmptyFolderHasNoOffsets() throws IOException {
    Files.createDirectories(folder);

    Ended shown = offsets("show");
    assertThat(shown.out()).isEmpty();
    assertThat(shown.status()).isZero();
    assertThat(shown.errors()).containsExactly("% no such offset in " + folder);
    assertThat(exported()).isEmpty();
  }

  @Test
  void namesThatNoFileCanHaveAreRefusedAndOddOnesKept() {
    assertThat(offsets("set", "-t", "t".repeat(250), "-p", "0", "1").failure(1))
        .contains("a name of 259 bytes", "shorten");
    assertThat(offsets("set", "-t", "t".repeat(250), "-p", "0", "--layout", "journal", "1").done())
        .isNotNull();
    folder = work.resolve("odd");
    offsets("set", "-t", "../t", "-p", "0", "--group", "a\\b:c/\t\"", "1").done();
    assertThat(exported()).contains("\"topic\":\"../t\"", "\"group\":\"a\\\\b:c/\\t\\\"\"");
  }

  @Test
  void aFolderThatMayNotBeReadIsRefused() throws Exception {
    List<String> prefix = DiskTrouble.withoutRootsRights();
    offsets("set", "-t", "t", "-p", "0", "1").done();
    DiskTrouble.permit(folder, "---------");
    try {
      assertThat(offsetsAfter(prefix, "show").failure(1)).contains("permission denied");
      assertThat(offsetsAfter(prefix, "set", "-t", "t", "-p", "0", "2").failure(1))
          .contains("permission denied");
    } finally {
      DiskTrouble.permit(folder, "rwx------");
    }
    assertThat(exported()).contains("\"offset\":1,");
  }

  @Test
  void aFolderIsConvertedThereAndBack() throws IOException {
    offsets("set", "-t", "t", "-p", "0", "5").done();
    offsets("set", "-t", "t", "-p", "1", "6").done();
    String before = exported();

    assertThat(offsets("convert", "--to", "journal").errors())
        .containsExactly("% 2 offsets converted; what was there is in " + folder + "/set-aside-1");
    assertThat(exported()).isEqualTo(before);
    assertThat(offsets("convert", "--to", "journal").errors())
        .containsExactly("% there are no offset files to convert");

    offsets("set", "-t", "t", "-p", "2", "--metadata", "m", "7").done();
    Ended back = offsets("convert", "--to", "files");
    assertThat(back.status()).isZero();
    assertThat(back.errors())
        .containsExactly(
            "% no room in offset files for 1 metadata text",
            "% 3 offsets converted; what was there is in " + folder + "/set-aside-2");
    assertThat(folder.resolve("t-2.offset")).hasContent("7\n");
  }

  @Test
  void fsckReportsWithAdviceAndMendsWhenAsked() throws IOException {
    offsets("set", "-t", "t", "-p", "0", "5").done();
    assertThat(offsets("fsck").done().out()).isEqualTo(folder + ": 1 offset, 0 problems\n");
    Path bad = Files.writeString(folder.resolve("t-1.offset"), "two");
    Files.writeString(folder.resolve("t-1-2-g.offset"), "6\n");

    Ended found = offsets("fsck");
    assertThat(found.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(found.lines()).hasSize(5);
    assertThat(found.out())
        .contains(bad + " holds no number alone, but \"two\"\n  store one with 'offsets set'")
        .contains("  say whose it is: 'offsets set' with that -t, -p and --group")
        .endsWith(folder + ": 2 offsets, 2 problems\n");
    assertThat(bad).exists();
    assertThat(offsets("fsck", "-J").lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"problem\":\"") && line.contains("\"advice\":\""));

    Ended mended = offsets("fsck", "--repair");
    assertThat(mended.status()).isEqualTo(ExitCodes.FAILED);
    assertThat(mended.out())
        .contains("  mended: moved to " + folder + "/set-aside-1/t-1.offset\n")
        .contains("  not mended: it is left as it is\n")
        .endsWith(folder + ": 2 offsets, 2 problems, 1 left\n");

    offsets("set", "-t", "t", "-p", "1", "--group", "2-g", "6").done();
    assertThat(offsets("fsck").status()).isZero();
  }
}
