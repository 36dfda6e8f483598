package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.json.Bytes;
import io.toppar.domain.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three records, with key and value, with neither, and with both empty, as kcat prints them. */
class RecordFormatTest {

  private static final TopicPartition T0 = new TopicPartition("t", 0);
  private static final List<OneRecord> THREE =
      List.of(
          OneRecord.at(10, 1_700_000_000_000L).key("k1").value("v1"),
          OneRecord.at(11, 1_700_000_000_010L).header("h", null),
          OneRecord.at(12, 1_700_000_000_020L).key("").value(""));

  private static String print(RecordFormat format, List<OneRecord> records) {
    Bytes out = new Bytes();
    records.forEach(record -> format.append(T0, record, out));
    return out.toString();
  }

  private static String json(OneRecord record) {
    return print(new JsonFormat(tp -> 1), List.of(record));
  }

  @Test
  void aPatternPrintsKcatsTokens() {
    assertThat(print(new PatternFormat("%t %p %o %K:%k %S:%s %T %h\\n", false), THREE))
        .isEqualTo(
            """
            t 0 10 2:k1 2:v1 1700000000000\s
            t 0 11 -1: -1: 1700000000010 h=NULL
            t 0 12 0: 0: 1700000000020\s
            """);
  }

  @Test
  void nullIsToldFromEmptyWhenNullIsShown() {
    assertThat(print(new PatternFormat("%k=%s;", true), THREE)).isEqualTo("k1=v1;NULL=NULL;=;");
    assertThat(print(new ValueFormat("|".getBytes(StandardCharsets.UTF_8), true), THREE))
        .isEqualTo("v1|NULL||");
  }

  /** B233: -f adds only what it says, the default adds one delimiter, an empty one adds nothing. */
  @Test
  void nothingIsAddedButTheDelimiter() {
    assertThat(print(new PatternFormat("%s", false), THREE)).isEqualTo("v1");
    assertThat(print(new ValueFormat(Escapes.bytes("-D", "\\n"), false), THREE))
        .isEqualTo("v1\n\n\n");
    assertThat(print(new ValueFormat(Escapes.bytes("-D", ""), false), THREE)).isEqualTo("v1");
  }

  /** B231 */
  @Test
  void aDelimiterOfSeveralBytesIsPrintedWhole() {
    assertThat(print(new ValueFormat(Escapes.bytes("-D", ":D:"), false), THREE))
        .isEqualTo("v1:D::D::D:");
    assertThat(print(new ValueFormat(Escapes.bytes("-D", "\\xc3\\xbf;"), false), THREE))
        .isEqualTo("v1\u00ff;\u00ff;\u00ff;");
  }

  @Test
  void aValueLengthCanBePrintedAsFourBytes() {
    Bytes out = new Bytes();
    new PatternFormat("%R%%\\x41\\r\\t\\\\", false).append(T0, THREE.get(0), out);
    new PatternFormat("%R", false).append(T0, THREE.get(1), out);

    assertThat(out.toBytes())
        .containsExactly(0, 0, 0, 2, '%', 'A', '\r', '\t', '\\', 0xff, 0xff, 0xff, 0xff);
  }

  @Test
  void severalHeadersAreJoinedByCommas() {
    OneRecord record = OneRecord.at(1, 0).header("a", "1").header("b", null).header("a", "");

    assertThat(print(new PatternFormat("%h", false), List.of(record))).isEqualTo("a=1,b=NULL,a=");
  }

  @Test
  void wrongPatternsAreRefused() {
    for (String wrong : List.of("%x", "100%", "\\q", "\\x4", "\\xzz", "end\\")) {
      assertThatThrownBy(() -> new PatternFormat(wrong, false))
          .as(wrong)
          .isInstanceOf(CommandException.class)
          .hasMessageStartingWith("-f: ");
    }
  }

  @Test
  void jsonLinesAreKcats() {
    assertThat(print(new JsonFormat(tp -> 1), THREE))
        .isEqualTo(
            """
            {"topic":"t","partition":0,"offset":10,"tstype":"create","ts":1700000000000,"broker":1,"key":"k1","payload":"v1"}
            {"topic":"t","partition":0,"offset":11,"tstype":"create","ts":1700000000010,"broker":1,"headers":["h",null],"key":null,"payload":null}
            {"topic":"t","partition":0,"offset":12,"tstype":"create","ts":1700000000020,"broker":1,"key":"","payload":""}
            """);
  }

  @Test
  void aRecordWithoutTimeHasNoTimeFieldsInJson() {
    assertThat(json(OneRecord.at(5, -1))).contains("\"offset\":5,\"broker\":1");
  }

  @Test
  void controlCharactersQuotesAndDuplicateHeadersStayValidJson() {
    OneRecord record =
        OneRecord.at(0, 0).header("h", "1").header("h", "2").value("\"\\\u001f\n\u00e9");

    assertThat(json(record))
        .contains("\"headers\":[\"h\",\"1\",\"h\",\"2\"]")
        .contains("\"payload\":\"\\\"\\\\\\u001F\\n\u00e9\"");
  }

  /** B236: bytes that are no text made invalid JSON. */
  @Test
  void bytesThatAreNoTextBecomeBase64() {
    byte[] noText = {(byte) 0xff, (byte) 0xfe, 0, 0x22};
    byte[] loneSurrogate = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};

    assertThat(json(OneRecord.at(0, 0).value(noText)))
        .contains("\"payload\":{\"base64\":\"//4AIg==\"}");
    assertThat(json(OneRecord.at(0, 0).key(loneSurrogate)))
        .contains("\"key\":{\"base64\":\"7aCA\"}");
    assertThat(json(OneRecord.at(0, 0).header(noText, "x")))
        .contains("\"headers\":[{\"base64\":\"//4AIg==\"},\"x\"]");
  }
}
