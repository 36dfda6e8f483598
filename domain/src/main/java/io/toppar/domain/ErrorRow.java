package io.toppar.domain;

import static io.toppar.domain.ErrorAction.DROP;
import static io.toppar.domain.ErrorAction.FATAL;
import static io.toppar.domain.ErrorAction.GO_WITHOUT;
import static io.toppar.domain.ErrorAction.INFORM;
import static io.toppar.domain.ErrorAction.INFORM_ONCE;
import static io.toppar.domain.ErrorAction.LEAVE_FOLLOWER;
import static io.toppar.domain.ErrorAction.LONG_BACK_OFF;
import static io.toppar.domain.ErrorAction.NEW_SESSION;
import static io.toppar.domain.ErrorAction.PERMANENT;
import static io.toppar.domain.ErrorAction.REBOOTSTRAP;
import static io.toppar.domain.ErrorAction.REFRESH_METADATA;
import static io.toppar.domain.ErrorAction.RESET_POSITION;
import static io.toppar.domain.ErrorAction.RETRY;

/**
 * A row of {@link ErrorTable}: a kind of error, with what to do about it in each context.
 * Immutable.
 */
record ErrorRow(
    ErrorActions fetch, ErrorActions listOffsets, ErrorActions epochEnd, ErrorActions metadata) {

  /** No error. */
  static final ErrorRow FINE = new ErrorRow(ErrorActions.NONE);

  /** The partition is elsewhere, on its way, or its broker cannot be reached (M11, S17). */
  static final ErrorRow MOVED =
      new ErrorRow(
          ErrorActions.of(REFRESH_METADATA, RETRY, LEAVE_FOLLOWER),
          ErrorActions.of(REFRESH_METADATA, RETRY));

  /** As above; in metadata it says only that some replica is down, which hinders no one. */
  static final ErrorRow REPLICA_MISSING =
      new ErrorRow(
          ErrorActions.of(REFRESH_METADATA, RETRY, LEAVE_FOLLOWER),
          ErrorActions.of(REFRESH_METADATA, RETRY),
          ErrorActions.of(REFRESH_METADATA, RETRY),
          ErrorActions.NONE);

  /** Not now. */
  static final ErrorRow BUSY = new ErrorRow(ErrorActions.of(RETRY));

  /** The broker does not say what is wrong, so it may pass; but somebody should know (B025). */
  static final ErrorRow UNNAMED = new ErrorRow(ErrorActions.of(INFORM_ONCE, RETRY));

  /** The position is not in the log (S47). */
  static final ErrorRow OUT_OF_RANGE =
      new ErrorRow(
          ErrorActions.of(LEAVE_FOLLOWER, RESET_POSITION), ErrorActions.of(INFORM_ONCE, RETRY));

  /** The fetch session and the broker disagree (KIP-227). */
  static final ErrorRow SESSION =
      new ErrorRow(ErrorActions.of(NEW_SESSION, RETRY), ErrorActions.of(INFORM_ONCE, RETRY));

  /** Not allowed, until somebody changes that. */
  static final ErrorRow DENIED = new ErrorRow(ErrorActions.of(INFORM_ONCE, RETRY, LONG_BACK_OFF));

  /** Never going to be right; but a question after an epoch never costs the position (S40). */
  static final ErrorRow REJECTED =
      new ErrorRow(
          ErrorActions.of(INFORM, PERMANENT),
          ErrorActions.of(INFORM, PERMANENT),
          ErrorActions.of(INFORM_ONCE, RETRY),
          ErrorActions.of(INFORM, PERMANENT));

  /** The broker or the log is too old; epochs are then not validated (S39). */
  static final ErrorRow TOO_OLD =
      new ErrorRow(
          ErrorActions.of(INFORM, PERMANENT),
          ErrorActions.of(INFORM, PERMANENT),
          ErrorActions.of(GO_WITHOUT),
          ErrorActions.of(INFORM, FATAL));

  /** The broker sends the client back to its bootstrap list (KIP-1102). */
  static final ErrorRow START_OVER = new ErrorRow(ErrorActions.of(REBOOTSTRAP, RETRY));

  /** The cluster does not let this client in. */
  static final ErrorRow SHUT_OUT = new ErrorRow(ErrorActions.of(INFORM, FATAL));

  /** Of no interest any more (S19, V3). */
  static final ErrorRow VOID = new ErrorRow(ErrorActions.of(DROP));

  /** Raised by this client, never the answer to a request. */
  static final ErrorRow OURS = new ErrorRow(ErrorActions.of(INFORM, PERMANENT));

  /** A code that has no business in these replies: told, and tried again. */
  static final ErrorRow UNEXPECTED =
      new ErrorRow(ErrorActions.of(INFORM, RETRY), ErrorActions.of(INFORM_ONCE, RETRY));

  private ErrorRow(ErrorActions everywhere) {
    this(everywhere, everywhere);
  }

  private ErrorRow(ErrorActions fetch, ErrorActions elsewhere) {
    this(fetch, elsewhere, elsewhere, elsewhere);
  }

  ErrorActions column(ErrorContext context) {
    return switch (context) {
      case FETCH -> fetch;
      case LIST_OFFSETS -> listOffsets;
      case EPOCH_END -> epochEnd;
      case METADATA -> metadata;
      case FIND_COORDINATOR, OFFSET_COMMIT, OFFSET_FETCH, OFFSET_DELETE ->
          throw new IllegalArgumentException(context + " is in the table of groups");
    };
  }
}
