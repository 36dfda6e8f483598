package io.toppar.domain.produce;

/**
 * Whether the first batch that waits in a partition may go out now, and if not, why (P6, P7). The
 * first that holds is the reason. Immutable, any thread.
 */
public enum ProduceDecision {
  /** Nothing waits. */
  EMPTY("nothing waits"),
  /** Nobody is known to lead the partition. */
  NO_LEADER("its partition has no leader"),
  /** It is being cut into smaller ones. */
  BEING_SPLIT("it is being split"),
  /** It is being completed by whoever fills it. */
  BEING_SEALED("it is being completed"),
  /** It is open, and more may come. */
  LINGERS("it is being filled"),
  /** It has failed lately, and is tried again after a wait. */
  BACKS_OFF("it waits to be tried again"),
  /** The leader is another, and what the old one was sent has not ended. */
  MIGRATES("the old leader has not answered yet"),
  /**
   * Later ones are in flight, or a new epoch begins once nothing is (P20, P21), or the first is
   * that the log sees of this epoch (P17).
   */
  DRAINS("others of its partition are still in flight"),
  /** There is no producer id yet. */
  NO_PRODUCER_ID("there is no producer id"),
  /** It is to be completed. */
  SEAL("its leader has not answered what it was sent before"),
  /** It is to be sent. */
  SEND("its leader has not answered what it was sent before");

  private final String text;

  ProduceDecision(String text) {
    this.text = text;
  }

  /** The same in words. */
  public String text() {
    return text;
  }

  /** Whether it is its broker's turn. */
  boolean isReady() {
    return this == SEAL || this == SEND;
  }
}
