package io.toppar.netty.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the byte stream of one connection into replies. Confined to the event loop.
 *
 * <p>Length and correlation id are read first; then the sink says where the body goes, or that it
 * is not wanted. Each chunk is copied once, from the socket buffer straight into the frame's array.
 *
 * <pre>
 *   +-----------+----------------+------------------------+
 *   | length 4  | correlation 4  | body: length - 4 bytes |
 *   +-----------+----------------+------------------------+
 * </pre>
 */
final class FrameReader extends ChannelInboundHandlerAdapter {

  private static final int HEAD_BYTES = 8;

  private final int maxBytes;
  private final Sink sink;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headRead;
  private @Nullable Frame frame;
  private int filled;
  private long toSkip;
  private boolean broken;

  FrameReader(int maxBytes, Sink sink) {
    this.maxBytes = maxBytes;
    this.sink = sink;
  }

  /** Where replies go. */
  interface Sink {

    /** Some bytes have arrived. */
    void bytesArrived();

    /**
     * A reply begins.
     *
     * @return where its body goes, or null to skip it
     */
    @Nullable Frame frameStarts(int bodyLength, int correlationId);

    /** A reply is complete; the sink owns it. */
    void frameEnds(Frame frame);

    /** The peer breaks the protocol: nothing more will be read. */
    void broken(String detail);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf chunk = (ByteBuf) message;
    try {
      sink.bytesArrived();
      while (!broken && chunk.isReadable()) {
        consume(chunk);
      }
    } finally {
      chunk.release();
    }
  }

  /** Nothing more is wanted: what arrives from now on is dropped, what is half read released. */
  void stop() {
    broken = true;
    if (frame != null) {
      frame.release();
      frame = null;
    }
  }

  private void consume(ByteBuf chunk) {
    if (toSkip > 0) {
      int count = (int) Math.min(toSkip, chunk.readableBytes());
      chunk.skipBytes(count);
      toSkip -= count;
    } else if (frame != null) {
      fill(frame, chunk);
    } else {
      readHead(chunk);
    }
  }

  private void fill(Frame open, ByteBuf chunk) {
    int count = Math.min(open.length() - filled, chunk.readableBytes());
    chunk.readBytes(open.array(), filled, count);
    filled += count;
    if (filled == open.length()) {
      frame = null;
      sink.frameEnds(open);
    }
  }

  private void readHead(ByteBuf chunk) {
    int before = headRead;
    int count = Math.min(HEAD_BYTES - headRead, chunk.readableBytes());
    chunk.readBytes(head, headRead, count);
    headRead += count;
    int length = int32(0);
    if (before < Integer.BYTES && headRead >= Integer.BYTES && (length < 4 || length > maxBytes)) {
      breakOff(PeerBytes.describe(length, maxBytes));
      return;
    }
    if (headRead == HEAD_BYTES) {
      headRead = 0;
      begin(length - Integer.BYTES, int32(Integer.BYTES));
    }
  }

  private void begin(int bodyLength, int correlationId) {
    Frame open = sink.frameStarts(bodyLength, correlationId);
    if (open == null) {
      toSkip = bodyLength;
    } else if (bodyLength == 0) {
      sink.frameEnds(open);
    } else if (broken) {
      open.release();
    } else {
      frame = open;
      filled = 0;
    }
  }

  private void breakOff(String detail) {
    broken = true;
    sink.broken(detail);
  }

  private int int32(int at) {
    return ((head[at] & 0xff) << 24)
        | ((head[at + 1] & 0xff) << 16)
        | ((head[at + 2] & 0xff) << 8)
        | (head[at + 3] & 0xff);
  }
}
