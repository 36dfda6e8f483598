package io.toppar.netty.records;

import io.toppar.ports.BatchMemory;
import java.util.concurrent.atomic.AtomicLong;

/** A {@link BatchMemory} of a certain size that says what is taken of it. Any thread. */
public final class MemoryAccount implements BatchMemory {

  private final long size;
  private final AtomicLong taken = new AtomicLong();

  /** Makes an account without end. */
  public MemoryAccount() {
    this(Long.MAX_VALUE);
  }

  /** Makes an account of so many bytes. */
  public MemoryAccount(long size) {
    this.size = size;
  }

  /** Bytes taken and not given back. */
  public long taken() {
    return taken.get();
  }

  @Override
  public boolean tryTake(int bytes) {
    if (taken.get() + bytes > size) {
      return false;
    }
    taken.addAndGet(bytes);
    return true;
  }

  @Override
  public void take(int bytes) {
    taken.addAndGet(bytes);
  }

  @Override
  public void giveBack(int bytes) {
    taken.addAndGet(-bytes);
  }
}
