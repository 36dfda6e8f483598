package io.toppar.netty.records;

import java.io.IOException;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * Snappy in both framings found in the field: the block stream of the Java library, and one bare
 * block (B116).
 */
final class SnappyStream {

  /** 82 53 4e 41 50 50 59 00. */
  static final long STREAM_MAGIC = 0x82534e4150505900L;

  /** Magic, version, and the oldest version that can read it. */
  static final int STREAM_HEADER_BYTES = 16;

  /** No instruction of a block yields more bytes per byte it takes: 64 of 3, and a length. */
  private static final int MAX_RATIO = 22;

  private SnappyStream() {}

  static void decompress(byte[] bytes, int start, int length, Scratch out)
      throws UnreadableException {
    try {
      if (!isStreamHeader(bytes, start, length)) {
        block(bytes, start, length, out);
        return;
      }
      stream(bytes, start, start + length, out);
    } catch (IOException e) {
      throw Decompressor.broken("snappy: " + e.getMessage());
    } catch (SnappyError e) {
      throw Decompressor.absent(Decompressor.SNAPPY, e);
    }
  }

  private static void stream(byte[] bytes, int start, int end, Scratch out)
      throws IOException, UnreadableException {
    int at = start;
    while (at < end) {
      if (isStreamHeader(bytes, at, end - at)) { // streams may follow one another
        at += STREAM_HEADER_BYTES;
        continue;
      }
      int left = end - at - Integer.BYTES;
      int length = left < 0 ? -1 : BigEndian.int32(bytes, at);
      if (length < 0 || length > left) {
        throw Decompressor.broken("snappy: a block of " + length + " bytes where " + left + " are");
      }
      block(bytes, at + Integer.BYTES, length, out);
      at += Integer.BYTES + length;
    }
  }

  private static boolean isStreamHeader(byte[] bytes, int at, int left) {
    return left >= STREAM_HEADER_BYTES && BigEndian.int64(bytes, at) == STREAM_MAGIC;
  }

  private static void block(byte[] bytes, int start, int length, Scratch out)
      throws IOException, UnreadableException {
    if (length == 0) {
      throw Decompressor.broken("snappy: a block without bytes");
    }
    int size = Snappy.uncompressedLength(bytes, start, length);
    if (size < 0 || size > (long) length * MAX_RATIO) {
      throw Decompressor.broken(
          "snappy: a block of " + length + " bytes cannot hold the announced " + size);
    }
    if (out.room() < size) {
      out.grow(size);
    }
    out.filled(Snappy.uncompress(bytes, start, length, out.bytes(), out.length()));
  }
}
