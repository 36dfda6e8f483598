package io.toppar.domain;

/**
 * Why metadata is asked for; shown in logs (M9, M11).
 *
 * <p>Immutable, any thread.
 */
public enum RefreshReason {
  /** A partition was started whose leader is unknown. */
  UNKNOWN_LEADER,
  /** A partition is wanted that its topic does not have (M15). */
  UNKNOWN_PARTITION,
  /** A request was answered with an error that means a stale or missing leader (M11). */
  LEADER_ERROR,
  /** A broker named by a reply is not known. */
  UNKNOWN_BROKER,
  /** A connection to the leader failed. */
  BROKER_DOWN,
  /** The periodic refresh (topic.metadata.refresh.interval.ms). */
  PERIODIC,
  /** The application asked. */
  REQUESTED
}
