package io.toppar.netty.records;

import static io.toppar.netty.records.Fixtures.BASE_TIME;
import static io.toppar.netty.records.Fixtures.F01;
import static io.toppar.netty.records.Fixtures.F02;
import static io.toppar.netty.records.Fixtures.F04;
import static io.toppar.netty.records.Fixtures.F05;
import static io.toppar.netty.records.Fixtures.F06;
import static io.toppar.netty.records.Fixtures.F07;
import static io.toppar.netty.records.Fixtures.F08;
import static io.toppar.netty.records.Fixtures.at;
import static io.toppar.netty.records.Fixtures.first;
import static io.toppar.netty.records.Fixtures.flipped;
import static io.toppar.netty.records.Fixtures.join;
import static io.toppar.netty.records.Fixtures.sealed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.toppar.domain.BatchFault;
import io.toppar.netty.records.Reading.Header;
import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.TimestampType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredBatchTest {

  private static final RecordOptions UNCHECKED = new RecordOptions(false, 1 << 20);

  @Test
  @DisplayName("B122: null and empty keys, values and header values stay apart")
  void nullAndEmptyStayApart() {
    Reading reading = Reading.of(F01, 10);
    assertThat(reading.records())
        .containsExactly(
            new Seen(10, BASE_TIME, TimestampType.CREATE_TIME, 3, "k1", "v1", List.of()),
            new Seen(
                11,
                BASE_TIME + 10,
                TimestampType.CREATE_TIME,
                3,
                null,
                null,
                List.of(new Header("h", null))),
            new Seen(12, BASE_TIME + 20, TimestampType.CREATE_TIME, 3, "", "", List.of()));
    assertThat(reading.next()).isEqualTo(13);
    assertThat(reading.walkFault()).isNull();
    assertThat(reading.readFault()).isNull();
  }

  @Test
  @DisplayName("B083: an emptied batch moves the position and delivers nothing")
  void emptiedBatchMovesThePosition() {
    Reading reading = Reading.of(F02, 20);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.next()).isEqualTo(25);
    assertThat(reading.walkFault()).isNull();
  }

  @Test
  @DisplayName("B089: offsets come from the deltas, not from the index")
  void gapsKeepTheirOffsets() {
    Reading reading = Reading.of(F04, 40);
    assertThat(reading.offsets()).containsExactly(42L, 45L);
    assertThat(reading.next()).isEqualTo(50);
  }

  @Test
  @DisplayName("B113: broker time holds for every record of the batch")
  void brokerTimeHoldsForTheBatch() {
    Reading reading = Reading.of(F05, 50);
    assertThat(reading.records())
        .extracting(Seen::offset, Seen::timestamp, Seen::timestampType)
        .containsExactly(
            tuple(50L, 1_700_000_005_000L, TimestampType.LOG_APPEND_TIME),
            tuple(51L, 1_700_000_005_000L, TimestampType.LOG_APPEND_TIME));
  }

  @Test
  @DisplayName("B112: a time delta of 64 bits")
  void timeDeltasHave64Bits() {
    Reading reading = Reading.of(F07, 60);
    assertThat(reading.records()).extracting(Seen::timestamp).containsExactly(0L, BASE_TIME);
    assertThat(reading.values()).containsExactly("old", "new");
    assertThat(reading.next()).isEqualTo(62);
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 61, 17, 12, 5})
  @DisplayName("B105: a batch cut off by the size limit is left for the next fetch, silently")
  void cutTailIsQuiet(int length) {
    Reading reading = Reading.of(join(F01, first(F04, length)), 10);
    assertThat(reading.offsets()).containsExactly(10L, 11L, 12L);
    assertThat(reading.next()).isEqualTo(13);
    assertThat(reading.walkFault()).isNull();
    assertThat(reading.readFault()).isNull();
  }

  @Test
  @DisplayName("B103: a first batch that did not fit is named with the size it needs")
  void firstBatchCutIsOversize() {
    Reading reading = Reading.of(first(F04, 70), 40);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::sizeBytes)
        .containsExactly(BatchFault.Kind.OVERSIZE, 40L, F04.length);
  }

  @Test
  @DisplayName("B103: not even a header came: ask for more, whatever the size")
  void firstHeaderCutIsOversize() {
    BatchFault fault = Objects.requireNonNull(Reading.of(first(F04, 7), 40).walkFault());
    assertThat(fault.kind()).isEqualTo(BatchFault.Kind.OVERSIZE);
    assertThat(fault.sizeBytes()).isGreaterThan(7);
  }

  @Test
  @DisplayName("B103: what came lies below the position, and the rest is cut: ask for more")
  void nothingButOldBatchesIsOversize() {
    Reading reading = Reading.of(join(F01, first(F04, 70)), 13);
    assertThat(reading.next()).isEqualTo(13);
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::sizeBytes)
        .containsExactly(BatchFault.Kind.OVERSIZE, F01.length + F04.length);
  }

  @Test
  @DisplayName("B084: a batch that ends behind the position moves it, even with nothing to deliver")
  void batchWithoutRecordsAtThePositionMovesIt() {
    byte[] batch = at(90, withLastDelta(12, withOffsetDeltas(F04, 7, 9)));
    Reading reading = Reading.of(batch, 100);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.next()).isEqualTo(103);
    assertThat(Reading.of(batch, 90).offsets()).containsExactly(97L, 99L);
  }

  @Test
  @DisplayName("B087: the first record may lie far behind the position")
  void recordsMayBeginFarBehindThePosition() {
    byte[] batch = at(151_866, withLastDelta(3, withOffsetDeltas(F04, 0, 3)));
    Reading reading = Reading.of(batch, 0);
    assertThat(reading.offsets()).containsExactly(151_866L, 151_869L);
    assertThat(reading.next()).isEqualTo(151_870);
  }

  @Test
  @DisplayName("B092: records of the batch before the position are not delivered")
  void recordsBeforeThePositionAreDropped() {
    assertThat(Reading.of(F01, 12).offsets()).containsExactly(12L);
    assertThat(Reading.of(F04, 43).offsets()).containsExactly(45L);
  }

  @Test
  @DisplayName("B108: a wrong checksum names the offsets, and the batch behind it can be read")
  void wrongChecksumNamesTheOffsets() {
    byte[] reply = join(F06, at(13, F05));
    Reading reading = Reading.of(reply, 10);
    assertThat(reading.records()).isEmpty();
    assertThat(reading.readFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.CHECKSUM, 10L, 12L);
    assertThat(Reading.of(reply, 13).offsets()).containsExactly(13L, 14L);
  }

  @Test
  @DisplayName("B108: with checks off, a batch is read up to the record that makes no sense")
  void withoutChecksWhatIsWholeIsRead() {
    Reading reading = Reading.of(F06, 10, UNCHECKED);
    assertThat(reading.offsets()).containsExactly(10L, 11L);
    assertThat(reading.readFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.MALFORMED, 12L, 12L);
  }

  @Test
  @DisplayName("B108: a flip inside a value is told by the checksum alone")
  void quietFlipIsToldByTheChecksumAlone() {
    byte[] flipped = flipped(F01, 61 + 9, 0x01);
    assertThat(Reading.of(flipped, 10).readFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.CHECKSUM);
    assertThat(Reading.of(flipped, 10, UNCHECKED).values()).containsExactly("v0", null, "");
  }

  @Test
  @DisplayName("B110: a negative record count is a fault behind what came before")
  void negativeCountIsAFault() {
    Reading reading = Reading.of(join(F07, F08), 60);
    assertThat(reading.values()).containsExactly("old", "new");
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset)
        .containsExactly(BatchFault.Kind.MALFORMED, 62L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5, 1_000_000_000})
  void announcedCountMustBeExact(int count) {
    byte[] batch = F01.clone();
    ByteBuffer.wrap(batch).putInt(23, Integer.MAX_VALUE).putInt(57, count);
    Reading reading = Reading.of(sealed(batch), 10);
    assertThat(reading.fault()).extracting(BatchFault::kind).isEqualTo(BatchFault.Kind.MALFORMED);
    assertThat(reading.offsets()).isSubsetOf(10L, 11L, 12L);
  }

  @Test
  void offsetsMustRiseWithinABatch() {
    for (byte[] batch : List.of(withOffsetDeltas(F04, 5, 5), withOffsetDeltas(F04, 5, 10))) {
      Reading reading = Reading.of(batch, 40);
      assertThat(reading.offsets()).containsExactly(45L);
      assertThat(reading.readFault())
          .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
          .containsExactly(BatchFault.Kind.MALFORMED, 46L, 49L);
    }
  }

  @Test
  void batchesMustRiseWithinAReply() {
    Reading reading = Reading.of(join(F04, F01), 10);
    assertThat(reading.offsets()).containsExactly(42L, 45L);
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset)
        .containsExactly(BatchFault.Kind.MALFORMED, 50L);
  }

  @ParameterizedTest
  @ValueSource(bytes = {3, -1, 127})
  void magicFromTheFutureIsNamed(byte magic) {
    byte[] batch = F04.clone();
    batch[16] = magic;
    Reading reading = Reading.of(join(F01, batch), 10);
    assertThat(reading.offsets()).hasSize(3);
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset)
        .containsExactly(BatchFault.Kind.UNKNOWN_MAGIC, 13L);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 13, 48, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void impossibleLengthIsAFault(int length) {
    byte[] batch = F04.clone();
    ByteBuffer.wrap(batch).putInt(8, length);
    Reading reading = Reading.of(join(F01, batch), 10);
    assertThat(reading.offsets()).hasSize(3);
    assertThat(reading.walkFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.MALFORMED);
  }

  private static byte[] withOffsetDeltas(byte[] batchOfTwo, int first, int second) {
    byte[] copy = batchOfTwo.clone();
    copy[61 + 3] = (byte) (2 * first);
    copy[61 + 9 + 3] = (byte) (2 * second);
    return sealed(copy);
  }

  private static byte[] withLastDelta(int lastDelta, byte[] batch) {
    byte[] copy = batch.clone();
    ByteBuffer.wrap(copy).putInt(23, lastDelta);
    return sealed(copy);
  }
}
