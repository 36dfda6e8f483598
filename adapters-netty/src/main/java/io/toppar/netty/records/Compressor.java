package io.toppar.netty.records;

import java.nio.ByteBuffer;

/** One codec's way to compress the records of a batch. Confined to one thread at a time. */
interface Compressor {

  /** What {@link #compress} returns where there is too little room. */
  int NO_ROOM = -1;

  /** Bytes of room with which it runs at its best, for so many bytes that compress badly. */
  int room(int bytes);

  /**
   * Compresses.
   *
   * @param from direct; from its position to its limit; where they are afterwards does not matter
   * @param level the codec's own, or {@link io.toppar.ports.Compression#DEFAULT_LEVEL}
   * @param to direct; written from index 0 on
   * @return how many bytes were written, or {@link #NO_ROOM}
   */
  int compress(ByteBuffer from, int level, ByteBuffer to);

  /** Gives up what is not the collector's. */
  default void close() {}
}
