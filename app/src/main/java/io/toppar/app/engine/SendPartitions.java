package io.toppar.app.engine;

import io.toppar.domain.produce.PartitionLoads;

/**
 * The partitions of a topic as metadata names them, and which of them have a leader. Immutable, any
 * thread; how many batches wait may change all the time.
 */
final class SendPartitions implements PartitionLoads {

  private final SendSlot[] slots;
  private final boolean[] available;
  private final int availableCount;
  private final long stuckNanos;

  /**
   * Takes the arrays over.
   *
   * @param available which have a leader
   * @param stuckNanos how long a partition's batches may wait before it counts as unavailable; 0
   *     for ever
   */
  SendPartitions(SendSlot[] slots, boolean[] available, long stuckNanos) {
    this.slots = slots;
    this.available = available;
    this.stuckNanos = stuckNanos;
    int count = 0;
    for (boolean each : available) {
      count += each ? 1 : 0;
    }
    this.availableCount = count;
  }

  SendSlot slot(int partition) {
    return slots[partition];
  }

  @Override
  public int count() {
    return slots.length;
  }

  @Override
  public int availableCount() {
    return availableCount;
  }

  @Override
  public boolean isAvailable(int partition) {
    return available[partition] && (stuckNanos == 0 || !slots[partition].isStuck(stuckNanos));
  }

  @Override
  public int queuedBatches(int partition) {
    return slots[partition].queuedBatches();
  }
}
