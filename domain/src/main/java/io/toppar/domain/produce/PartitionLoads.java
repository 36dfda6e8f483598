package io.toppar.domain.produce;

/**
 * What is known of a topic's partitions when one of them is to be chosen; told by the driver.
 *
 * <p><b>Threading:</b> read on the thread that sends a message while others change what it tells: a
 * value may be old by the time it is used, and that must do no harm.
 */
public interface PartitionLoads {

  /** Number of partitions, at least 1. */
  int count();

  /** How many of them are available. */
  int availableCount();

  /**
   * Whether messages can be sent to this partition now: it has a leader, and that has not left its
   * batches waiting for {@code partitioner.availability.timeout.ms}, if there is one (KIP-794).
   */
  boolean isAvailable(int partition);

  /** Batches of this partition that wait to be sent. */
  int queuedBatches(int partition);
}
