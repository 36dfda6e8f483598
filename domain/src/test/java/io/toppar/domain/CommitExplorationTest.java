package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of inputs of a commit machine and its look-up of the coordinator, up to a length:
 * what must hold holds in every state, and from each all operations come to an end.
 */
final class CommitExplorationTest {

  private static final int DEPTH = 6 + Integer.getInteger("toppar.explore.deeper", 0);

  private record Step(String name, Predicate<CommitWorld> possible, Consumer<CommitWorld> take) {}

  private static final List<Step> STEPS = steps();

  private static List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int partition = 0; partition < 2; partition++) {
      int one = partition;
      steps.add(new Step("store " + one, w -> w.open() < 4, w -> w.store(one)));
      steps.add(new Step("load " + one, w -> w.open() < 4, w -> w.load(one)));
    }
    for (int broker = 1; broker <= 2; broker++) {
      int one = broker;
      steps.add(new Step("found " + one, w -> w.finding, w -> w.found(one)));
    }
    for (ErrorCode error :
        List.of(ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.GROUP_AUTHORIZATION_FAILED)) {
      steps.add(new Step("not found: " + error, w -> w.finding, w -> w.notFound(error)));
    }
    for (ErrorCode error :
        List.of(
            ErrorCode.NONE,
            ErrorCode.NOT_COORDINATOR,
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
            ErrorCode.REQUEST_TIMED_OUT,
            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
            ErrorCode.INVALID_COMMIT_OFFSET_SIZE,
            ErrorCode.UNKNOWN_MEMBER_ID)) {
      steps.add(
          new Step("committed: " + error, w -> w.committing != null, w -> w.committed(error)));
    }
    for (ErrorCode error : List.of(ErrorCode.LOCAL_TIMED_OUT, ErrorCode.MESSAGE_TOO_LARGE)) {
      steps.add(
          new Step(
              "commit failed: " + error, w -> w.committing != null, w -> w.commitFailed(error)));
    }
    for (ErrorCode error :
        List.of(
            ErrorCode.NONE,
            ErrorCode.UNSTABLE_OFFSET_COMMIT,
            ErrorCode.TOPIC_AUTHORIZATION_FAILED)) {
      steps.add(new Step("fetched: " + error, w -> w.fetching != null, w -> w.fetched(error)));
    }
    for (ErrorCode error : List.of(ErrorCode.LOCAL_TRANSPORT, ErrorCode.NOT_COORDINATOR)) {
      steps.add(
          new Step("fetch failed: " + error, w -> w.fetching != null, w -> w.fetchFailed(error)));
    }
    steps.add(
        new Step(
            "to the deadline",
            w -> w.machine.deadline() != Deadlines.NONE,
            CommitWorld::toDeadline));
    steps.add(new Step("end soon", w -> w.open() > 0, CommitWorld::endSoon));
    return steps;
  }

  @Test
  void everythingEndsOnceInOrderAndInTimeAndThereIsAWayOut() {
    long began = System.nanoTime();
    Set<String> seen = new HashSet<>();
    List<List<Step>> frontier = List.of(List.of());
    long transitions = 0;
    for (int depth = 0; depth < DEPTH; depth++) {
      List<List<Step>> next = new ArrayList<>();
      for (List<Step> way : frontier) {
        CommitWorld here = world(way);
        for (Step step : STEPS) {
          if (step.possible.test(here)) {
            transitions++;
            visit(way, step, seen, next);
          }
        }
      }
      frontier = next;
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        "explored commits: %d states, %d transitions, depth %d, %.1f s%n",
        seen.size(), transitions, DEPTH, seconds);
    assertThat(seen).hasSizeGreaterThan(1_000);
  }

  private static void visit(List<Step> way, Step step, Set<String> seen, List<List<Step>> next) {
    List<Step> longer = new ArrayList<>(way);
    longer.add(step);
    try {
      CommitWorld world = world(longer);
      if (seen.add(CommitStateText.of(world))) {
        next.add(longer);
        world.requireWayOut();
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(longer.stream().map(Step::name).toList() + ": " + e, e);
    }
  }

  private static CommitWorld world(List<Step> way) {
    CommitWorld world = new CommitWorld();
    way.forEach(step -> step.take.accept(world));
    return world;
  }
}
