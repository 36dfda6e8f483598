package io.toppar.domain.produce;

/** Where a {@link MessageBatch} is on its way through the machine. */
enum BatchState {
  /** Made, and not told of yet. */
  NEW,
  /** Being filled. */
  OPEN,
  /** Asked to be completed. */
  CLOSING,
  /** Complete, waiting in its partition. */
  SEALED,
  /** Part of a request. */
  IN_FLIGHT,
  /** Being made into smaller ones; holds their place. */
  SPLITTING,
  /** Ended, well or badly. */
  OVER
}
