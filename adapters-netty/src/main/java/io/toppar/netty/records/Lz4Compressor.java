package io.toppar.netty.records;

import io.toppar.ports.Compression;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** An LZ4 frame of independent blocks of 64 KiB without checksums, as the Java clients write it. */
final class Lz4Compressor implements Compressor {

  private static final int BLOCK_BYTES = 64 << 10;

  /** Magic, flags (version 1, independent blocks), block size, the checksum of those two. */
  private static final byte[] HEADER = {0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, (byte) 0x82};

  private static final LZ4Factory FACTORY = LZ4Factory.fastestInstance();

  @Override
  public int room(int bytes) {
    int blocks = (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    int most = FACTORY.fastCompressor().maxCompressedLength(Math.min(bytes, BLOCK_BYTES));
    return HEADER.length + blocks * (Integer.BYTES + most) + Integer.BYTES;
  }

  @Override
  public int compress(ByteBuffer from, int level, ByteBuffer to) {
    LZ4Compressor library =
        level == Compression.DEFAULT_LEVEL
            ? FACTORY.fastCompressor()
            : FACTORY.highCompressor(level);
    to.put(0, HEADER);
    int at = HEADER.length;
    int end = from.limit();
    for (int start = from.position(); start < end; start += BLOCK_BYTES) {
      at = block(library, from, start, Math.min(BLOCK_BYTES, end - start), to, at);
    }
    to.putInt(at, 0); // no further block
    return at + Integer.BYTES;
  }

  private static int block(
      LZ4Compressor library, ByteBuffer from, int start, int bytes, ByteBuffer to, int at) {
    int content = at + Integer.BYTES;
    int length = library.compress(from, start, bytes, to, content, to.capacity() - content);
    if (length < bytes) {
      to.putInt(at, Integer.reverseBytes(length));
      return content + length;
    }
    to.putInt(at, Integer.reverseBytes(bytes | Lz4Frames.STORED));
    to.put(content, from, start, bytes);
    return content + bytes;
  }
}
