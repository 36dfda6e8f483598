package io.toppar.app.client;

import io.toppar.domain.TopicPartition;

/**
 * The application's word on which records of a {@link RecordBatch} are finished; valid for ever,
 * also once the batch has been closed.
 *
 * <p>The stored offset of the partition is the lowest unfinished one of all that was handed over,
 * in whatever order records are acknowledged. So after a crash what was not acknowledged comes
 * again, and with it what lies behind it, acknowledged or not; nothing before it does. Records of
 * this batch that were never read are not finished either.
 *
 * <p>After a seek, another start, a reset of the position, or a log that was cut or made again,
 * acknowledging what was handed over before stores nothing; what is acknowledged while a seek is on
 * its way may count as before it. What of it comes again holds nothing back any more; after another
 * start none of it does (B153).
 *
 * <p><b>Threading:</b> any thread, and many at a time. <b>Memory:</b> about a bit for each record,
 * no object. At most {@code unfinished.max.records} of a partition wait for their acknowledgement,
 * or behind one that does, once their batches are closed: then nothing more of it is handed out,
 * and {@link Consumer#withheld} says so.
 */
public interface Acknowledgement {

  /** The partition of the records. */
  TopicPartition topicPartition();

  /**
   * One record is finished.
   *
   * @return false if it was already, or if there is no record at this offset
   * @throws IllegalArgumentException if the offset is not one of the batch
   * @throws IllegalStateException if the batch has not been read up to there
   */
  boolean acknowledge(long offset);

  /**
   * Every record before this offset is finished, read or not.
   *
   * @param nextOffset from the batch's {@link RecordBatch#baseOffset} to its {@link
   *     RecordBatch#nextOffset}
   * @throws IllegalArgumentException if it is not one of these
   */
  void acknowledgeUpTo(long nextOffset);

  /** Every record of the batch is finished, read or not. */
  void acknowledge();

  /**
   * Nothing more will be acknowledged: what is unfinished is given up, and holds back nothing. To
   * have it again seek back to it.
   */
  void abandon();

  /** Records that were read and are not finished; 0 does not mean that all were read. */
  int unfinished();

  /** Whether everything is finished, or given up. */
  boolean isOver();

  /** Whether acknowledging still stores: false once reading was moved since, or has ended. */
  boolean counts();
}
