package io.toppar.fileoffsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OffsetFileTextTest {

  private static final int FUZZED_FILES = 200_000;
  private static final Pattern WITHIN_LONG = Pattern.compile("[0-9]{1,18}(\r?\n)?");
  private static final Pattern PERHAPS_WITHIN_LONG = Pattern.compile("[0-9]{19}(\r?\n)?");
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]+");

  @ParameterizedTest
  @DisplayName("what librdkafka writes is read (B129)")
  @CsvSource({"34320a,42", "3432,42", "300a,0", "30,0", "34320d0a,42", "3030370a,7"})
  void whatLibrdkafkaWritesIsRead(String hex, long offset) {
    assertThat(OffsetFileText.parse(HexFormat.of().parseHex(hex)))
        .isEqualTo(new OffsetFileText(offset, null));
  }

  @Test
  void theGreatestOffsetIsReadAndOneMoreIsTooLarge() {
    assertThat(parse("9223372036854775807\n").offset()).isEqualTo(Long.MAX_VALUE);
    assertThat(parse("9223372036854775808\n").problem()).contains("too large");
    assertThat(parse("00000000000000000001\n").problem()).contains("too large");
  }

  @Test
  @DisplayName("an empty file holds no offset (B138)")
  void anEmptyFileHoldsNoOffset() {
    assertThat(parse("").problem()).isEqualTo("is empty");
  }

  @Test
  @DisplayName("a negative offset is refused (B136)")
  void aNegativeOffsetIsRefused() {
    assertThat(parse("-1001\n").problem()).isEqualTo("holds a negative number, \"-1001\\n\"");
  }

  @Test
  @DisplayName("two lines, left by appending, are refused rather than guessed at (B127)")
  void twoLinesAreRefused() {
    assertThat(parse("100\n150\n").problem())
        .isEqualTo("holds more than one line, \"100\\n150\\n\"");
  }

  @Test
  @DisplayName("zero bytes, left by a crash of the machine, are refused (B142)")
  void zeroBytesAreRefused() {
    byte[] zeros = new byte[OffsetFileText.READ_BYTES];
    assertThat(OffsetFileText.parse(zeros).problem()).contains("zero bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "\r\n",
        " 42\n",
        "42 \n",
        "+42\n",
        "42\r",
        "4 2\n",
        "0x2a\n",
        "42\n\n",
        "abc",
        "-\n",
        "42.0\n",
        "\u0664\u0662\n",
        "1e3\n",
        "\u001b[2J"
      })
  void whatIsNotDigitsAloneIsRefused(String text) {
    assertThat(parse(text).problem()).isNotNull().matches("[\\x20-\\x7e]+");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    Random random = new Random(11);
    for (int i = 0; i < 10_000; i++) {
      long offset = random.nextLong() >>> (1 + random.nextInt(63));
      assertThat(OffsetFileText.parse(OffsetFileText.of(offset)))
          .as("seed 11, offset %d", offset)
          .isEqualTo(new OffsetFileText(offset, null));
    }
  }

  @Test
  void noContentMakesTheParserThrow() {
    long seed = 20_240_229;
    Random random = new Random(seed);
    for (int i = 0; i < FUZZED_FILES; i++) {
      byte[] content = randomContent(random);
      OffsetFileText text = OffsetFileText.parse(content);
      if (!isRight(new String(content, StandardCharsets.ISO_8859_1), text)) {
        fail("seed %d, file %d, %s: %s", seed, i, HexFormat.of().formatHex(content), text);
      }
    }
  }

  /** Whether the parser's answer is the one that a dumb reading of the content asks for. */
  private static boolean isRight(String content, OffsetFileText text) {
    if (WITHIN_LONG.matcher(content).matches()) {
      return text.equals(new OffsetFileText(Long.parseLong(content.strip()), null));
    }
    if (PERHAPS_WITHIN_LONG.matcher(content).matches()) {
      return (text.offset() >= 0) == (text.problem() == null);
    }
    String problem = text.problem();
    return text.offset() == -1 && problem != null && PRINTABLE.matcher(problem).matches();
  }

  /** Mostly near misses: digits, line ends and signs, with now and then any byte. */
  private static byte[] randomContent(Random random) {
    byte[] likely = "0123456789\n\r-+ \0".getBytes(StandardCharsets.ISO_8859_1);
    byte[] content = new byte[random.nextInt(OffsetFileText.READ_BYTES + 1) >> random.nextInt(4)];
    boolean digitsOnly = random.nextInt(4) == 0;
    for (int i = 0; i < content.length; i++) {
      content[i] =
          random.nextInt(20) == 0 && !digitsOnly
              ? (byte) random.nextInt(256)
              : likely[random.nextInt(digitsOnly ? 10 : likely.length)];
    }
    return random.nextInt(50) == 0 ? new byte[content.length] : content;
  }

  private static OffsetFileText parse(String text) {
    return OffsetFileText.parse(text.getBytes(StandardCharsets.UTF_8));
  }
}
