package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {

  private static final long SEED = 3;

  @Test
  void findsWhatAPlainSearchFinds() {
    Random random = new Random(SEED);
    for (int i = 0; i < 50_000; i++) {
      byte[] in = letters(random, random.nextInt(60));
      byte[] wanted = letters(random, 1 + random.nextInt(3));
      int from = random.nextInt(in.length + 1);
      int to = from + random.nextInt(in.length - from + 1);
      assertThat(ByteSearch.indexOf(wanted, in, from, to))
          .as("try %d of seed %d", i, SEED)
          .isEqualTo(plainly(wanted, in, from, to));
    }
  }

  /** Among them those on which a search of whole words could go wrong: 0, 0x80 and neighbours. */
  private static byte[] letters(Random random, int count) {
    byte[] few = {0, 1, (byte) 0x80, (byte) 0x7f, (byte) 0x81, (byte) 0xff, 'a'};
    byte[] letters = new byte[count];
    for (int i = 0; i < count; i++) {
      letters[i] = few[random.nextInt(few.length)];
    }
    return letters;
  }

  private static int plainly(byte[] wanted, byte[] in, int from, int to) {
    for (int at = from; at + wanted.length <= to; at++) {
      if (Arrays.equals(in, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    return -1;
  }

  @Test
  void aBeginningThatBreaksOffHidesNoMatchBehindIt() {
    byte[] text = "aaaaaaaaaaab".getBytes(StandardCharsets.US_ASCII);

    assertThat(ByteSearch.indexOf(new byte[] {'a', 'a', 'b'}, text, 0, text.length)).isEqualTo(9);
    assertThat(ByteSearch.indexOf(new byte[] {'a', 'a', 'b'}, text, 0, text.length - 1))
        .isEqualTo(-1);
  }
}
