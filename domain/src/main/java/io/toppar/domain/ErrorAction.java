package io.toppar.domain;

/**
 * One thing to do about an error; {@link ErrorActions} is a set of them.
 *
 * <p>Immutable, any thread. Which belong to which code is {@link ErrorTable}; whoever handles the
 * error does those that are in its power and passes by the others.
 */
public enum ErrorAction {
  /** Ask for metadata of the topic soon: the leader is probably another (M11). */
  REFRESH_METADATA,
  /** Try again after a back-off: the error may pass. */
  RETRY,
  /** Back off longer than usual before the retry: the error passes only when people act. */
  LONG_BACK_OFF,
  /** Try again, but not for long: it passes soon or not at all. */
  RETRY_FEW,
  /** Ask for fewer partitions at a time; of a single one, trying again cannot help. */
  ASK_LESS,
  /** Find out again which broker coordinates (O8). */
  FIND_COORDINATOR,
  /** The coordinator is the right one and not ready yet: leave it alone for a moment. */
  SPARE_COORDINATOR,
  /** Trying again cannot help: the operation has failed. */
  PERMANENT,
  /** Tell the application, each time. */
  INFORM,
  /** Tell the application, but not again until success or a new op version. */
  INFORM_ONCE,
  /** Go back to the leader if a follower was read. */
  LEAVE_FOLLOWER,
  /** The position is outside the log: validate, then follow the reset policy (S47). */
  RESET_POSITION,
  /** The fetch session is lost: list every partition again (KIP-227). */
  NEW_SESSION,
  /** The broker cannot do this at all: go on without (S39). */
  GO_WITHOUT,
  /** Throw away what is known of the cluster and begin at the bootstrap list (KIP-1102). */
  REBOOTSTRAP,
  /** The client as a whole cannot work: tell the application and give up. */
  FATAL,
  /** The client itself cancelled the request: forget it. */
  DROP
}
