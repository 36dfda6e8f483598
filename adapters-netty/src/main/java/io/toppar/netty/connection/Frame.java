package io.toppar.netty.connection;

import io.toppar.netty.records.FrameMemory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The body of one reply, behind its correlation id, in an array of a {@link FramePool}.
 *
 * <p>Born with one reference; whoever holds one may add more. The array goes back when the last is
 * given up, and must not be touched then. Counting is safe from any thread; the content is written
 * by the event loop before anybody else sees the frame.
 */
public final class Frame implements FrameMemory {

  private final FramePool pool;
  private final byte[] array;
  private final int length;
  private final AtomicInteger references = new AtomicInteger(1);

  Frame(FramePool pool, byte[] array, int length) {
    this.pool = pool;
    this.array = array;
    this.length = length;
  }

  /** The memory; only {@link #length} bytes from 0 on are the reply. */
  @Override
  public byte[] array() {
    return array;
  }

  /** Bytes of the reply. */
  public int length() {
    return length;
  }

  @Override
  public int sizeBytes() {
    return array.length;
  }

  /** Adds a reference. */
  @Override
  public void retain() {
    if (references.getAndIncrement() <= 0) {
      throw new IllegalStateException("a frame of " + length + " bytes was retained after its end");
    }
  }

  /** Gives a reference up. */
  @Override
  public void release() {
    int left = references.decrementAndGet();
    if (left == 0) {
      pool.giveBack(array);
    } else if (left < 0) {
      throw new IllegalStateException("a frame of " + length + " bytes was released too often");
    }
  }
}
