package io.toppar.domain.produce;

import java.util.Arrays;

/** Partitions whose loads a test sets; all available and idle at first. */
final class FixedLoads implements PartitionLoads {

  private final int[] queued;
  private final boolean[] available;

  FixedLoads(int count) {
    queued = new int[count];
    available = new boolean[count];
    Arrays.fill(available, true);
  }

  FixedLoads queued(int... batches) {
    System.arraycopy(batches, 0, queued, 0, batches.length);
    return this;
  }

  /** These alone are available. */
  FixedLoads available(int... partitions) {
    Arrays.fill(available, false);
    for (int partition : partitions) {
      available[partition] = true;
    }
    return this;
  }

  @Override
  public int count() {
    return queued.length;
  }

  @Override
  public int availableCount() {
    int count = 0;
    for (boolean one : available) {
      count += one ? 1 : 0;
    }
    return count;
  }

  @Override
  public boolean isAvailable(int partition) {
    return available[partition];
  }

  @Override
  public int queuedBatches(int partition) {
    return queued[partition];
  }
}
