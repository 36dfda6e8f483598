package io.toppar.netty.connection;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bounded store of arrays for {@link Frame}s. Any thread.
 *
 * <p>Arrays come in size classes, four to a doubling, so that at most a fifth of a new one is
 * unused; small ones are made to measure and not kept. An array of one of the next two classes is
 * used again before a new one is made: replies of about the same size fall on both sides of a
 * border. What is kept for reuse never exceeds a limit, the rest is left to the garbage collector.
 * Frames out are counted: a test, or a suspicious operator, can see whether each came back.
 */
public final class FramePool {

  private static final int SMALLEST_POOLED = 4096;

  private static final int LARGEST_POOLED = 1 << 30;

  /** The fitting class and the two above it. */
  private static final int CLASSES_SERVING = 3;

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
    byte[] array = reused(length);
    if (array == null) {
      array = new byte[capacity(length)];
    }
    synchronized (idle) {
      outstandingFrames++;
      outstandingBytes += array.length;
    }
    return new Frame(this, array, length);
  }

  private byte @Nullable [] reused(int length) {
    if (length < SMALLEST_POOLED || length > LARGEST_POOLED) {
      return null;
    }
    synchronized (idle) {
      int capacity = capacity(length);
      for (int i = 0; i < CLASSES_SERVING; i++) {
        ArrayDeque<byte[]> same = idle.get(capacity);
        byte[] array = same == null ? null : same.pollLast();
        if (array != null) {
          idleBytes -= capacity;
          return array;
        }
        capacity = capacity(capacity + 1);
      }
      return null;
    }
  }

  void giveBack(byte[] array) {
    synchronized (idle) {
      outstandingFrames--;
      outstandingBytes -= array.length;
      boolean pooled = array.length >= SMALLEST_POOLED && array.length <= LARGEST_POOLED;
      if (pooled && idleBytes + array.length <= maxIdleBytes) {
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
