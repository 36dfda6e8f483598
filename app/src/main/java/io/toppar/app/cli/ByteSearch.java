package io.toppar.app.cli;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Looks for bytes in an array, eight at a time. Stateless. */
final class ByteSearch {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  private ByteSearch() {}

  /**
   * The first place of these bytes, at least one, within {@code [from, to)}; -1 if there is none.
   */
  static int indexOf(byte[] wanted, byte[] in, int from, int to) {
    int at = indexOf(wanted[0], in, from, to - wanted.length + 1);
    while (at >= 0 && !Arrays.equals(in, at, at + wanted.length, wanted, 0, wanted.length)) {
      at = indexOf(wanted[0], in, at + 1, to - wanted.length + 1);
    }
    return at;
  }

  private static int indexOf(byte wanted, byte[] in, int from, int to) {
    long everywhere = (wanted & 0xff) * ONES;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long difference = (long) WORD.get(in, at) ^ everywhere;
      long zeros = (difference - ONES) & ~difference & HIGHEST_BITS; // the lowest of them is exact
      if (zeros != 0) {
        return at + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    for (; at < to; at++) {
      if (in[at] == wanted) {
        return at;
      }
    }
    return -1;
  }
}
