package io.toppar.netty.records;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/** Snappy in the block stream of the Java library, which is what brokers and clients read. */
final class SnappyCompressor implements Compressor {

  /** What the Java clients write. */
  private static final int BLOCK_BYTES = 32 << 10;

  private static final int VERSION = 1;

  private final int mostPerBlock;

  SnappyCompressor() {
    try {
      mostPerBlock = Snappy.maxCompressedLength(BLOCK_BYTES);
    } catch (SnappyError noNativeLibrary) {
      throw (UnsatisfiedLinkError)
          new UnsatisfiedLinkError(noNativeLibrary.getMessage()).initCause(noNativeLibrary);
    }
  }

  @Override
  public int room(int bytes) {
    int blocks = (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    return SnappyStream.STREAM_HEADER_BYTES + blocks * (Integer.BYTES + mostPerBlock);
  }

  @Override
  public int compress(ByteBuffer from, int level, ByteBuffer to) {
    to.putLong(0, SnappyStream.STREAM_MAGIC);
    to.putInt(Long.BYTES, VERSION);
    to.putInt(Long.BYTES + Integer.BYTES, VERSION);
    int at = SnappyStream.STREAM_HEADER_BYTES;
    int end = from.limit();
    for (int start = from.position(); start < end; start += BLOCK_BYTES) {
      ByteBuffer block = from.slice(start, Math.min(BLOCK_BYTES, end - start));
      int length = block(block, to, at + Integer.BYTES);
      to.putInt(at, length);
      at += Integer.BYTES + length;
    }
    return at;
  }

  private static int block(ByteBuffer block, ByteBuffer to, int at) {
    try {
      return Snappy.compress(block, to.slice(at, to.capacity() - at));
    } catch (IOException impossible) {
      throw new IllegalStateException("snappy refuses direct memory", impossible);
    }
  }
}
