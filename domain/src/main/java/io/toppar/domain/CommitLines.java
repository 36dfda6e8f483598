package io.toppar.domain;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The operations of a {@link CommitMachine} partition by partition: whose turn it is in each, and
 * what rests before it is tried again. Confined to it.
 */
final class CommitLines {

  private final Map<TopicPartition, CommitQueue> queues = new HashMap<>();
  private final CommitQueue whole = new CommitQueue(null);
  private final Set<CommitStep> resting = new LinkedHashSet<>();

  /** The first of {@link #resting} wakes no earlier: they may be thousands, and turns many. */
  private long restsUntil = Deadlines.NONE;

  CommitQueue of(TopicPartition partition) {
    return queues.computeIfAbsent(partition, CommitQueue::new);
  }

  /** That of the group as a whole. */
  CommitQueue ofAll() {
    return whole;
  }

  long deadline() {
    return restsUntil;
  }

  /** Lines up what is next for a partition. */
  void lineUp(CommitQueue queue) {
    CommitStep head = queue.head();
    if (head == null) {
      queues.remove(queue.topicPartition); // which the one of the whole group is not in
    } else if (head.restsUntil != Deadlines.NONE) {
      resting.add(head);
      restsUntil = Deadlines.earlier(restsUntil, head.restsUntil);
    } else if (!head.inFlight) {
      head.flight.add(head);
    }
  }

  /** Lines up what has rested long enough. */
  void wake(long nowNanos) {
    if (!Deadlines.reached(restsUntil, nowNanos)) {
      return;
    }
    restsUntil = Deadlines.NONE;
    Iterator<CommitStep> each = resting.iterator();
    while (each.hasNext()) {
      CommitStep step = each.next();
      if (Deadlines.reached(step.restsUntil, nowNanos)) {
        each.remove();
        step.restsUntil = Deadlines.NONE;
        lineUp(step.queue);
      } else {
        restsUntil = Deadlines.earlier(restsUntil, step.restsUntil);
      }
    }
  }

  /** Nothing waits for the step any more. */
  void discard(CommitStep step) {
    step.flight.remove(step);
    resting.remove(step);
    step.queue.remove(step);
    lineUp(step.queue);
  }
}
