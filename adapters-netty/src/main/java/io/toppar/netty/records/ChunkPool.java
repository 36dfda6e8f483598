package io.toppar.netty.records;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bounded store of {@link Chunk}s. Any thread.
 *
 * <p>Direct memory, for it goes to the socket as it is: memory of the heap would be copied once
 * more on the event loop. Chunks come in size classes, four to a doubling, so that at most a fifth
 * of one is unused. What is kept for reuse never exceeds a limit, the rest is freed at once. Chunks
 * out are counted: a test, or a suspicious operator, can see whether each came back.
 */
final class ChunkPool {

  /** The smallest chunk: a batch of little traffic. */
  static final int SMALLEST = 512;

  private static final ByteBufAllocator SYSTEM = UnpooledByteBufAllocator.DEFAULT;

  private final Map<Integer, ArrayDeque<Chunk>> idle = new HashMap<>();
  private long maxIdleBytes;
  private long idleBytes;
  private int outstandingChunks;

  /**
   * Makes an empty pool.
   *
   * @param maxIdleBytes the most bytes kept for reuse
   */
  ChunkPool(long maxIdleBytes) {
    this.maxIdleBytes = maxIdleBytes;
  }

  /** An empty chunk of {@link #capacity} of so many bytes; its content is arbitrary. */
  Chunk take(int bytes) {
    int capacity = capacity(bytes);
    Chunk kept = kept(capacity);
    return kept == null ? new Chunk(SYSTEM.directBuffer(capacity, capacity)) : kept;
  }

  private synchronized @Nullable Chunk kept(int capacity) {
    outstandingChunks++;
    ArrayDeque<Chunk> same = idle.get(capacity);
    Chunk chunk = same == null ? null : same.pollLast();
    if (chunk != null) {
      idleBytes -= capacity;
    }
    return chunk;
  }

  /** Takes a chunk back, which nobody may touch any more. */
  void giveBack(Chunk chunk) {
    if (!keep(chunk)) {
      chunk.free();
    }
  }

  private synchronized boolean keep(Chunk chunk) {
    int capacity = chunk.capacity();
    outstandingChunks--;
    if (idleBytes + capacity > maxIdleBytes) {
      return false;
    }
    chunk.filledTo(0);
    idle.computeIfAbsent(capacity, size -> new ArrayDeque<>()).addLast(chunk);
    idleBytes += capacity;
    return true;
  }

  /** Chunks handed out and not given back. */
  synchronized int outstandingChunks() {
    return outstandingChunks;
  }

  /** Bytes kept for reuse. */
  synchronized long idleBytes() {
    return idleBytes;
  }

  /** Frees everything kept for reuse, and keeps nothing any more. */
  synchronized void close() {
    maxIdleBytes = 0;
    idleBytes = 0;
    idle.values().forEach(same -> same.forEach(Chunk::free));
    idle.clear();
  }

  /** What a chunk for so many bytes has: the smallest, or the next quarter step. */
  static int capacity(int bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    int step = Integer.highestOneBit(bytes) >> 2;
    long rounded = ((long) bytes + step - 1) / step * step;
    return rounded > Integer.MAX_VALUE - 8 ? bytes : (int) rounded;
  }
}
