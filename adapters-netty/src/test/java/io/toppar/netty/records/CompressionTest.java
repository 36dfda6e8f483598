package io.toppar.netty.records;

import static io.toppar.netty.records.Fixtures.F01;
import static io.toppar.netty.records.Fixtures.F11_BARE;
import static io.toppar.netty.records.Fixtures.F11_FRAMED;
import static io.toppar.netty.records.Fixtures.F13;
import static io.toppar.netty.records.Fixtures.first;
import static io.toppar.netty.records.Fixtures.hex;
import static io.toppar.netty.records.Fixtures.join;
import static io.toppar.netty.records.Fixtures.sealed;
import static io.toppar.netty.records.Fixtures.withRecords;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BatchFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest {

  private static final int LIMIT = 1 << 20;
  private static final RecordOptions LIMITED = new RecordOptions(true, LIMIT);

  @Test
  @DisplayName("B116: snappy in block framing with several blocks, and as one bare block")
  void snappyComesInTwoFramings() {
    assertThat(Reading.of(F11_FRAMED, 80).values()).containsExactly("s0", "s1");
    assertThat(Reading.of(F11_BARE, 80).values()).containsExactly("s0", "s1");
  }

  @Test
  void gzipIsRead() {
    Reading reading = Reading.of(F13, 110);
    assertThat(reading.values()).containsExactly("zip");
    assertThat(reading.next()).isEqualTo(111);
  }

  @Test
  void gzipMembersMayFollowOneAnotherAndHaveAllHeaderFields() throws IOException {
    byte[] records = Arrays.copyOfRange(F01, 61, F01.length);
    byte[] plain = gzip(first(records, 10));
    byte[] rest = gzip(Arrays.copyOfRange(records, 10, records.length));
    byte[] header = hex("1f8b081e000000000003" + "0300010203" + "6e00" + "6300");
    CRC32 crc = new CRC32();
    crc.update(header);
    byte[] checksum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    byte[] adorned = join(header, checksum, Arrays.copyOfRange(plain, 10, plain.length));
    assertThat(Reading.of(withRecords(F01, Decompressor.GZIP, join(adorned, rest)), 10).offsets())
        .containsExactly(10L, 11L, 12L);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 7})
  @DisplayName("B120: an unknown codec is named with its offsets")
  void unknownCodecIsNamed(int codec) {
    Reading reading = Reading.of(withRecords(F01, codec, new byte[30]), 10);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.readFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.UNSUPPORTED_CODEC, 10L, 12L);
    assertThat(reading.readFault()).asString().contains("codec " + codec);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void bombIsRefusedBeforeItTakesMemory(CompressionType codec) {
    byte[] bomb = kafkaBatch(codec, "0".repeat(50 << 20));
    Reading.of(kafkaBatch(codec, "warm"), 0, LIMITED);
    long before = Allocations.ofThisThread();
    Reading reading = Reading.of(bomb, 0, LIMITED);
    assertThat(Allocations.ofThisThread() - before).isLessThan(bomb.length + 8L * LIMIT);
    assertThat(reading.readFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.DECOMPRESSION);
    assertThat(reading.readFault()).asString().contains("limit of " + LIMIT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // snappy: one bare block that announces 1 GiB, and the same inside block framing
        "02808080800400",
        "0282534e4150505900000000010000000100000006808080800400",
        // zstd: a frame that announces 2 GiB - 1
        "0428b52ffd80007fffff7f010000",
        // lz4: a frame that announces 2^62 bytes of content
        "0304224d186c40000000000000004000000000000000",
      })
  void announcedSizesAreNotBelieved(String codecAndBytes) {
    byte[] bytes = hex(codecAndBytes);
    byte[] batch = withRecords(F01, bytes[0], Arrays.copyOfRange(bytes, 1, bytes.length));
    Reading.of(batch, 10, LIMITED);
    long before = Allocations.ofThisThread();
    Reading reading = Reading.of(batch, 10);
    assertThat(Allocations.ofThisThread() - before).isLessThan(LIMIT);
    assertThat(reading.readFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.DECOMPRESSION);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void everyCutIsAFault(CompressionType codec) {
    byte[] batch = kafkaBatch(codec, "some text, some more text, and some text".repeat(20), "b");
    for (int length = 61; length < batch.length; length++) {
      byte[] cut = withRecords(batch, codec.id, Arrays.copyOfRange(batch, 61, length));
      Reading reading = Reading.of(cut, 0);
      boolean wholeContentIsThere = reading.records().size() == 2;
      if (!wholeContentIsThere) {
        assertThat(reading.readFault()).as("%s cut at %d", codec, length).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void largeBatchesComeOutWhole(CompressionType codec) {
    String large = "0123456789abcdef".repeat(3 << 16);
    Reading reading = Reading.of(kafkaBatch(codec, large, "tail"), 0);
    assertThat(reading.values()).containsExactly(large, "tail");
  }

  @Test
  void lz4HeaderChecksumIsChecked() {
    byte[] batch = kafkaBatch(CompressionType.LZ4, "text");
    batch[61 + 6] ^= 1;
    assertThat(Reading.of(sealed(batch), 0).readFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.DECOMPRESSION);
  }

  private static byte[] kafkaBatch(CompressionType codec, String... values) {
    return KafkaBatches.batch(Compression.of(codec).build(), 0, values);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(out)) {
      stream.write(bytes);
    }
    return out.toByteArray();
  }
}
