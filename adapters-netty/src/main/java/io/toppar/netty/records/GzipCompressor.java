package io.toppar.netty.records;

import io.toppar.ports.Compression;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Gzip (RFC 1952), one member, by the JDK's deflater. */
final class GzipCompressor implements Compressor {

  /** Magic, deflate, no flags, no time, no hints, system unknown: as the Java clients write it. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  private static final int TRAILER_BYTES = 8;

  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final CRC32 crc = new CRC32();

  @Override
  public int room(int bytes) {
    return bytes + HEADER.length + TRAILER_BYTES;
  }

  @Override
  public int compress(ByteBuffer from, int level, ByteBuffer to) {
    int bytes = from.remaining();
    crc.reset();
    crc.update(from.duplicate());
    deflater.reset();
    deflater.setLevel(level == Compression.DEFAULT_LEVEL ? Deflater.DEFAULT_COMPRESSION : level);
    deflater.setInput(from);
    deflater.finish();
    ByteBuffer out = to.duplicate().position(0).put(HEADER);
    out.limit(out.capacity() - TRAILER_BYTES);
    while (!deflater.finished()) {
      if (!out.hasRemaining()) {
        return NO_ROOM;
      }
      deflater.deflate(out);
    }
    out.limit(out.capacity());
    out.putInt(Integer.reverseBytes((int) crc.getValue()));
    out.putInt(Integer.reverseBytes(bytes));
    return out.position();
  }

  @Override
  public void close() {
    deflater.end();
  }
}
