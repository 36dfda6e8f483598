package io.toppar.netty.records;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
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

  private final IntFunction<ByteBuf> system;
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
    this(
        maxIdleBytes,
        capacity -> UnpooledByteBufAllocator.DEFAULT.directBuffer(capacity, capacity));
  }

  /**
   * Makes an empty pool.
   *
   * @param system gives direct memory of so many bytes
   */
  ChunkPool(long maxIdleBytes, IntFunction<ByteBuf> system) {
    this.maxIdleBytes = maxIdleBytes;
    this.system = system;
  }

  /**
   * An empty chunk of {@link #capacity} of so many bytes; its content is arbitrary.
   *
   * @throws OutOfMemoryError if the JVM gives no more direct memory; nothing was taken then
   */
  Chunk take(int bytes) {
    int capacity = capacity(bytes);
    Chunk kept = kept(capacity);
    return kept == null ? fresh(capacity) : kept;
  }

  private Chunk fresh(int capacity) {
    Chunk chunk = new Chunk(system.apply(capacity));
    countOut();
    return chunk;
  }

  private synchronized void countOut() {
    outstandingChunks++;
  }

  private synchronized @Nullable Chunk kept(int capacity) {
    ArrayDeque<Chunk> same = idle.get(capacity);
    Chunk chunk = same == null ? null : same.pollLast();
    if (chunk != null) {
      outstandingChunks++;
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
