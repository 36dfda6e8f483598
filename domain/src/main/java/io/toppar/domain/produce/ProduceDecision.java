package io.toppar.domain.produce;

/**
 * Whether the first batch that waits in a partition may go out now, and if not, why (P6, P7). The
 * first that holds is the reason. Immutable, any thread.
 */
public enum ProduceDecision {
  /** Nothing waits. */
  EMPTY,
  /** It is being cut into smaller ones. */
  BEING_SPLIT,
  /** It is being completed by whoever fills it. */
  BEING_SEALED,
  /** It is open, and more may come. */
  LINGERS,
  /** Nobody is known to lead the partition. */
  NO_LEADER,
  /** It has failed lately, and is tried again after a wait. */
  BACKS_OFF,
  /** The leader is another, and what the old one was sent has not ended. */
  MIGRATES,
  /** Later ones are in flight, or a new epoch begins once nothing is (P20, P21). */
  DRAINS,
  /** There is no producer id yet. */
  NO_PRODUCER_ID,
  /** It is to be completed. */
  SEAL,
  /** It is to be sent. */
  SEND;

  /** Whether it is its broker's turn. */
  boolean isReady() {
    return this == SEAL || this == SEND;
  }
}
