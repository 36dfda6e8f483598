package io.toppar.netty.records;

import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * LZ4 frames, decompressed block by block into an array; frames may follow one another.
 *
 * <p>Only independent blocks: brokers refuse linked ones. Checksums of blocks and content are
 * stepped over, for the batch's own covers the same bytes.
 */
final class Lz4Frames {

  private static final int MAGIC = 0x184d2204;
  private static final int VERSION_MASK = 0xc0;
  private static final int VERSION = 0x40;
  private static final int INDEPENDENT = 0x20;
  private static final int BLOCK_CHECKSUM = 0x10;
  private static final int CONTENT_SIZE = 0x08;
  private static final int CONTENT_CHECKSUM = 0x04;
  private static final int DICTIONARY = 0x01;
  static final int STORED = 0x80000000;
  private static final int MIN_BLOCK_CODE = 4;

  private final byte[] bytes;
  private final int end;
  private final boolean checkHeader;
  private final Scratch out;
  private int at;

  private Lz4Frames(byte[] bytes, int start, int length, boolean checkHeader, Scratch out) {
    this.bytes = bytes;
    this.at = start;
    this.end = start + length;
    this.checkHeader = checkHeader;
    this.out = out;
  }

  /**
   * Decompresses all frames.
   *
   * @param checkHeader false for magic 0, whose writers took the checksum over the wrong bytes
   */
  static void decompress(byte[] bytes, int start, int length, boolean checkHeader, Scratch out)
      throws UnreadableException {
    Lz4Frames frames = new Lz4Frames(bytes, start, length, checkHeader, out);
    do {
      frames.frame();
    } while (frames.at < frames.end);
  }

  private void frame() throws UnreadableException {
    if (int32() != MAGIC) {
      throw Decompressor.broken("lz4: not a frame");
    }
    int descriptor = at;
    need(2);
    int flags = bytes[at];
    int blockCode = (bytes[at + 1] >> 4) & 0x07;
    skip(2);
    if ((flags & VERSION_MASK) != VERSION || blockCode < MIN_BLOCK_CODE) {
      throw Decompressor.broken("lz4: unknown frame flags " + flags + ", block size " + blockCode);
    }
    if ((flags & INDEPENDENT) == 0 || (flags & DICTIONARY) != 0) {
      throw Decompressor.broken("lz4: linked blocks and dictionaries are not supported");
    }
    skip((flags & CONTENT_SIZE) != 0 ? Long.BYTES : 0);
    headerChecksum(descriptor);
    blocks(1 << (8 + 2 * blockCode), (flags & BLOCK_CHECKSUM) != 0 ? Integer.BYTES : 0);
    skip((flags & CONTENT_CHECKSUM) != 0 ? Integer.BYTES : 0);
  }

  private void headerChecksum(int descriptor) throws UnreadableException {
    need(1);
    byte stored = bytes[at];
    if (checkHeader && stored != (byte) (hash(descriptor, at - descriptor) >> 8)) {
      throw Decompressor.broken("lz4: the frame header's checksum is wrong");
    }
    skip(1);
  }

  private int hash(int start, int length) {
    return Libraries.HASH.hash(bytes, start, length, 0);
  }

  private void blocks(int maxBlock, int checksumBytes) throws UnreadableException {
    for (int size = int32(); size != 0; size = int32()) {
      int length = size & ~STORED;
      if (length > maxBlock) {
        throw Decompressor.broken("lz4: a block of " + length + " bytes; the most is " + maxBlock);
      }
      need(length);
      if ((size & STORED) != 0) {
        out.grow(length);
        System.arraycopy(bytes, at, out.bytes(), out.length(), length);
        out.filled(length);
      } else {
        block(length, maxBlock);
      }
      skip(length);
      skip(checksumBytes);
    }
  }

  private void block(int length, int maxBlock) throws UnreadableException {
    while (true) {
      int room = Math.min(out.room(), maxBlock);
      try {
        out.filled(Libraries.BLOCKS.decompress(bytes, at, length, out.bytes(), out.length(), room));
        return;
      } catch (LZ4Exception e) {
        if (room == maxBlock) {
          throw Decompressor.broken("lz4: " + e.getMessage());
        }
        out.grow(room + 1); // it may only have been too little room
      }
    }
  }

  private int int32() throws UnreadableException {
    need(Integer.BYTES);
    int number = Integer.reverseBytes(BigEndian.int32(bytes, at));
    at += Integer.BYTES;
    return number;
  }

  private void skip(int count) throws UnreadableException {
    need(count);
    at += count;
  }

  private void need(int count) throws UnreadableException {
    if (count > end - at) {
      throw Decompressor.broken("lz4: the frame is cut off");
    }
  }

  /** Loaded with the first frame, natively where possible. */
  private static final class Libraries {

    static final LZ4SafeDecompressor BLOCKS = LZ4Factory.fastestInstance().safeDecompressor();
    static final XXHash32 HASH = XXHashFactory.fastestInstance().hash32();
  }
}
