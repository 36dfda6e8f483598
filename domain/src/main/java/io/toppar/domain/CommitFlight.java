package io.toppar.domain;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The stores, or the loads, deletes or listings, of a {@link CommitMachine} that are due, and those
 * of them in the one request in flight. Confined to it.
 */
final class CommitFlight {

  /** A full request that is taken makes the next one larger by this part of it. */
  private static final int GROWTH = 8;

  final ErrorContext context;
  private final int most;
  private final Set<CommitStep> ready = new LinkedHashSet<>();
  private List<CommitStep> inFlight = List.of();
  private int askedId = CoordinatorLookup.NOBODY;

  /** The most steps of a request now: fewer than {@link #most} after one that was too large. */
  private int now;

  CommitFlight(ErrorContext context, int most) {
    this.context = context;
    this.most = most;
    this.now = most;
  }

  void add(CommitStep step) {
    ready.add(step);
  }

  void remove(CommitStep step) {
    ready.remove(step);
  }

  /** Whether a request may go out, and there is something for it. */
  boolean isDue() {
    return inFlight.isEmpty() && !ready.isEmpty();
  }

  /** The steps of the request that is being sent. */
  List<CommitStep> takeOff(int brokerId) {
    List<CommitStep> taken = new ArrayList<>(Math.min(now, ready.size()));
    Iterator<CommitStep> each = ready.iterator();
    while (each.hasNext() && taken.size() < now) {
      CommitStep step = each.next();
      each.remove();
      step.inFlight = true;
      taken.add(step);
    }
    inFlight = taken;
    askedId = brokerId;
    return taken;
  }

  /** The request has been answered, or has failed: its steps. */
  List<CommitStep> land(String input) {
    if (inFlight.isEmpty()) {
      throw new IllegalStateException(input + " without such a request in flight");
    }
    List<CommitStep> landed = inFlight;
    inFlight = List.of();
    for (CommitStep step : landed) {
      step.inFlight = false;
    }
    return landed;
  }

  /** A request with so many steps was larger than the broker takes. */
  void askLess(int size) {
    now = Math.max(1, size / 2);
  }

  /** One with so many was taken. */
  void served(int size) {
    if (size >= now) {
      now = Math.min(most, now + Math.max(1, now / GROWTH));
    }
  }

  /** How many steps are in flight. */
  int size() {
    return inFlight.size();
  }

  /** Whom the last request went to. */
  int askedId() {
    return askedId;
  }
}
