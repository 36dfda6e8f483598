package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputReaderTest {

  private static final int LONGEST = 1_000;
  private static final String SEVEN = "k1:v1\nk2:\n:v3\nplain\n\na:b:c\nlast";

  @TempDir Path folder;

  /** B237, B241, B243: what is empty stays empty, and the first delimiter counts. */
  @Test
  void linesAreSplitAtTheFirstKeyDelimiterAndNothingIsNullByBeingEmpty() throws IOException {
    assertThat(read(SEVEN, plain(":", null, false)))
        .containsExactly("k1=v1", "k2=", "=v3", "null=plain", "null=", "a=b:c", "null=last");
  }

  /** B237 */
  @Test
  void withZWhatIsEmptyIsNull() throws IOException {
    assertThat(read(SEVEN, plain(":", null, true)))
        .containsExactly(
            "k1=v1", "k2=null", "null=v3", "null=plain", "null=null", "a=b:c", "null=last");
  }

  /** B231 */
  @Test
  void keyDelimitersOfAnyLengthCountWhole() throws IOException {
    for (String delimiter : List.of("::", ";KeyDelim;")) {
      assertThat(read(SEVEN.replace(":", delimiter), plain(delimiter, null, false)))
          .containsExactly(
              "k1=v1", "k2=", "=v3", "null=plain", "null=", "a=b" + delimiter + "c", "null=last");
    }
  }

  /** B241: -K 123 is a delimiter, no key. */
  @Test
  void aDelimiterOfDigitsSplitsAtThemOnce() throws IOException {
    assertThat(read("{\"id\":123,\"x\":1123}", plain("123", null, false)))
        .containsExactly("{\"id\":=,\"x\":1123}");
  }

  /** B244 */
  @Test
  void theWordNullIsAWord() throws IOException {
    assertThat(read("null:NULL", plain(":", null, true))).containsExactly("\"null\"=\"NULL\"");
  }

  @Test
  void aFixedKeyIsForMessagesThatHaveNone() throws IOException {
    assertThat(read("a:b\nplain\n:c", plain(":", "fixed", false)))
        .containsExactly("a=b", "fixed=plain", "=c");
    assertThat(read(":c", plain(":", "fixed", true))).containsExactly("fixed=c");
  }

  @Test
  void everyMessageHasTheHeadersGiven() {
    HeaderList headers = new HeaderList();
    headers.add(Slice.of("h"), null);
    InputMessage message = new InputMessage();

    new PlainInput(null, null, headers, false).read(Slice.of("v"), message);

    assertThat(message.headers()).isSameAs(headers);
  }

  @Test
  void filesAreReadOneAfterTheOtherAndEndTheirLastMessage() throws IOException {
    String one = file("one", "a\nb");
    String none = file("none", "");
    String two = file("two", "c\n");

    assertThat(read(List.of(one, none, "-", two), "in", lines(), plain(null, null, false)))
        .containsExactly("null=a", "null=b", "null=in", "null=c");
  }

  /** B234: a newline was added; with a zero-byte file, one byte, newlines alone. */
  @Test
  void wholeFilesAreMessagesByteForByte() throws IOException {
    List<String> files = List.of(file("0", ""), file("1", "1"), file("2", "\n\n"));

    assertThat(read(files, "", InputReaderTest::whole, plain(null, null, false)))
        .containsExactly("null=", "null=1", "null=\n\n");
    assertThat(read(files.subList(0, 1), "", InputReaderTest::whole, plain(null, "k", true)))
        .containsExactly("k=null");
  }

  @Test
  void aWholeFileOverTheLimitIsRefusedByItsName() throws IOException {
    String atLimit = file("at", "x".repeat(LONGEST));
    String over = file("over", "x".repeat(LONGEST + 1));
    InputFormat format = plain(null, null, false);

    assertThat(read(List.of(atLimit), "", InputReaderTest::whole, format)).hasSize(1);
    assertThatThrownBy(() -> read(List.of(over), "", InputReaderTest::whole, format))
        .isInstanceOf(CommandException.class)
        .hasMessage(
            over
                + ": it is longer than 1000 bytes (-X max.request.size=BYTES lets longer ones through);"
                + " it was not sent, nor what follows it");
  }

  @Test
  void filesThatCannotBeReadAreRefusedBeforeAnythingIsRead() throws IOException {
    String there = file("there", "a");
    for (String wrong : List.of(folder.resolve("absent").toString(), folder.toString(), "a\0b")) {
      assertThatThrownBy(() -> read(List.of(there, wrong), "", lines(), plain(null, null, false)))
          .isInstanceOf(CommandException.class)
          .hasMessageStartingWith("'" + wrong + "' ")
          .extracting(refusal -> ((CommandException) refusal).exitCode())
          .isEqualTo(ExitCodes.USAGE);
    }
  }

  @Test
  void aStreamThatBreaksIsNamedWithTheReason() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new AssertionError("bytes are read many at a time");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            throw new IOException("Input/output error");
          }
        };
    InputReader reader = new InputReader(List.of(), broken, lines(), plain(null, null, false));

    assertThatThrownBy(() -> reader.next(new InputMessage()))
        .isInstanceOf(CommandException.class)
        .hasMessage("standard input cannot be read: Input/output error; what follows was not sent");
  }

  @Test
  void aFileThatIsGoneWhenItIsItsTurnIsTold() throws Exception {
    List<String> files = List.of(file("1", "a\n"), file("2", "b\n"));
    InputReader reader =
        new InputReader(files, InputStream.nullInputStream(), lines(), plain(null, null, false));
    assertThat(reader.next(new InputMessage())).isTrue();
    Files.delete(Path.of(files.get(1)));

    assertThatThrownBy(() -> reader.next(new InputMessage()))
        .isInstanceOf(CommandException.class)
        .hasMessage(
            files.get(1) + " cannot be read: it is no longer there; what follows was not sent");
  }

  @Test
  void aLineThatIsNoMessageIsNamedWithWhatIsWrong() {
    assertThatThrownBy(() -> read("{\"payload\":\"a\"}\n\n{\"payload\":}", new JsonInput(false)))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("line 3 of standard input: a value is missing")
        .hasMessageEndingWith("; it was not sent, nor what follows it");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static InputReader.Splitter lines() {
    return (in, name) -> new DelimitedPieces(in, new byte[] {'\n'}, LONGEST, name);
  }

  private static InputPieces whole(InputStream in, String name) {
    return new WholePieces(in, LONGEST, name);
  }

  private static InputFormat plain(
      @Nullable String keyDelimiter, @Nullable String fixedKey, boolean emptyIsNull) {
    return new PlainInput(
        keyDelimiter == null ? null : keyDelimiter.getBytes(StandardCharsets.UTF_8),
        fixedKey == null ? null : fixedKey.getBytes(StandardCharsets.UTF_8),
        RecordHeaders.NONE,
        emptyIsNull);
  }

  private static List<String> read(String text, InputFormat format) throws IOException {
    return read(List.of(), text, lines(), format);
  }

  /** Key and value of every message; a text that reads null is put into quotes. */
  private static List<String> read(
      List<String> files, String standardInput, InputReader.Splitter splitter, InputFormat format)
      throws IOException {
    InputStream in = new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8));
    List<String> messages = new ArrayList<>();
    InputMessage message = new InputMessage();
    try (InputReader reader = new InputReader(files, in, splitter, format)) {
      while (reader.next(message)) {
        messages.add(text(message.key()) + "=" + text(message.value()));
      }
    }
    return messages;
  }

  private static String text(@Nullable Slice bytes) {
    if (bytes == null) {
      return "null";
    }
    String text = bytes.utf8();
    return text.equalsIgnoreCase("null") ? "\"" + text + "\"" : text;
  }
}
