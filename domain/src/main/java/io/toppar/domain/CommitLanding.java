package io.toppar.domain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of one request of a {@link CommitMachine}: what becomes of each of its steps, and what it
 * tells of the coordinator (O8). Made for one answer; confined to the machine.
 */
final class CommitLanding {

  /** How often what passes soon or never is tried again. */
  private static final int FEW = 2;

  private final CommitMachine machine;
  private final CommitFlight flight;
  private final List<CommitStep> steps;
  private final long nowNanos;
  private final CommitEffects effects;
  private @Nullable ErrorCode lost;
  private @Nullable ErrorCode busy;
  private String why = "";
  private boolean tooMuch;
  private boolean taken;

  CommitLanding(
      CommitMachine machine,
      CommitFlight flight,
      String input,
      long nowNanos,
      CommitEffects effects) {
    this.machine = machine;
    this.flight = flight;
    this.steps = flight.land(input);
    this.nowNanos = nowNanos;
    this.effects = effects;
  }

  List<CommitStep> steps() {
    return steps;
  }

  /** The answer for one step: what is committed, if that was asked, and the error or NONE. */
  void answered(CommitStep step, @Nullable CommittedOffset answer, ErrorCode error) {
    if (error == ErrorCode.NONE) {
      taken = true;
      machine.ends.succeed(step, answer, effects);
    } else {
      failed(step, error, "");
    }
  }

  void failed(CommitStep step, ErrorCode error, String detail) {
    ErrorActions actions = ErrorTable.actions(flight.context, error);
    noteCoordinator(actions, error, detail);
    if (step.tickets.isEmpty()) {
      machine.lines.discard(step);
    } else if (mayBeTriedAgain(step, actions)) {
      step.trouble = error;
      retry(step, actions);
    } else {
      giveUp(step, error, detail);
    }
  }

  /** Every step has been dealt with. */
  void end() {
    if (tooMuch) {
      flight.askLess(steps.size());
    } else if (taken) {
      flight.served(steps.size());
    }
    CoordinatorLookup lookup = machine.lookup;
    if (lost != null) {
      lookup.onLost(flight.askedId(), lost, why, nowNanos);
    } else if (busy != null) {
      lookup.onBusy(flight.askedId(), busy, why, nowNanos);
    } else {
      lookup.onServed(flight.askedId());
    }
  }

  private void noteCoordinator(ErrorActions actions, ErrorCode error, String detail) {
    if (actions.has(ErrorAction.FIND_COORDINATOR)) {
      lost = error;
    } else if (actions.has(ErrorAction.SPARE_COORDINATOR)) {
      busy = error;
    } else {
      return;
    }
    why =
        detail.isEmpty() ? "broker " + flight.askedId() + " answered: " + error.describe() : detail;
  }

  private boolean mayBeTriedAgain(CommitStep step, ErrorActions actions) {
    return actions.has(ErrorAction.RETRY)
        || (actions.has(ErrorAction.RETRY_FEW) && step.failures < FEW)
        || (actions.has(ErrorAction.ASK_LESS) && steps.size() > 1);
  }

  private void retry(CommitStep step, ErrorActions actions) {
    if (actions.has(ErrorAction.ASK_LESS)) {
      tooMuch = true;
    } else if (!actions.has(ErrorAction.FIND_COORDINATOR)
        && !actions.has(ErrorAction.SPARE_COORDINATOR)) {
      step.failures++;
      step.restsUntil = machine.delay.after(step.failures, nowNanos);
    }
    step.queue.retryHead();
    machine.lines.lineUp(step.queue);
  }

  private void giveUp(CommitStep step, ErrorCode error, String detail) {
    for (CommitTickets.Ticket ticket : List.copyOf(step.tickets)) {
      machine.ends.refuse(ticket, error, detail, effects);
    }
  }
}
