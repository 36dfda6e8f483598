package io.toppar.netty.records;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Fixed-width numbers of a byte array, most significant byte first. */
final class BigEndian {

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  static short int16(byte[] bytes, int at) {
    return (short) SHORTS.get(bytes, at);
  }

  static int int32(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static long int64(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }
}
