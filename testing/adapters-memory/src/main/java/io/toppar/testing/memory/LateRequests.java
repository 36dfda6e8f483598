package io.toppar.testing.memory;

import io.toppar.domain.Deadlines;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Requests that lie at brokers, and that their clients have given up, be they gone or not. Guarded
 * by the cluster.
 *
 * <p>They are acted on in the order of their times, when any gateway does what is due. A broker
 * that is silent then, or has died since, never acts on them.
 */
final class LateRequests {

  private record Late(BrokerRequest request, MemoryBroker broker, int incarnation, long atNanos) {}

  private final GroupAnswers groups;
  private final ProduceAnswers produces;
  private final List<Late> waiting = new ArrayList<>();
  private int acted;

  LateRequests(GroupAnswers groups, ProduceAnswers produces) {
    this.groups = groups;
    this.produces = produces;
  }

  void add(BrokerRequest request, MemoryBroker broker, long atNanos) {
    if (request instanceof BrokerRequest.OffsetCommit || request instanceof BrokerRequest.Produce) {
      waiting.add(new Late(request, broker, broker.incarnation(), atNanos));
    }
  }

  /** When the next is acted on, or {@link Deadlines#NONE}. */
  long next() {
    long next = Deadlines.NONE;
    for (Late late : waiting) {
      next = Deadlines.earlier(next, late.atNanos);
    }
    return next;
  }

  void runDue(long nowNanos) {
    for (long next = next(); Deadlines.reached(next, nowNanos); next = next()) {
      runAt(next);
    }
  }

  /** All of them, due or not. */
  void runAll() {
    for (long next = next(); next != Deadlines.NONE; next = next()) {
      runAt(next);
    }
  }

  int acted() {
    return acted;
  }

  private void runAt(long atNanos) {
    Iterator<Late> each = waiting.iterator();
    while (each.hasNext()) {
      Late late = each.next();
      if (late.atNanos == atNanos) {
        each.remove();
        if (late.broker.incarnation() == late.incarnation && !late.broker.isSilent()) {
          act(late);
          acted++;
        }
      }
    }
  }

  private void act(Late late) {
    if (late.request instanceof BrokerRequest.OffsetCommit commit) {
      groups.commit(late.broker.id(), commit, List.of());
    } else if (late.request instanceof BrokerRequest.Produce produce) {
      produces.answer(late.broker.id(), produce, List.of());
    }
  }
}
