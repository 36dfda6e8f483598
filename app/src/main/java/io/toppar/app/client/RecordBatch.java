package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import java.util.Iterator;

/**
 * Consecutive records of one partition, held by whoever took them until they are released.
 *
 * <p><b>Ownership:</b> {@link #close} releases the memory, which counts against {@code
 * fetch.buffer.bytes} until then. With {@code enable.auto.offset.store} it also stores the offset
 * behind the last record that was read from here (all of them if a reader came to the end): stored
 * means processed, so a batch that is closed half read stores only up to the record it stopped at,
 * and one never read stores nothing. What lies before is stored only once all batches handed over
 * earlier are released too. Whoever gives records to other threads takes the {@link
 * #acknowledgement} first: then closing gives the memory back and nothing else.
 *
 * <p><b>Threading:</b> one thread at a time reads; close may come from any thread, after reading.
 * After a seek or another assignment the batch stays readable, but closing it stores nothing.
 */
public interface RecordBatch extends AutoCloseable, Iterable<Record> {

  /** Where the records come from. */
  TopicPartition topicPartition();

  /** The first offset there may be. */
  long baseOffset();

  /** Where reading goes on after this batch. */
  long nextOffset();

  /** Epoch of the last record before {@link #nextOffset}, or -1 where unknown. */
  int leaderEpoch();

  /** An upper bound of the number of records. */
  int recordCount();

  /** Bytes held until release. */
  int sizeBytes();

  /**
   * A cursor that allocates nothing per record. Its methods throw {@link
   * UnreadableRecordsException} for records that cannot be read, and IllegalStateException once the
   * batch is released.
   */
  RecordCursor records();

  /** The records as objects, each a view valid until the batch is released. */
  @Override
  Iterator<Record> iterator();

  /**
   * Takes it into the application's hands which records are finished, before they are read: from
   * now on reading and closing store nothing, acknowledging does, with and without {@code
   * enable.auto.offset.store}. Once taken it is the same each time.
   *
   * @throws IllegalStateException if the records are being read already, or the batch is released
   */
  Acknowledgement acknowledgement();

  /**
   * Makes an offset in this batch the stored position, unless reading has been moved since the
   * batch was handed over (a seek, another start, a reset, a log cut or made again, or back to
   * records of this batch that cannot be read, whose exception names the offset to store by {@link
   * Consumer#store(TopicPartition, long)}): then nothing is stored, for an offset of that time says
   * nothing of this. Only with {@code enable.auto.offset.store=false}; any thread, also once the
   * batch is released.
   *
   * @param nextOffset the next offset to read: behind the first offset, at most {@link #nextOffset}
   * @param metadata kept with it where the store keeps metadata
   * @return whether the batch still counted when this was called; one that is void by then is
   *     dropped in silence, too
   */
  boolean store(long nextOffset, String metadata);

  /** Gives the memory back without storing anything; a second release does nothing. */
  void abandon();

  /** Releases the batch, and stores what was read; a second release does nothing. */
  @Override
  void close();
}
