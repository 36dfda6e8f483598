package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code consume -J} prints comes back as it was. */
class JsonInputTest {

  private static final long SEED = 5;
  private static final byte[] NO_TEXT = {(byte) 0xff, (byte) 0xfe, 0, 0x22};
  private static final byte[] LONE_SURROGATE = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};

  /** B236, B237: also null, empty, what is no text, names twice and names that are no text. */
  @Test
  void everyRecordComesBackAsItWas() {
    List<OneRecord> records =
        List.of(
            OneRecord.at(10, 1_700_000_000_000L).key("k1").value("v1"),
            OneRecord.at(11, 1_700_000_000_010L).header("h", null),
            OneRecord.at(12, 0).key("").value(""),
            OneRecord.at(13, 1).key(NO_TEXT).value(LONE_SURROGATE),
            OneRecord.at(14, 2).header("h", "1").header("h", "").header(NO_TEXT, "x"),
            OneRecord.at(15, 3).value("\"\\\u001f\u0000\n\r\t\b\f/\u007f\u00e9\ud83d\ude00\u2028"),
            OneRecord.at(16, 4).value("{\"base64\":\"AA==\"}").key("null"),
            OneRecord.at(17, Long.MAX_VALUE).value("t"));

    for (OneRecord record : records) {
      assertComesBack(record, "offset " + record.offset());
    }
  }

  @Test
  void randomBytesComeBackAsTheyWere() {
    Random random = new Random(SEED);
    for (int i = 0; i < 2_000; i++) {
      byte[] key = new byte[random.nextInt(5)];
      byte[] value = new byte[random.nextInt(20)];
      random.nextBytes(key);
      random.nextBytes(value);
      assertComesBack(
          OneRecord.at(i, random.nextInt(9)).key(key).value(value).header(value, "x"),
          "record " + i + " of seed " + SEED);
    }
  }

  private static void assertComesBack(RecordCursor record, String which) {
    Bytes line = new Bytes();
    new JsonFormat(from -> 1).append(new TopicPartition("t", 3), record, line);
    InputMessage message = new InputMessage();

    assertThat(new JsonInput(true).read(Slice.of(line.toBytes()), message)).as(which).isTrue();

    assertThat(message.key()).as(which).isEqualTo(record.key());
    assertThat(message.value()).as(which).isEqualTo(record.value());
    assertThat(message.timestampMillis()).as(which).isEqualTo(record.timestamp());
    assertThat(message.partition()).as(which).isEqualTo(3);
    assertThat(message.headers().count()).as(which).isEqualTo(record.headerCount());
    for (int i = 0; i < record.headerCount(); i++) {
      assertThat(message.headers().name(i)).as(which).isEqualTo(record.headerKey(i));
      assertThat(message.headers().value(i)).as(which).isEqualTo(record.headerValue(i));
    }
  }

  @Test
  void whatALineDoesNotSayIsNotThere() {
    InputMessage message = read("{\"payload\":null}", false);

    assertThat(message.key()).isNull();
    assertThat(message.value()).isNull();
    assertThat(message.headers()).isSameAs(RecordHeaders.NONE);
    assertThat(message.timestampMillis()).isEqualTo(InputMessage.NONE);
  }

  @Test
  void thePartitionOfALineCountsOnlyIfItIsToBeKept() {
    String line = "{\"partition\":7,\"payload\":\"a\"}";

    assertThat(read(line, false).partition()).isEqualTo(InputMessage.NONE);
    assertThat(read(line, true).partition()).isEqualTo(7);
  }

  @Test
  void membersOfOtherProgramsAreNotLookedAt() {
    assertThat(read("{\"payload\":\"a\",\"seen\":true,\"by\":[{\"x\":1}]}", false).value())
        .isEqualTo(Slice.of("a"));
  }

  @Test
  void aBlankLineIsNoMessage() {
    assertThat(new JsonInput(false).read(Slice.of(" \t\r"), new InputMessage())).isFalse();
  }

  @Test
  void aByteOrderMarkBeforeALineIsPassedOver() {
    assertThat(read("\ufeff{\"payload\":\"\ufeffa\"}", false).value())
        .isEqualTo(Slice.of("\ufeffa"));
    assertThat(new JsonInput(false).read(Slice.of("\ufeff"), new InputMessage())).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "{\"id\":1} | 'payload' is missing; -J takes the lines that consume -J prints",
        "{\"payload\":1} | 'payload' is neither a string nor null nor",
        "{\"payload\":{\"base64\":\"?\"}} | 'payload' is no base64",
        "{\"payload\":{\"base64\":1}} | 'payload' is neither",
        "{\"payload\":{}} | 'payload' is neither",
        "{\"payload\":\"\\ud800\"} | 'payload' holds half a surrogate pair",
        "{\"payload\":null,\"headers\":[\"a\"]} | 'headers' is not an array of names and values",
        "{\"payload\":null,\"headers\":\"a\"} | 'headers' is not an array of names and values",
        "{\"payload\":null,\"headers\":[null,\"a\"]} | 'headers' has a name that is null",
        "{\"payload\":null,\"ts\":\"now\"} | 'ts' is not a number from 0",
        "{\"payload\":null,\"ts\":-1} | 'ts' is not a number from 0",
        "{\"payload\":null} | 'partition' is not a number from 0",
        "{\"payload\":null,\"partition\":4294967296} | 'partition' is not a number from 0",
        "{\"payload\":\"a\"} x | something follows the object",
        "plain | '{' is missing",
      })
  void aLineThatIsNoMessageIsRefusedWithWhatIsWrong(String line, String why) {
    assertThatThrownBy(() -> read(line, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    assertThatThrownBy(() -> new JsonInput(false).read(Slice.of(NO_TEXT), new InputMessage()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("it is no UTF-8 text; consume -J writes other bytes as ");
  }

  private static InputMessage read(String line, boolean samePartition) {
    InputMessage message = new InputMessage();
    assertThat(new JsonInput(samePartition).read(Slice.of(line), message)).isTrue();
    return message;
  }
}
