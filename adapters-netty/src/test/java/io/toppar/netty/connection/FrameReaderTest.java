package io.toppar.netty.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Framing, fed in pieces of every size. */
final class FrameReaderTest {

  private final FramePool pool = new FramePool(1 << 20);
  private final Heard heard = new Heard();
  private final EmbeddedChannel channel = new EmbeddedChannel(new FrameReader(10_000, heard));

  /** A sink that takes even correlation ids and skips odd ones. */
  private final class Heard implements FrameReader.Sink {
    final List<String> replies = new ArrayList<>();
    @Nullable String broken;
    int id;

    @Override
    public void bytesArrived() {}

    @Override
    public @Nullable Frame frameStarts(int bodyLength, int correlationId) {
      id = correlationId;
      return correlationId % 2 == 0 ? pool.take(bodyLength) : null;
    }

    @Override
    public void frameEnds(Frame frame) {
      int sum = 0;
      for (int i = 0; i < frame.length(); i++) {
        sum += frame.array()[i];
      }
      replies.add(id + ":" + frame.length() + ":" + sum);
      frame.release();
    }

    @Override
    public void broken(String detail) {
      broken = detail;
    }
  }

  private static ByteBuf reply(int id, int bodyLength) {
    byte[] body = new byte[bodyLength];
    Arrays.fill(body, (byte) 1);
    return Unpooled.buffer().writeInt(4 + bodyLength).writeInt(id).writeBytes(body);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 64, 5000})
  void replies_are_whole_however_they_are_cut(int piece) {
    ByteBuf stream = Unpooled.buffer();
    int[] lengths = {0, 1, 5, 3000, 0, 4095, 4096, 17};
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      stream.writeBytes(reply(i, lengths[i]));
      if (i % 2 == 0) {
        expected.add(i + ":" + lengths[i] + ":" + lengths[i]);
      }
    }
    while (stream.isReadable()) {
      channel.writeInbound(stream.readBytes(Math.min(piece, stream.readableBytes())));
    }
    assertThat(heard.replies).containsExactlyElementsOf(expected);
    assertThat(heard.broken).isNull();
    assertThat(pool.outstandingFrames()).isZero();
  }

  @Test
  void cuts_at_random_places_change_nothing() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      heard.replies.clear();
      ByteBuf stream = Unpooled.buffer();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        int length = random.nextInt(600);
        stream.writeBytes(reply(2 * i, length));
        expected.add(2 * i + ":" + length + ":" + length);
      }
      while (stream.isReadable()) {
        channel.writeInbound(
            stream.readBytes(random.nextInt(1, Math.min(900, stream.readableBytes()) + 1)));
      }
      assertThat(heard.replies).as("seed %d", seed).containsExactlyElementsOf(expected);
    }
  }

  @Test
  void nothing_is_read_behind_a_length_that_cannot_be_one() {
    channel.writeInbound(Unpooled.buffer().writeInt(10_001).writeInt(0).writeBytes(reply(2, 4)));
    channel.writeInbound(reply(4, 4));
    assertThat(heard.broken).contains("10,001", "receive.message.max.bytes");
    assertThat(heard.replies).isEmpty();
  }

  @Test
  void a_length_with_no_room_for_a_reply_is_not_blamed_on_the_limit() {
    channel.writeInbound(Unpooled.buffer().writeInt(0).writeInt(0));
    assertThat(heard.broken)
        .contains("a reply of 0 bytes")
        .doesNotContain("receive.message.max.bytes");
  }

  @Test
  void a_reply_half_read_is_released_when_reading_stops() {
    FrameReader reader = channel.pipeline().get(FrameReader.class);
    channel.writeInbound(reply(2, 100).readSlice(50));
    assertThat(pool.outstandingFrames()).isEqualTo(1);
    reader.stop();
    assertThat(pool.outstandingFrames()).isZero();
    channel.writeInbound(reply(2, 100));
    assertThat(heard.replies).isEmpty();
  }
}
