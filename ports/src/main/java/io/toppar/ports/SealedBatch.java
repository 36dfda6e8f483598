package io.toppar.ports;

import java.util.List;

/**
 * A record batch that is complete, and may be sent any number of times with the same bytes but for
 * who sends it (B119).
 *
 * <p><b>Threading:</b> any thread, one at a time.
 *
 * <p><b>Ownership:</b> whoever holds it ends it by exactly one of {@link #release} and {@link
 * #split}, and not while a {@link BrokerRequest.Produce} with it is open. It belongs to the gateway
 * whose builder made it, and outlives that gateway's close.
 */
public interface SealedBatch {

  /** Number of records, at least 1. */
  int recordCount();

  /** Bytes on the wire, header included. */
  int sizeBytes();

  /** Memory held until the release. */
  int heldBytes();

  /**
   * Makes batches of about half the size, in order, from one that a broker found too large
   * (MESSAGE_TOO_LARGE); this one is over. A batch of one record cannot be split.
   *
   * @return two batches or more, each with one record at least; together the same records
   * @throws IllegalStateException if there is only one record
   */
  List<SealedBatch> split();

  /** Gives the memory back. */
  void release();
}
