package io.toppar.domain.produce;

/**
 * Whether a message is in the log, as far as its producer can know (P13). Immutable, any thread.
 *
 * <p>Ordered: what is known of a message never falls back.
 */
public enum MessageStatus {
  /** It never left, or the broker has refused it. */
  NOT_PERSISTED,
  /** It was sent, and nobody knows what became of it; with {@code acks=0} all that can be known. */
  POSSIBLY_PERSISTED,
  /** The broker has acknowledged it. */
  PERSISTED
}
