package io.toppar.app.engine;

/**
 * The application's own way to choose partitions. Called from any thread but the duty thread: from
 * the sender's, or from the callback executor's for a message that waited for its topic's metadata.
 */
@FunctionalInterface
public interface PartitionRule {

  /**
   * The partition of a message that names none.
   *
   * @param partitionCount how many there are, at least 1
   * @return 0 or more, and less than there are
   */
  int partition(String topic, SendRecord record, int partitionCount);
}
