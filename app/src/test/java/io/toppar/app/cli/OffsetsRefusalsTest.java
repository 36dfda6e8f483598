package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code offsets} refuses before it touches anything. */
class OffsetsRefusalsTest {

  @TempDir private Path work;

  private String refusal(int status, String command, String... more) {
    List<String> words =
        new ArrayList<>(List.of("offsets", command, "--offsets", folder().toString()));
    words.addAll(List.of(more));
    return Refusals.of(status, words.toArray(String[]::new));
  }

  private Path folder() {
    return work.resolve("offsets");
  }

  @Test
  void wrongWordsAreRefusedAndNothingIsMade() {
    assertThat(refusal(2, "set", "-t", "t", "-p", "0", "x")).contains("'x' is no offset");
    assertThat(refusal(2, "set", "-t", "t", "-p", "0", "9999999999999999999"))
        .contains("is no offset");
    assertThat(refusal(2, "set", "-t", "t", "-p", "0")).contains("Missing required");
    assertThat(refusal(2, "set", "-t", "t", "-p", "-1", "0")).contains("-1 is negative");
    assertThat(refusal(2, "set", "-t", "t", "-p", "99999999999", "0")).contains("99999999999");
    assertThat(refusal(2, "set", "-t", "t", "-p", "0", "-5")).isNotEmpty();
    assertThat(refusal(2, "set", "-t", "t", "-t", "u", "-p", "0", "1")).contains("-t");
    assertThat(refusal(2, "set", "-t", "t", "-p", "0", "-p", "1", "1")).contains("-p");
    assertThat(refusal(2, "set", "-t", "t", "-p", "0", "1", "2")).contains("'2'");
    assertThat(refusal(2, "set", "-t", "", "-p", "1", "0")).contains("-t: the name");
    assertThat(refusal(2, "set", "-t", "t", "-p", "1", "--group", "", "0"))
        .contains("--group: the name is empty");
    assertThat(refusal(2, "set", "-t", "t", "-p", "1", "--layout", "jornal", "0"))
        .contains("'jornal' is no layout; there are files and journal");
    assertThat(refusal(2, "set", "-t", "t", "-p", "1", "--metadata", "m", "0"))
        .contains("--metadata: offset files hold no metadata");
    assertThat(refusal(2, "convert", "--to", "tape")).contains("--to: 'tape' is no layout");
    assertThat(Refusals.of(2, "offsets")).contains("Missing required subcommand");
    assertThat(Refusals.of(2, "offsets", "show", "--offsets", ""))
        .contains("the name of the folder");
    assertThat(folder()).doesNotExist();
  }

  @Test
  void aFolderAndBrokersAreNotMixed() {
    String clear = "the offsets of a folder, or those of a group at brokers?";
    for (String command : List.of("show", "export")) {
      assertThat(Refusals.of(2, "offsets", command)).contains(clear);
      assertThat(refusal(2, command, "-b", "h:1")).contains(clear);
      assertThat(refusal(2, command, "-X", "client.id=a")).contains("-X: a folder needs no");
      assertThat(Refusals.of(2, "offsets", command, "-b", "h:1")).contains("name one with --group");
    }
    assertThat(Refusals.of(2, "offsets", "set", "-t", "t", "-p", "0", "1")).contains(clear);
    assertThat(Refusals.of(2, "offsets", "import", "-")).contains(clear);
    assertThat(
            Refusals.of(
                2,
                "offsets",
                "set",
                "-b",
                "h:1",
                "--group",
                "g",
                "--layout",
                "files",
                "-t",
                "t",
                "-p",
                "0",
                "1"))
        .contains("--layout: brokers have none");
  }

  @Test
  void deletingNamesItsTargetAsSettingDoes() {
    String clear = "the offsets of a folder, or those of a group at brokers?";
    assertThat(Refusals.of(2, "offsets", "delete", "-t", "t", "-p", "0")).contains(clear);
    assertThat(refusal(2, "delete", "-t", "t", "-p", "0", "-b", "h:1")).contains(clear);
    assertThat(Refusals.of(2, "offsets", "delete", "-t", "t", "-b", "h:1"))
        .contains("name one with --group");
    assertThat(refusal(2, "delete", "-t", "t")).contains("-p: which partition of t?");
    assertThat(refusal(2, "set", "-t", "t", "1")).contains("-p: which partition of t?");
    assertThat(refusal(2, "delete", "-t", "t", "-p", "-1")).contains("-1 is negative");
    assertThat(Refusals.of(2, "offsets", "delete", "-b", "h:1", "--group", "g", "-t", ""))
        .contains("-t: the name");
  }

  @Test
  void aFolderThatIsNotThereIsRefusedButToBeWrittenTo() {
    for (String command : List.of("show", "export", "fsck")) {
      assertThat(refusal(1, command)).contains(folder() + " does not exist");
    }
    assertThat(refusal(1, "delete", "-t", "t", "-p", "0")).contains("does not exist");
    assertThat(refusal(1, "convert", "--to", "journal")).contains("does not exist");
    assertThat(refusal(1, "import", work.resolve("none").toString()))
        .contains("none does not exist");
    assertThat(folder()).doesNotExist();
  }

  @Test
  void aNameThatNoFileCanHaveIsRefused() {
    assertThat(refusal(1, "set", "-t", "t".repeat(250), "-p", "0", "1"))
        .contains("a name of 259 bytes", "shorten");
  }

  @Test
  void aSourceWithAFaultIsRefusedWhole() throws Exception {
    Path source = Files.writeString(work.resolve("checkpoint"), "0\n2\nt 0 5\nt 1 \033[2Jx\n");
    assertThat(refusal(1, "import", source.toString()))
        .contains("checkpoint line 4: the offset is '?[2Jx'", "nothing is imported");
    Files.write(source, new byte[] {'0', '\n', '1', '\n', (byte) 0xff, (byte) 0xfe});
    assertThat(refusal(1, "import", source.toString())).contains("is no UTF-8 text");
    Files.writeString(source, "0\n0\n");
    assertThat(refusal(1, "import", source.toString())).contains("holds no offset");
    Path empty = Files.createDirectory(work.resolve("empty"));
    assertThat(refusal(1, "import", empty.toString())).contains("holds no offset");
    assertThat(folder()).doesNotExist();
  }
}
