package io.toppar.domain;

/**
 * Why a partition is, or is not, part of the next Fetch of its broker, and why a broker is asked
 * for nothing (F1, F4).
 *
 * <p>Immutable, any thread. The first test that fails is the reason told; shown in logs and
 * snapshots.
 */
public enum FetchDecision {
  /** It will be fetched. */
  FETCH,
  /** Its state is not {@link FetchState#ACTIVE}. */
  NOT_ACTIVE,
  /** No broker is known to lead it. */
  NO_LEADER,
  /** On its way from one broker to another. */
  MIGRATING,
  /** Paused by the application. */
  PAUSED,
  /** The position is logical and waits for a lookup. */
  LOGICAL_POSITION,
  /** A back-off after an error has not run out. */
  BACKING_OFF,
  /** Enough records of this partition wait for the application (queued.min.messages). */
  QUEUE_FULL_RECORDS,
  /** Enough bytes of this partition wait for the application. */
  QUEUE_FULL_BYTES,
  /** A Fetch of this broker is in flight already. */
  IN_FLIGHT,
  /** The client's fetch.buffer.bytes are used up until the application releases something. */
  NO_BUDGET,
  /** No partition of the lane is fetchable now. */
  NOTHING_READY
}
