package io.toppar.benchmarks.reader;

/**
 * A reader of all partitions of one topic, assigned by hand. One thread.
 *
 * <p>Every kind reads with the same settings ({@link Settings}).
 */
interface Reader extends AutoCloseable {

  /** Goes back to the beginning of every partition. */
  void rewind();

  /**
   * Takes what is there, waiting up to a second for something.
   *
   * @return the number of records
   */
  int poll();

  /** Bytes of keys and values that the records polled so far had; 0 if they are not decoded. */
  long valueBytes();

  @Override
  void close();
}
