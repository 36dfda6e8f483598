package io.toppar.domain;

/**
 * What was being done when an error came: the same code asks for different things in different
 * replies. A column of {@link ErrorTable}.
 *
 * <p>Immutable, any thread.
 */
public enum ErrorContext {
  /** A Fetch, whole or one partition of it. */
  FETCH,
  /** A look-up of an offset on the leader. */
  LIST_OFFSETS,
  /** The question where an epoch ends (KIP-320). */
  EPOCH_END,
  /** Metadata: the whole answer, a topic or a partition of it. */
  METADATA
}
