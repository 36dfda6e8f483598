package io.toppar.domain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * All sequences of steps up to a length, breadth first: every state that can be reached is seen
 * once, what must hold is checked in it, and a violation is told by the shortest way to it.
 */
final class Exploration {

  /** Where it begins: partitions with these policies, after these steps. */
  record Scope(PlantedBug bug, List<ResetPolicy> policies, List<List<String>> beginnings) {

    ExploredWorld newWorld() {
      return new ExploredWorld(bug, policies.toArray(ResetPolicy[]::new));
    }
  }

  /**
   * What was seen.
   *
   * @param failure what was violated, or null
   * @param trace the steps that lead to it
   */
  record Report(
      int states, long transitions, int depth, @Nullable Throwable failure, List<String> trace) {

    @Override
    public String toString() {
      return states + " states, " + transitions + " transitions, depth " + depth;
    }
  }

  private static final Reached DONE = new Reached(StateSet.NO_PARENT, new byte[0]);

  private record Found(int parent, Throwable failure) {}

  /** A state from which the steps on are still to be taken. */
  private static final class Reached {
    final int number;
    final byte[] snapshot;

    Reached(int number, byte[] snapshot) {
      this.number = number;
      this.snapshot = snapshot;
    }
  }

  private final Scope scope;
  private final List<ExploredStep> steps;
  private final StateSet seen = new StateSet();
  private final StateSet good = new StateSet();
  private final AtomicLong transitions = new AtomicLong();
  private volatile @Nullable Found found;

  /** Whether steps are taken from the states that are found now. */
  private volatile boolean goesOn = true;

  Exploration(Scope scope) {
    this.scope = scope;
    this.steps = ExploredStep.all(scope.policies().size());
  }

  /** Sees everything that so many steps lead to, unless a violation ends it. */
  Report run(int depth, int threads) {
    List<Reached> frontier = beginnings();
    int reached = 0;
    while (found == null && reached < depth && !frontier.isEmpty()) {
      reached++;
      goesOn = reached < depth;
      frontier = next(frontier, threads);
    }
    Found end = found;
    List<String> trace =
        end == null ? List.of() : new Replay(scope, steps).trace(seen.way(end.parent()));
    return new Report(
        seen.size(), transitions.get(), reached, end == null ? null : end.failure(), trace);
  }

  private List<Reached> beginnings() {
    List<Reached> all = new ArrayList<>();
    WayOut wayOut = new WayOut(good);
    for (List<String> beginning : scope.beginnings()) {
      ExploredWorld world = new Replay(scope, steps).world(beginning);
      visit(world, StateSet.NO_PARENT, all, wayOut);
    }
    return all;
  }

  private List<Reached> next(List<Reached> frontier, int threads) {
    List<Reached> next = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger at = new AtomicInteger();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> expand(frontier, at, next), "explores-" + i);
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while exploring", e);
      }
    }
    return next;
  }

  private void expand(List<Reached> frontier, AtomicInteger at, List<Reached> next) {
    ExploredWorld world = scope.newWorld();
    WayOut wayOut = new WayOut(good);
    int mine = at.getAndIncrement();
    while (mine < frontier.size() && found == null) {
      Reached reached = frontier.get(mine);
      frontier.set(mine, DONE);
      expand(world, reached, next, wayOut);
      mine = at.getAndIncrement();
    }
  }

  private void expand(ExploredWorld world, Reached from, List<Reached> next, WayOut wayOut) {
    boolean elsewhere = true;
    long taken = 0;
    for (ExploredStep step : steps) {
      if (elsewhere) {
        world.restore(from.snapshot);
      }
      elsewhere = step.possible().test(world);
      if (elsewhere) {
        taken++;
        try {
          world.take(step);
          visit(world, from.number, next, wayOut);
        } catch (RuntimeException | AssertionError e) {
          found = new Found(from.number, new AssertionError(step.name() + ": " + e, e));
          return;
        }
      }
    }
    transitions.addAndGet(taken);
  }

  private void visit(ExploredWorld world, int parent, List<Reached> next, WayOut wayOut) {
    StateWriter snapshot = world.save();
    int number = seen.add(StateHash.of(snapshot), parent);
    if (number >= 0) {
      if (goesOn) {
        next.add(new Reached(number, snapshot.snapshot()));
      }
      Invariants.check(world);
      wayOut.check(world);
    }
  }
}
