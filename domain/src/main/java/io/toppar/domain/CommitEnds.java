package io.toppar.domain;

import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a {@link CommitMachine} that have not ended, and how each does: once, well, or
 * with a reason. Confined to it.
 */
final class CommitEnds {

  private final String group;
  private final CommitLines lines;
  private final CoordinatorLookup lookup;
  private final CommitTickets tickets = new CommitTickets();

  CommitEnds(String group, CommitLines lines, CoordinatorLookup lookup) {
    this.group = group;
    this.lines = lines;
    this.lookup = lookup;
  }

  CommitTickets tickets() {
    return tickets;
  }

  void succeed(CommitStep step, @Nullable CommittedOffset answer, CommitEffects effects) {
    if (answer != null) {
      end(step, ticket -> effects.loaded(ticket, answer));
    } else if (step.flight.context == ErrorContext.OFFSET_COMMIT) {
      end(step, effects::stored);
    } else {
      end(step, effects::deleted);
    }
  }

  void end(CommitStep step, LongConsumer told) {
    for (CommitTickets.Ticket ticket : step.tickets) {
      tickets.end(ticket);
      told.accept(ticket.id);
    }
    step.tickets.clear();
    lines.discard(step);
  }

  /** For a reason that lasts. */
  void refuse(CommitTickets.Ticket ticket, ErrorCode error, String detail, CommitEffects effects) {
    fail(ticket, error, true, CommitRefusals.refused(group, ticket.step, error, detail), effects);
  }

  /** Ends what has lasted too long. */
  void expire(long nowNanos, CommitEffects effects) {
    while (Deadlines.reached(tickets.deadline(), nowNanos)) {
      CommitTickets.Ticket first = Objects.requireNonNull(tickets.first());
      boolean lonely = lookup.brokerId() == CoordinatorLookup.NOBODY;
      ErrorCode trouble = first.step.trouble;
      ErrorCode late = trouble == ErrorCode.NONE ? ErrorCode.LOCAL_TIMED_OUT : trouble;
      String detail = CommitRefusals.late(group, first.step, lookup);
      fail(first, lonely ? ErrorCode.LOCAL_WAIT_COORD : late, false, detail, effects);
    }
  }

  private void fail(
      CommitTickets.Ticket ticket,
      ErrorCode error,
      boolean lasting,
      String detail,
      CommitEffects effects) {
    CommitStep step = ticket.step;
    tickets.end(ticket);
    step.tickets.remove(ticket);
    if (step.tickets.isEmpty() && !step.inFlight) {
      lines.discard(step);
    }
    effects.failed(ticket.id, error, lasting, detail);
  }
}
