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
  METADATA,
  /** The question which broker coordinates a group. */
  FIND_COORDINATOR,
  /** A commit of offsets, whole or one partition of it. */
  OFFSET_COMMIT,
  /** The question what is committed, whole or one partition of it. */
  OFFSET_FETCH,
  /** That committed offsets be forgotten (KIP-496), whole or one partition of it. */
  OFFSET_DELETE;

  /** Whether it is something that coordinators of groups answer, or that leads to them. */
  boolean isOfGroups() {
    return switch (this) {
      case FIND_COORDINATOR, OFFSET_COMMIT, OFFSET_FETCH, OFFSET_DELETE -> true;
      case FETCH, LIST_OFFSETS, EPOCH_END, METADATA -> false;
    };
  }
}
