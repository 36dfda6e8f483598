package io.toppar.ports;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.TopicPartition;

/**
 * The record batches that one Fetch reply brought for one partition: the {@link BatchHandle} of the
 * machines, and the records for their taker.
 *
 * <p>The batch headers have been checked on arrival; checksums, decompression and records are
 * checked by the {@linkplain #records cursor}, on the taker's thread. One thread at a time reads;
 * {@link #release} may come from any thread, once, after reading has ended.
 */
public interface FetchedBatches extends BatchHandle {

  /** Where the records come from. */
  TopicPartition topicPartition();

  /** The memory shared with other partitions of the same reply. */
  FetchFrame frame();

  /** Whether the frame is kept alive by this. */
  boolean sharesFrame();

  /**
   * Copies what this holds into memory of its own, so that the frame may go. Only while no cursor
   * is open; the caller orders it before the hand-over to the taker's thread.
   */
  void detach();

  /**
   * A cursor over the records to deliver, from {@link #baseOffset} on, in offset order; control
   * records, and under read_committed aborted ones, are stepped over. May be asked again for
   * another pass. The cursor must not be used after {@link #release}.
   */
  RecordCursor records();
}
