package io.toppar.app.engine;

import io.toppar.ports.BatchMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of one producer for what it was given and has not reported yet ({@code
 * buffer.memory}): one account for all partitions, which is never overdrawn but by {@link #take}.
 * Any thread; never blocks.
 */
final class BufferMemory implements BatchMemory {

  private final long limit;
  private final Runnable onFreed;
  private final AtomicLong used = new AtomicLong();

  /**
   * An account of which nothing is taken.
   *
   * @param limit bytes
   * @param onFreed told each time something was given back; must be quick
   */
  BufferMemory(long limit, Runnable onFreed) {
    this.limit = limit;
    this.onFreed = onFreed;
  }

  @Override
  public boolean tryTake(int bytes) {
    long before = used.get();
    while (before + bytes <= limit) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  @Override
  public void take(int bytes) {
    used.addAndGet(bytes);
  }

  @Override
  public void giveBack(int bytes) {
    if (bytes > 0) {
      used.addAndGet(-bytes);
      onFreed.run();
    }
  }

  /** Has who waits for memory look again, for another reason than that some was given back. */
  void lookAgain() {
    onFreed.run();
  }

  /** Whether so many bytes could be taken now. */
  boolean hasRoom(long bytes) {
    return used.get() + bytes <= limit;
  }

  /** Bytes taken now. */
  long usedBytes() {
    return used.get();
  }
}
