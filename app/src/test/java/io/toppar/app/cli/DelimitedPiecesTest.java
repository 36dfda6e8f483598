package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.ports.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelimitedPiecesTest {

  private static final int LONGEST = 1_000_000;

  /** B243 */
  @Test
  void anEmptyLineIsAnEmptyPieceAndALastLineNeedsNoDelimiter() throws IOException {
    assertThat(split("a\n\nb\n", "\n")).containsExactly("a", "", "b");
    assertThat(split("a\nb", "\n")).containsExactly("a", "b");
    assertThat(split("\n", "\n")).containsExactly("");
    assertThat(split("", "\n")).isEmpty();
  }

  /** B243 */
  @Test
  void withAnotherDelimiterANewlineIsPartOfThePiece() throws IOException {
    assertThat(split("a\nb;c", ";")).containsExactly("a\nb", "c");
  }

  @Test
  void withoutADelimiterAllIsOnePiece() throws IOException {
    assertThat(split("a\nb\n", "")).containsExactly("a\nb\n");
    assertThat(split("", "")).isEmpty();
  }

  /** B231: only the first byte of a delimiter was used. */
  @Test
  void theWholeDelimiterCounts() throws IOException {
    assertThat(split("a:D;b:D:c:", ":D:")).containsExactly("a:D;b", "c:");
  }

  /** B231: wherever the reads end, also within a delimiter. */
  @ParameterizedTest
  @ValueSource(strings = {"\n", ":D", ";KeyDel;;"})
  void whereTheReadsEndDoesNotMatter(String delimiter) throws IOException {
    List<String> pieces = new ArrayList<>();
    Random random = new Random(delimiter.length());
    for (int i = 0; i < 3_000; i++) {
      pieces.add(";".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(40)));
    }
    byte[] text = (String.join(delimiter, pieces) + delimiter).getBytes(StandardCharsets.UTF_8);
    for (int most : List.of(1, 2, 3, 7, 1_024)) {
      assertThat(split(new Trickle(text, most), delimiter, LONGEST))
          .as("at most %d bytes a read", most)
          .isEqualTo(pieces);
    }
  }

  @Test
  void aLineOfFiveMegabytesIsOnePiece() throws IOException {
    String line = "0123456789".repeat(500_000);

    List<String> pieces =
        split(new Trickle(("a\n" + line).getBytes(StandardCharsets.UTF_8), 9_999), "\n", 6_000_000);

    assertThat(pieces).hasSize(2);
    assertThat(pieces.get(1)).isEqualTo(line);
  }

  @Test
  void aPieceThatIsTooLongIsRefusedByItsLineAndTheOnesBeforeAreTaken() throws IOException {
    DelimitedPieces pieces = pieces("12345\n1\n123456\n1\n", "\n", 5);
    Slice piece = new Slice();

    assertThat(pieces.next(piece)).isTrue();
    assertThat(pieces.next(piece)).isTrue();
    assertThatThrownBy(() -> pieces.next(piece))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("it is longer than 5 bytes")
        .hasMessageContaining("max.request.size");
  }

  @Test
  void aPieceWithoutEndIsRefusedOnceItIsTooLong() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    DelimitedPieces pieces = new DelimitedPieces(endless, new byte[] {'\n'}, 100_000, "the text");

    assertThatThrownBy(() -> pieces.next(new Slice()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("it is longer than 100000 bytes");
  }

  @Test
  void whatWasReadIsThePieceWithItsDelimiter() throws IOException {
    DelimitedPieces pieces = pieces("a;b", ";", LONGEST);
    Slice piece = new Slice();

    assertThat(pieces.next(piece)).isTrue();
    assertThat(pieces.read().utf8()).isEqualTo("a;");
    assertThat(pieces.place()).isEqualTo("message 1 of the text");
    assertThat(pieces.next(piece)).isTrue();
    assertThat(pieces.read().utf8()).isEqualTo("b");
  }

  private static List<String> split(String text, String delimiter) throws IOException {
    return split(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), delimiter, LONGEST);
  }

  private static List<String> split(InputStream in, String delimiter, int longest)
      throws IOException {
    DelimitedPieces pieces =
        new DelimitedPieces(in, delimiter.getBytes(StandardCharsets.UTF_8), longest, "the text");
    List<String> all = new ArrayList<>();
    Slice piece = new Slice();
    while (pieces.next(piece)) {
      all.add(piece.utf8());
    }
    return all;
  }

  private static DelimitedPieces pieces(String text, String delimiter, int longest) {
    return new DelimitedPieces(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        delimiter.getBytes(StandardCharsets.UTF_8),
        longest,
        "the text");
  }

  /** A stream that gives few bytes at a time. */
  private static final class Trickle extends ByteArrayInputStream {

    private final int most;

    Trickle(byte[] bytes, int most) {
      super(bytes);
      this.most = most;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(most, length));
    }
  }
}
