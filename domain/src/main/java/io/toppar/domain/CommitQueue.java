package io.toppar.domain;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for one partition, or for the group as a whole, in the order in which it was
 * asked for. Confined to its {@link CommitMachine}.
 *
 * <p>Stores that wait one behind the other become one: the last value counts, and all of them end
 * with it. So do loads, and deletes. A load behind a store waits for it, and the next store for the
 * load.
 */
final class CommitQueue {

  /** Null for the group as a whole. */
  final @Nullable TopicPartition topicPartition;

  private final ArrayDeque<CommitStep> steps = new ArrayDeque<>();

  CommitQueue(@Nullable TopicPartition topicPartition) {
    this.topicPartition = topicPartition;
  }

  /** The step that is due, or in flight; null if there is none. */
  @Nullable CommitStep head() {
    return steps.peekFirst();
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /**
   * The step that an operation belongs to.
   *
   * @param flight the requests of its kind
   * @param position what to store, or null for another kind
   */
  CommitStep step(CommitFlight flight, @Nullable OffsetToCommit position) {
    CommitStep last = steps.peekLast();
    if (last == null || last.flight != flight || last.inFlight) {
      last = new CommitStep(this, flight, position);
      steps.addLast(last);
    }
    last.position = position;
    return last;
  }

  /** The head is to be done again: a store that came meanwhile takes its place. */
  void retryHead() {
    CommitStep head = steps.removeFirst();
    head.inFlight = false;
    CommitStep next = steps.peekFirst();
    if (next == null || next.flight != head.flight) {
      steps.addFirst(head);
      return;
    }
    for (CommitTickets.Ticket ticket : head.tickets) {
      ticket.step = next;
    }
    while (!head.tickets.isEmpty()) {
      next.tickets.addFirst(head.tickets.removeLast());
    }
    next.failures = head.failures;
    next.restsUntil = head.restsUntil;
    next.trouble = head.trouble;
  }

  /** Takes a step out, done or given up. */
  void remove(CommitStep step) {
    steps.remove(step);
  }
}
