package io.toppar.netty.connection;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bounded store of arrays for {@link Frame}s. Any thread.
 *
 * <p>Arrays come in size classes, four to a doubling, so that at most a fifth of one is unused;
 * small ones are made to measure and not kept. What is kept for reuse never exceeds a limit, the
 * rest is left to the garbage collector. Frames out are counted: a test, or a suspicious operator,
 * can see whether each came back.
 */
public final class FramePool {

  private static final int SMALLEST_POOLED = 4096;

  private long maxIdleBytes;
  private final Map<Integer, ArrayDeque<byte[]>> idle = new HashMap<>();
  private long idleBytes;
  private int outstandingFrames;
  private long outstandingBytes;

  /**
   * Makes an empty pool.
   *
   * @param maxIdleBytes the most bytes kept for reuse
   */
  public FramePool(long maxIdleBytes) {
    this.maxIdleBytes = maxIdleBytes;
  }

  /** A frame of that length, with one reference; its content is arbitrary. */
  public Frame take(int length) {
    int capacity = capacity(length);
    byte[] array = reused(capacity);
    return new Frame(this, array == null ? new byte[capacity] : array, length);
  }

  private byte @Nullable [] reused(int capacity) {
    synchronized (idle) {
      outstandingFrames++;
      outstandingBytes += capacity;
      ArrayDeque<byte[]> same = idle.get(capacity);
      byte[] array = same == null ? null : same.pollLast();
      if (array != null) {
        idleBytes -= capacity;
      }
      return array;
    }
  }

  void giveBack(byte[] array) {
    synchronized (idle) {
      outstandingFrames--;
      outstandingBytes -= array.length;
      if (array.length >= SMALLEST_POOLED && idleBytes + array.length <= maxIdleBytes) {
        idle.computeIfAbsent(array.length, size -> new ArrayDeque<>()).addLast(array);
        idleBytes += array.length;
      }
    }
  }

  /** Frames handed out and not given back. */
  public int outstandingFrames() {
    synchronized (idle) {
      return outstandingFrames;
    }
  }

  /** Bytes of the frames handed out and not given back. */
  public long outstandingBytes() {
    synchronized (idle) {
      return outstandingBytes;
    }
  }

  /** Bytes kept for reuse. */
  public long idleBytes() {
    synchronized (idle) {
      return idleBytes;
    }
  }

  /** Lets go of everything kept for reuse, and keeps nothing any more. */
  public void close() {
    synchronized (idle) {
      maxIdleBytes = 0;
      idle.clear();
      idleBytes = 0;
    }
  }

  /** The array size for a frame: the length itself if small, else the next quarter step. */
  static int capacity(int length) {
    if (length < SMALLEST_POOLED) {
      return length;
    }
    int step = Integer.highestOneBit(length) >> 2;
    long rounded = ((long) length + step - 1) / step * step;
    return rounded > Integer.MAX_VALUE - 8 ? length : (int) rounded;
  }
}
