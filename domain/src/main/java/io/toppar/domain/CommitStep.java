package io.toppar.domain;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What one request to the coordinator does for one partition: a store, a load or a delete; or for
 * the group: a listing, on behalf of one or more operations. Confined to its {@link CommitMachine}.
 */
final class CommitStep {

  final CommitQueue queue;

  /** The requests that it goes with, which are all of its kind. */
  final CommitFlight flight;

  /** The operations that this ends, in the order in which they were given. */
  final ArrayDeque<CommitTickets.Ticket> tickets = new ArrayDeque<>();

  /** What to store; null for anything else. */
  @Nullable OffsetToCommit position;

  int failures;
  long restsUntil = Deadlines.NONE;
  boolean inFlight;
  ErrorCode trouble = ErrorCode.NONE;

  CommitStep(CommitQueue queue, CommitFlight flight, @Nullable OffsetToCommit position) {
    this.queue = queue;
    this.flight = flight;
    this.position = position;
  }
}
