package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code import} takes, and what it refuses whole. */
class OffsetImportTest {

  private static Map<OffsetKey, StoredOffset> read(String text) throws IOException {
    return read(text, null);
  }

  private static Map<OffsetKey, StoredOffset> read(String text, @Nullable String group)
      throws IOException {
    return OffsetImport.readLines(
        "input", group, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static OffsetKey key(String topic, int partition, @Nullable String group) {
    return new OffsetKey(new TopicPartition(topic, partition), group);
  }

  @Test
  void aCheckpointFileOfKafkasIsTaken() throws IOException {
    assertThat(read("0\n3\norders 0 42\norders 1 0\n__consumer_offsets 49 9223372036854775807\n"))
        .containsExactly(
            entry(key("orders", 0, null), StoredOffset.of(42)),
            entry(key("orders", 1, null), StoredOffset.of(0)),
            entry(key("__consumer_offsets", 49, null), StoredOffset.of(Long.MAX_VALUE)));
    assertThat(read("0\n0\n")).isEmpty();
    assertThat(read("0\r\n1\r\nt 0 5\r\n\r\n", "g"))
        .containsExactly(entry(key("t", 0, "g"), StoredOffset.of(5)));
  }

  /** The broken forms that were seen, B136 and B142 among them. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "0/2/t 0 5/aa/      | line 4: it is not a topic, a partition and an offset",
        "0/aa/              | line 2: the number of entries is 'aa'",
        "0/3/t 0 5/         | ends after 1, but the number of entries is 3",
        "0/1/t 0 5/t 1 6/   | line 4: it is one too many: the number of entries is 1",
        "0/1/t 0 -1/        | line 3: the offset is '-1'",
        "0/1/t -1 1/        | line 3: the partition is '-1'",
        "0/1/t 0 99999999999999999999/ | line 3: the offset is '99999999999999999999'",
        "0/1/t 0 9999999999999999999/  | line 3: the offset is '9999999999999999999'",
        "0/1/t 3000000000 1/| line 3: the partition is '3000000000'",
        "0/2/t 0 5/t 0 6/   | line 4: the offset of t[0] is there twice",
        "0/-1/              | line 2: the number of entries is '-1'",
        "1/1/t 0 5/         | line 1: it is neither JSON nor the version of a checkpoint file",
        "0/                 | ends before the number of entries",
        "5/                 | line 1: it is neither JSON nor",
      })
  void aBrokenCheckpointFileIsRefusedWithItsLine(String lines, String why) {
    assertThatThrownBy(() -> read(lines.strip().replace('/', '\n')))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("input " + why)
        .hasMessageEndingWith("nothing is imported");
  }

  /** An empty file, and one of zero bytes as a crash of the machine leaves it. */
  @Test
  void emptyAndZeroFilesAreRefused() {
    assertThatThrownBy(() -> read("")).hasMessageContaining("input is empty");
    assertThatThrownBy(() -> read("\n \n")).hasMessageContaining("input is empty");
    assertThatThrownBy(() -> read("\0\0\0\0")).hasMessageContaining("line 1: it is neither JSON");
  }

  @Test
  void whatExportAndShowPrintIsTakenBack() throws IOException {
    OffsetKey odd = key("t", 7, "g \"1\"\\\n\u00e9\ud83d\ude00\u0001");
    StoredOffset whole = new StoredOffset(Long.MAX_VALUE, 12, "m\t{}");
    Bytes lines = new Bytes();
    OffsetLines.append(odd, whole, lines);
    lines.append("\n");
    OffsetLines.append(key("t", 0, null), StoredOffset.of(0), lines);

    assertThat(read(lines.toString()))
        .containsExactly(entry(odd, whole), entry(key("t", 0, null), StoredOffset.of(0)));
    assertThat(
            read(
                "{\"topic\":\"t\",\"partition\":3,\"offset\":4,\"layout\":\"files\",\"candidates\":"
                    + "[{\"a\":[1,{}]}],\"file\":\"f\"}"))
        .containsExactly(entry(key("t", 3, null), StoredOffset.of(4)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | the topic is missing",
        "{\"topic\":null,\"partition\":0,\"offset\":1} | the topic is missing",
        "{\"topic\":7,\"partition\":0,\"offset\":1} | 'topic' is not a string",
        "{\"topic\":\"t\",\"offset\":1} | 'partition' is missing",
        "{\"topic\":\"t\",\"partition\":0} | 'offset' is missing",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":-1} | 'offset' is not a number from 0",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1.5} | a number is no whole number",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":01} | a number is no whole number",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":99999999999999999999} | a number is no whole",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1,\"groop\":\"g\"} | 'groop' is not known",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1,\"group\":\"\"} | the group is empty",
        "{\"topic\":\"t\",\"topic\":\"u\",\"partition\":0,\"offset\":1} | 'topic' is there twice",
        "{\"problem\":\"no_offset\",\"file\":\"f\",\"detail\":\"d\"} | it is a problem",
        "{\"topic\":\"t\" | '}' is missing",
        "{\"topic\":\"t\",\"partition\":0,\"offset\":1} x | something follows the object",
        "{\"topic\":\"\\u12\"} | \\u needs four hexadecimal digits",
        "{\"topic\":\"\\q\"} | a backslash escapes nothing",
        "{\"topic\":} | a value is missing",
        "{topic:1} | '\"' is missing",
      })
  void aBrokenJsonLineIsRefusedWithItsNumber(String line, String why) {
    assertThatThrownBy(() -> read("\n" + line.strip() + "\n"))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("input line 2: " + why);
  }

  @Test
  void onePartitionTwiceIsRefusedAlsoWhenTheGroupMakesItSo() {
    String one = "{\"topic\":\"t\",\"partition\":0,\"group\":\"a\",\"offset\":1}\n";
    String two = "{\"topic\":\"t\",\"partition\":0,\"group\":\"b\",\"offset\":2}\n";

    assertThatThrownBy(() -> read(one + one)).hasMessageContaining("is there twice");
    assertThatThrownBy(() -> read(one + two, "g"))
        .hasMessageContaining("line 2: the offset of t[0] of group g is there twice");
  }

  /** librdkafka writes no side file that would say whose it is. */
  @Test
  void theTopicSaysWhoseAFileIsWhoseNameFitsSeveral(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("orders-2-0.offset"), "7\n");
    Files.writeString(folder.resolve("lines-0.offset"), "8\n");

    assertThatThrownBy(() -> OffsetImport.read(folder.toString(), null, null))
        .hasMessageContaining("orders-2-0.offset may be of any of [orders-2[0], orders[2] of group")
        .hasMessageContaining("-t TOPIC says which is meant; nothing is imported");
    assertThat(OffsetImport.read(folder.toString(), "orders-2", null))
        .containsExactly(entry(key("orders-2", 0, null), StoredOffset.of(7)));
    assertThat(OffsetImport.read(folder.toString(), "orders", null))
        .containsExactly(entry(key("orders", 2, "0"), StoredOffset.of(7)));
    assertThat(OffsetImport.read(folder.toString(), "lines", null))
        .containsExactly(entry(key("lines", 0, null), StoredOffset.of(8)));
  }

  /** Nothing but the documented refusal comes out, whatever goes in. */
  @Test
  void randomBytesAreRefusedOrTakenAndNeverMoreThanThat() {
    String pieces = "{}[]\",:\\u0 19-.eE\ntopicparn\"offset\"null\0\u00e9 t 0 5";
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "{" : "0\n2\n");
      random
          .ints(random.nextInt(60), 0, pieces.length())
          .forEach(at -> text.append(pieces.charAt(at)));
      try {
        assertThat(read(text.toString())).isNotNull();
      } catch (CommandException refused) {
        assertThat(refused).as("seed %d", seed).hasMessageEndingWith("nothing is imported");
      } catch (IOException | RuntimeException fault) {
        throw new AssertionError("seed " + seed + ": " + text, fault);
      }
    }
  }
}
