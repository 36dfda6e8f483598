package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The vectors are librdkafka's own; a word of it is hashed where it lies, within another text. */
class KeyHashesTest {

  private static final byte[] TEXT =
      "-giberish123456789-kafka-".getBytes(StandardCharsets.US_ASCII);

  @Test
  void murmur2IsThatOfTheOtherClients() {
    assertThat(murmur2("kafka")).isEqualTo(0xd067cf64);
    assertThat(murmur2("giberish123456789")).isEqualTo(0x8f552b0c);
    assertThat(murmur2("1234")).isEqualTo(0x9fc97b14);
    assertThat(murmur2("234")).isEqualTo(0xe7c009ca);
    assertThat(murmur2("34")).isEqualTo(0x873930da);
    assertThat(murmur2("4")).isEqualTo(0x5a4b5ca1);
    assertThat(murmur2("")).isEqualTo(0x106e08d9);
  }

  @Test
  void fnv1aIsThatOfTheOtherClients() {
    assertThat(fnv1a("kafka")).isEqualTo(0x0d33c4e1);
    assertThat(fnv1a("giberish123456789")).isEqualTo(0x77a58295);
    assertThat(fnv1a("1234")).isEqualTo(0x023bdd03);
    assertThat(fnv1a("234")).isEqualTo(0x2dea3cd2);
    assertThat(fnv1a("34")).isEqualTo(0x740fa83e);
    assertThat(fnv1a("4")).isEqualTo(0x310ca263);
    assertThat(fnv1a("")).isEqualTo(0x7ee3623b);
  }

  @Test
  void crc32IsThatOfTheJdk() {
    assertThat(KeyHashes.crc32("123456789".getBytes(StandardCharsets.US_ASCII), 0, 9))
        .isEqualTo(0xcbf43926);
    Random random = new Random(1);
    for (int length = 0; length < 300; length++) {
      byte[] bytes = new byte[length + 5];
      random.nextBytes(bytes);
      CRC32 expected = new CRC32();
      expected.update(bytes, 3, length);
      assertThat(KeyHashes.crc32(bytes, 3, length))
          .as("length %d of seed 1", length)
          .isEqualTo((int) expected.getValue());
    }
  }

  private static int murmur2(String word) {
    return KeyHashes.murmur2(TEXT, at(word), word.length());
  }

  private static int fnv1a(String word) {
    return KeyHashes.fnv1a(TEXT, at(word), word.length());
  }

  private static int at(String word) {
    return new String(TEXT, StandardCharsets.US_ASCII).indexOf(word);
  }
}
