package io.toppar.netty.records;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How one record of a batch of magic 2 is written: the hot loop, which allocates nothing. Numbers
 * are zig-zag varints; a length of -1 is null.
 */
final class RecordFormat {

  private static final int NULL_LENGTH = 1; // -1 in zig-zag

  private RecordFormat() {}

  /** Bytes of a record behind its own length. */
  static long bodyBytes(
      long timestampDelta,
      int offsetDelta,
      @Nullable Slice key,
      @Nullable Slice value,
      RecordHeaders headers) {
    long bytes =
        Byte.BYTES // attributes
            + varlongBytes(zigzag(timestampDelta))
            + varintBytes(zigzag(offsetDelta))
            + bytesBytes(key)
            + bytesBytes(value);
    int count = headers.count();
    bytes += varintBytes(zigzag(count));
    for (int i = 0; i < count; i++) {
      bytes += bytesBytes(headers.name(i));
      bytes += bytesBytes(headers.value(i));
    }
    return bytes;
  }

  /** Bytes of a record with its own length in front. */
  static long recordBytes(long bodyBytes) {
    return varlongBytes(bodyBytes << 1) + bodyBytes;
  }

  /**
   * Writes a record at an index.
   *
   * @param bodyBytes its {@link #bodyBytes}
   * @return the index behind it
   */
  static int write(
      ByteBuffer to,
      int at,
      int bodyBytes,
      long timestampDelta,
      int offsetDelta,
      @Nullable Slice key,
      @Nullable Slice value,
      RecordHeaders headers) {
    int p = varint(to, at, zigzag(bodyBytes));
    to.put(p++, (byte) 0); // attributes, unused
    p = varlong(to, p, zigzag(timestampDelta));
    p = varint(to, p, zigzag(offsetDelta));
    p = bytes(to, p, key);
    p = bytes(to, p, value);
    int count = headers.count();
    p = varint(to, p, zigzag(count));
    for (int i = 0; i < count; i++) {
      p = bytes(to, p, headers.name(i));
      p = bytes(to, p, headers.value(i));
    }
    return p;
  }

  private static int bytes(ByteBuffer to, int at, @Nullable Slice slice) {
    if (slice == null) {
      to.put(at, (byte) NULL_LENGTH);
      return at + 1;
    }
    int length = slice.length();
    int p = varint(to, at, zigzag(length));
    to.put(p, slice.array(), slice.arrayOffset(), length);
    return p + length;
  }

  private static int varint(ByteBuffer to, int at, int raw) {
    int p = at;
    int rest = raw;
    while ((rest & ~0x7f) != 0) {
      to.put(p++, (byte) (rest | 0x80));
      rest >>>= 7;
    }
    to.put(p++, (byte) rest);
    return p;
  }

  private static int varlong(ByteBuffer to, int at, long raw) {
    int p = at;
    long rest = raw;
    while ((rest & ~0x7fL) != 0) {
      to.put(p++, (byte) (rest | 0x80));
      rest >>>= 7;
    }
    to.put(p++, (byte) rest);
    return p;
  }

  private static long bytesBytes(@Nullable Slice slice) {
    return slice == null ? 1 : (long) varintBytes(zigzag(slice.length())) + slice.length();
  }

  private static int zigzag(int value) {
    return (value << 1) ^ (value >> 31);
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> 63);
  }

  /** Seven bits to a byte, one byte for zero: the division by seven as a multiplication. */
  private static int varintBytes(int raw) {
    return (352 - Integer.numberOfLeadingZeros(raw) * 9) >>> 6;
  }

  private static int varlongBytes(long raw) {
    return (640 - Long.numberOfLeadingZeros(raw) * 9) >>> 6;
  }
}
