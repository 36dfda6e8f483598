package io.toppar.netty.records;

import static io.toppar.netty.records.Fixtures.BASE_TIME;
import static io.toppar.netty.records.Fixtures.F10;
import static io.toppar.netty.records.Fixtures.flipped;
import static io.toppar.netty.records.Fixtures.join;
import static io.toppar.netty.records.Fixtures.sealed;
import static io.toppar.netty.records.KafkaBatches.batch;
import static io.toppar.netty.records.KafkaBatches.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.toppar.domain.BatchFault;
import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.TimestampType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OldFormatTest {

  private static final Compression GZIP = Compression.gzip().build();

  @Test
  @DisplayName("B091: the messages inside a wrapper of magic 0 have absolute offsets and no time")
  void innerOffsetsOfMagic0AreAbsolute() {
    Reading reading = Reading.of(F10, 200);
    assertThat(reading.records())
        .extracting(Seen::offset, Seen::timestamp, Seen::timestampType)
        .containsExactly(
            tuple(200L, -1L, TimestampType.NONE), tuple(201L, -1L, TimestampType.NONE));
    assertThat(reading.next()).isEqualTo(202);
  }

  @Test
  @DisplayName("B091: one reply may hold all magics, each read by its own rule")
  void magicsMayBeMixed() {
    byte[] reply =
        join(
            F10,
            messages(0, Compression.NONE, 202, "a", "b"),
            messages(1, GZIP, 204, "c", "d", "e"),
            messages(1, Compression.NONE, 207, "f"),
            batch(GZIP, 208, "g", "h"));
    Reading reading = Reading.of(reply, 200);
    assertThat(reading.offsets())
        .containsExactly(200L, 201L, 202L, 203L, 204L, 205L, 206L, 207L, 208L, 209L);
    assertThat(reading.values().subList(2, 10))
        .containsExactly("a", "b", "c", "d", "e", "f", "g", "h");
    assertThat(reading.next()).isEqualTo(210);
    assertThat(reading.fault()).isNull();
  }

  @Test
  @DisplayName("B109: the checksum of a message ends where the message ends")
  void messagesBackToBackAreBothValid() {
    Reading reading = Reading.of(messages(1, Compression.NONE, 5, "one", "two"), 5);
    assertThat(reading.values()).containsExactly("one", "two");
    assertThat(reading.fault()).isNull();
  }

  @Test
  @DisplayName("B092: messages of a wrapper before the position are not delivered")
  void messagesBeforeThePositionAreDropped() {
    byte[] wrapper = messages(1, GZIP, 80, "80", "81", "82", "83");
    assertThat(Reading.of(wrapper, 82).values()).containsExactly("82", "83");
    assertThat(Reading.of(messages(0, GZIP, 80, "80", "81"), 81).values()).containsExactly("81");
  }

  @Test
  void brokerTimeOfAWrapperHoldsForAllItsMessages() {
    byte[] wrapper = messages(1, GZIP, 7, "a", "b");
    wrapper[17] |= 0x08;
    ByteBuffer.wrap(wrapper).putLong(18, BASE_TIME + 99);
    assertThat(Reading.of(sealed(wrapper), 7).records())
        .extracting(Seen::timestamp, Seen::timestampType)
        .containsOnly(tuple(BASE_TIME + 99, TimestampType.LOG_APPEND_TIME));
  }

  /** Writers of magic 0 took the frame header's checksum over the wrong bytes. */
  @Test
  void lz4OfMagic0MayHaveTheBrokenHeaderChecksum() {
    byte[] wrapper = messages(0, Compression.lz4().build(), 7, "a", "b");
    assertThat(Reading.of(wrapper, 7).values()).containsExactly("a", "b");
    int headerChecksum = 18 + 4 + 4 + 6;
    byte[] correct = sealed(flipped(wrapper, headerChecksum, 0xff));
    assertThat(Reading.of(correct, 7).values()).containsExactly("a", "b");
    byte[] newer = messages(1, Compression.lz4().build(), 7, "a", "b");
    assertThat(Reading.of(sealed(flipped(newer, headerChecksum + 8, 0xff)), 7).readFault())
        .extracting(BatchFault::kind)
        .isEqualTo(BatchFault.Kind.DECOMPRESSION);
  }

  @Test
  void wrongChecksumNamesTheMessage() {
    byte[] good = messages(0, Compression.NONE, 5, "good");
    byte[] bad = flipped(messages(0, Compression.NONE, 6, "bad"), 27, 0x01);
    Reading reading = Reading.of(join(good, bad), 5);
    assertThat(reading.values()).containsExactly("good");
    assertThat(reading.readFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.CHECKSUM, 6L, 6L);
  }

  @Test
  void wrongChecksumInsideAWrapperNamesWhatIsLeftOfIt() throws IOException {
    byte[] first = messages(0, Compression.NONE, 3, "first");
    byte[] second = flipped(messages(0, Compression.NONE, 4, "second"), 30, 0x01);
    Reading reading = Reading.of(wrapper(5, gzip(join(first, second))), 3);
    assertThat(reading.values()).containsExactly("first");
    assertThat(reading.readFault())
        .extracting(BatchFault::kind, BatchFault::firstOffset, BatchFault::lastOffset)
        .containsExactly(BatchFault.Kind.CHECKSUM, 4L, 5L);
  }

  @Test
  void wrappersAroundWhatIsNoMessageSetAreMalformed() throws IOException {
    byte[] inner = messages(0, Compression.NONE, 3, "x");
    byte[][] contents = {
      {},
      Fixtures.first(inner, inner.length - 1),
      messages(1, Compression.NONE, 3, "other magic"),
      messages(0, GZIP, 3, "nested"),
      join(inner, inner),
      messages(0, Compression.NONE, 9, "beyond the wrapper"),
    };
    for (byte[] content : contents) {
      assertThat(Reading.of(wrapper(5, gzip(content)), 0).readFault())
          .extracting(BatchFault::kind)
          .isEqualTo(BatchFault.Kind.MALFORMED);
    }
  }

  private static byte[] wrapper(long offset, byte[] value) {
    ByteBuffer message = ByteBuffer.allocate(26 + value.length);
    message.putLong(offset).putInt(14 + value.length).putInt(0).put((byte) 0).put((byte) 1);
    message.putInt(-1).putInt(value.length).put(value);
    return sealed(message.array());
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(out)) {
      stream.write(bytes);
    }
    return out.toByteArray();
  }
}
