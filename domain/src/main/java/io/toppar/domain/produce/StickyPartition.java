package io.toppar.domain.produce;

import java.util.random.RandomGenerator;

/**
 * The partition of a topic where messages go that may go {@linkplain PartitionChoice#ANY anywhere}:
 * one for a batch's worth of bytes, so that they share batches, then another (KIP-794).
 *
 * <p>The next is drawn among those that are available. If the choice is adaptive, a partition is
 * the likelier the fewer batches wait for it, so that a slow broker gets less; else all alike.
 *
 * <p><b>Threading:</b> one thread at a time; whoever shares it locks it, for as long as one call.
 * Between {@link #current} and {@link #onAppended} others may move it on: what is appended to a
 * partition where it does not stand any more is not counted.
 */
public final class StickyPartition {

  private static final int NONE = -1;

  private final int batchBytes;
  private final boolean adaptive;

  private int partition = NONE;
  private long appendedBytes;

  /**
   * Stands nowhere yet.
   *
   * @param batchBytes {@code batch.size}: about how many bytes go to one partition in a row
   * @param adaptive {@code partitioner.adaptive.partitioning.enable}
   */
  public StickyPartition(int batchBytes, boolean adaptive) {
    this.batchBytes = batchBytes;
    this.adaptive = adaptive;
  }

  /**
   * Where a message goes now. Moves on from a partition that is unavailable if one is available.
   */
  public int current(PartitionLoads partitions, RandomGenerator random) {
    if (!isUsable(partitions)) {
      moveOn(partitions, random);
    }
    return partition;
  }

  private boolean isUsable(PartitionLoads partitions) {
    return partition != NONE
        && partition < partitions.count()
        && (partitions.availableCount() == 0 || partitions.isAvailable(partition));
  }

  /**
   * A message is about to open a new batch of this partition: the moment at which moving on cuts no
   * batch short.
   *
   * @param messageBytes its size
   * @return where it goes: another partition if it would be more than a batch here
   */
  public int opening(
      int opened, int messageBytes, PartitionLoads partitions, RandomGenerator random) {
    if (opened == partition && appendedBytes > 0 && appendedBytes + messageBytes > batchBytes) {
      moveOn(partitions, random);
    }
    return current(partitions, random);
  }

  /**
   * A message that could go anywhere was appended to this partition. With twice a batch's worth it
   * moves on in any case, also from within a batch: others fill that one, too.
   */
  public void onAppended(
      int appended, int messageBytes, PartitionLoads partitions, RandomGenerator random) {
    if (appended != partition) {
      return;
    }
    appendedBytes += messageBytes;
    if (appendedBytes >= 2L * batchBytes) {
      moveOn(partitions, random);
    }
  }

  private void moveOn(PartitionLoads partitions, RandomGenerator random) {
    appendedBytes = 0;
    int most = adaptive ? mostQueued(partitions) : 0;
    long weights = 0;
    for (int p = 0; p < partitions.count(); p++) {
      weights += weight(p, most, partitions);
    }
    partition =
        weights == 0
            ? random.nextInt(partitions.count())
            : drawn(random.nextLong(weights), most, partitions);
  }

  private static int mostQueued(PartitionLoads partitions) {
    int most = 0;
    for (int p = 0; p < partitions.count(); p++) {
      most = Math.max(most, partitions.isAvailable(p) ? partitions.queuedBatches(p) : 0);
    }
    return most;
  }

  /** What a partition lacks to one more than the most; nothing where it is unavailable. */
  private int weight(int candidate, int most, PartitionLoads partitions) {
    if (!partitions.isAvailable(candidate)) {
      return 0;
    }
    return adaptive ? Math.max(0, most - partitions.queuedBatches(candidate) + 1) : 1;
  }

  /** The partition in whose share of the weights this one lies. */
  private int drawn(long within, int most, PartitionLoads partitions) {
    long rest = within;
    int last = 0;
    for (int p = 0; p < partitions.count() && rest >= 0; p++) {
      int weight = weight(p, most, partitions);
      last = weight > 0 ? p : last;
      rest -= weight;
    }
    return last; // not in any share if the loads have changed meanwhile: then the last that has one
  }
}
