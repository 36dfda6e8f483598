package io.toppar.domain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a {@link CommitMachine} that have not ended, in the order given, which is that
 * of their deadlines. Confined to it.
 */
final class CommitTickets {

  /** One operation of the driver, which ends once. */
  static final class Ticket {
    final long id;
    private final long deadlineNanos;
    CommitStep step;
    private boolean ended;

    private Ticket(long id, long deadlineNanos, CommitStep step) {
      this.id = id;
      this.deadlineNanos = deadlineNanos;
      this.step = step;
    }
  }

  private final ArrayDeque<Ticket> tickets = new ArrayDeque<>();
  private long endNanos = Deadlines.NONE;
  private int open;

  void add(long id, long deadlineNanos, CommitStep step) {
    Ticket ticket = new Ticket(id, deadlineNanos, step);
    step.tickets.addLast(ticket);
    tickets.addLast(ticket);
    open++;
  }

  /** Nothing lasts longer than this. */
  void endBy(long deadlineNanos) {
    endNanos = Deadlines.earlier(endNanos, deadlineNanos);
  }

  void end(Ticket ticket) {
    ticket.ended = true;
    open--;
  }

  int open() {
    return open;
  }

  /** The next whose deadline comes; null if all have ended. */
  @Nullable Ticket first() {
    Ticket first = tickets.peekFirst();
    while (first != null && first.ended) {
      tickets.removeFirst();
      first = tickets.peekFirst();
    }
    return first;
  }

  /** Those that wait for a request, a copy. */
  List<Ticket> waiting() {
    List<Ticket> waiting = new ArrayList<>();
    for (Ticket ticket : tickets) {
      if (!ticket.ended && !ticket.step.inFlight) {
        waiting.add(ticket);
      }
    }
    return waiting;
  }

  /** When the first must have ended. */
  long deadline() {
    return lastsUntil(first());
  }

  /** When all will have ended. */
  long lastDeadline() {
    return lastsUntil(tickets.peekLast());
  }

  private long lastsUntil(@Nullable Ticket ticket) {
    return ticket == null ? Deadlines.NONE : Deadlines.earlier(ticket.deadlineNanos, endNanos);
  }
}
