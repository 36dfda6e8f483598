package io.toppar.domain;

/**
 * The fetch states of a toppar, by librdkafka's names (S1-S47).
 *
 * <p>"Paused", "no leader" and "backing off" are not states but reasons of a {@link FetchDecision}.
 * Immutable, any thread.
 */
public enum FetchState {
  /** Never started, or reading has ended by an error; a seek or a start leads out of the latter. */
  NONE,
  /** A stop is waiting for its last offset commit. */
  STOPPING,
  /** Stopped; may be started again. */
  STOPPED,
  /** An offset must be looked up, later: a back-off runs or there is no leader. */
  OFFSET_QUERY,
  /** An offset lookup is in flight. */
  OFFSET_WAIT,
  /** The position is being checked against the leader's epochs (KIP-320). */
  VALIDATE_EPOCH_WAIT,
  /** Fetching, or able to. */
  ACTIVE;

  /** Whether the partition has been started and not stopped: offset-query or later. */
  public boolean isStarted() {
    return switch (this) {
      case NONE, STOPPING, STOPPED -> false;
      case OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE -> true;
    };
  }
}
