package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;

/** Takes steps by their names, from the beginning and without any snapshot. */
final class Replay {

  private final Exploration.Scope scope;
  private final List<ExploredStep> steps;

  Replay(Exploration.Scope scope, List<ExploredStep> steps) {
    this.scope = scope;
    this.steps = steps;
  }

  /** The world after these steps. */
  ExploredWorld world(List<String> names) {
    ExploredWorld world = scope.newWorld();
    for (String name : names) {
      world.take(step(name));
    }
    return world;
  }

  private ExploredStep step(String name) {
    return steps.stream()
        .filter(step -> step.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no step is called " + name));
  }

  /** The steps that lead along these states and then to a violation. */
  List<String> trace(List<StateHash> way) {
    List<String> names = new ArrayList<>(beginning(way.get(0)));
    for (StateHash state : way.subList(1, way.size())) {
      names.add(stepTo(state, names));
    }
    for (ExploredStep step : steps) {
      ExploredWorld world = world(names);
      if (step.possible().test(world) && violates(world, step)) {
        names.add(step.name());
        return names;
      }
    }
    throw new IllegalStateException("the violation after " + names + " does not come back");
  }

  private List<String> beginning(StateHash state) {
    return scope.beginnings().stream()
        .filter(names -> StateHash.of(world(names).save()).equals(state))
        .findFirst()
        .orElseThrow();
  }

  private String stepTo(StateHash state, List<String> names) {
    for (ExploredStep step : steps) {
      ExploredWorld world = world(names);
      if (step.possible().test(world)) {
        world.take(step);
        if (StateHash.of(world.save()).equals(state)) {
          return step.name();
        }
      }
    }
    throw new IllegalStateException("no step leads on from " + names);
  }

  private static boolean violates(ExploredWorld world, ExploredStep step) {
    try {
      world.take(step);
      Invariants.check(world);
      new WayOut(new StateSet()).check(world);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }
}
