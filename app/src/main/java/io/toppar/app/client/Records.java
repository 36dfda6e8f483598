package io.toppar.app.client;

import java.util.Iterator;
import java.util.List;

/**
 * The records of one {@link Consumer#pollRecords}, of one or more partitions; valid until the same
 * thread polls again, or until closed. One thread at a time.
 */
public interface Records extends AutoCloseable, Iterable<Record> {

  /** The batches behind the records, to take the {@link Acknowledgement} of each. */
  List<RecordBatch> batches();

  /** Whether there is nothing in it. */
  boolean isEmpty();

  /**
   * The records, in order per partition. A second iterator starts from the front again.
   *
   * @throws UnreadableRecordsException while iterating, for records that cannot be read
   */
  @Override
  Iterator<Record> iterator();

  /** Releases the batches behind the records, and stores what was read of them. */
  @Override
  void close();
}
