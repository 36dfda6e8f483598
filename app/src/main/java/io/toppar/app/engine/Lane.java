package io.toppar.app.engine;

import io.toppar.domain.BrokerLane;
import io.toppar.domain.FetchDecision;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A broker lane and what the engine knows beside it. The duty thread only. */
final class Lane extends Alarm {

  final Lanes owner;
  final int brokerId;
  final Set<Partition> members = new LinkedHashSet<>();
  BrokerLane machine;

  /** What {@link DecisionLog} has said last. */
  @Nullable FetchDecision loggedDecision;

  /** Waits to be asked for its next Fetch. */
  boolean toPlan;

  /** Which of its machines' requests are worth an answer: a rebuilt lane's old ones are not. */
  int generation;

  Lane(int brokerId, BrokerLane machine, Lanes owner) {
    this.brokerId = brokerId;
    this.machine = machine;
    this.owner = owner;
  }

  /** Why it is or is not asked now; while its Fetch is in flight it is not asked for the next. */
  FetchDecision decision() {
    return machine.inFlight() ? FetchDecision.IN_FLIGHT : machine.decision();
  }

  @Override
  void ring(long nowNanos) {
    owner.toPlan(this);
  }
}
