package io.toppar.netty.records;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * A piece of direct memory that records are written into, from a {@link ChunkPool} and back to it.
 * Filled by one thread at a time; read by others once it is full.
 */
final class Chunk {

  private final ByteBuf memory;
  private final ByteBuffer bytes;
  private int length;

  Chunk(ByteBuf memory) {
    this.memory = memory;
    this.bytes = memory.nioBuffer(0, memory.capacity());
  }

  /** All of the memory; read and written at absolute indexes only. */
  ByteBuffer bytes() {
    return bytes;
  }

  int capacity() {
    return bytes.capacity();
  }

  /** How much is filled. */
  int length() {
    return length;
  }

  int room() {
    return capacity() - length;
  }

  /** Says how much is filled. */
  void filledTo(int end) {
    length = end;
  }

  /** What is filled, as a buffer of its own for those who move its position. */
  ByteBuffer content() {
    return bytes.slice(0, length);
  }

  /** What is filled, for a socket; holds the memory until released. */
  ByteBuf lent() {
    return memory.retainedSlice(0, length);
  }

  /** Gives the memory back to the system. */
  void free() {
    memory.release();
  }
}
