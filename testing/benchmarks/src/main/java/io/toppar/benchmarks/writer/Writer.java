package io.toppar.benchmarks.writer;

/**
 * A producer of records without keys to one topic, whose partitioner is its client's default.
 *
 * <p><b>Threading:</b> any thread; every thread writes by a {@link Sender} of its own.
 */
interface Writer extends AutoCloseable {

  /** What one thread writes by. */
  interface Sender {

    /** Hands over a record, waiting for room if there is none. */
    void send(byte[] value);

    /**
     * The same, and runs this when the record is acknowledged, on a thread of the client's; not if
     * it fails.
     */
    void send(byte[] value, Runnable acknowledged);
  }

  /** A sender for the calling thread. */
  Sender sender();

  /** Waits until every record handed over has been reported. */
  void flush();

  /**
   * How many records have been acknowledged, of those that were reported before the last {@link
   * #flush} ended.
   *
   * @throws IllegalStateException if a record has failed
   */
  long acknowledged();

  @Override
  void close();
}
