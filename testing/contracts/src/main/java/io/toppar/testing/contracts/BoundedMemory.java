package io.toppar.testing.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.ports.BatchMemory;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory of batches as a test gives and counts it. Any thread. */
public final class BoundedMemory implements BatchMemory {

  private final AtomicInteger bound = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicInteger taken = new AtomicInteger();

  /** As much as anybody wants. */
  public BoundedMemory() {}

  /** From now on there are so many bytes in all. */
  public void bound(int bytes) {
    bound.set(bytes);
  }

  /** Bytes taken and not given back. */
  public int taken() {
    return taken.get();
  }

  @Override
  public boolean tryTake(int bytes) {
    assertThat(bytes).as("bytes taken").isNotNegative();
    int before = taken.get();
    while (bytes <= bound.get() - before) {
      if (taken.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = taken.get();
    }
    return false;
  }

  @Override
  public void take(int bytes) {
    assertThat(bytes).as("bytes taken").isNotNegative();
    taken.addAndGet(bytes);
  }

  @Override
  public void giveBack(int bytes) {
    assertThat(bytes).as("bytes given back").isNotNegative();
    assertThat(taken.addAndGet(-bytes)).as("memory of batches").isNotNegative();
  }
}
