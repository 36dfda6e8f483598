package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of what can happen to batches in flight, up to a length, with requests that are
 * handled long after they were given up: from each all messages come to an end, none is in the log
 * twice or out of order, and every report is true.
 */
class ProduceExplorationTest {

  private static final int DEPTH = 6 + Integer.getInteger("toppar.explore.deeper", 0);

  private record Step(
      String name, Predicate<ExploredProducing> possible, Consumer<ExploredProducing> take) {}

  private static final List<Step> STEPS =
      List.of(
          new Step("send", ExploredProducing::canSend, ExploredProducing::send),
          new Step("append", ExploredProducing::canHandle, w -> w.handle(true, ErrorCode.NONE)),
          new Step(
              "append, answer late replicas",
              ExploredProducing::canHandle,
              w -> w.handle(true, ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND)),
          new Step(
              "refuse for now",
              ExploredProducing::canHandle,
              w -> w.handle(false, ErrorCode.NOT_ENOUGH_REPLICAS)),
          new Step(
              "refuse for ever",
              ExploredProducing::canHandle,
              w -> w.handle(false, ErrorCode.INVALID_RECORD)),
          new Step("reply", ExploredProducing::canReply, ExploredProducing::reply),
          new Step("disconnect", ExploredProducing::canBreak, ExploredProducing::disconnect),
          new Step("append late", ExploredProducing::canHandleLate, ExploredProducing::handleLate),
          new Step("purge", ExploredProducing::canBreak, ExploredProducing::purge),
          new Step(
              "to the deadline", ExploredProducing::hasDeadline, ExploredProducing::toDeadline));

  private long sequences;

  @Test
  void everyReportIsTrueAndNothingIsThereTwiceOrOutOfOrder() {
    explore(new ArrayList<>());
    assertThat(sequences).isGreaterThan(10_000);
  }

  private void explore(List<Step> way) {
    for (Step step : STEPS) {
      ExploredProducing world = world(way);
      if (step.possible.test(world)) {
        way.add(step);
        sequences++;
        visit(world, step, way);
        if (way.size() < DEPTH) {
          explore(way);
        }
        way.remove(way.size() - 1);
      }
    }
  }

  private static void visit(ExploredProducing world, Step step, List<Step> way) {
    try {
      step.take.accept(world);
      world.requireWayOut();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(way.stream().map(Step::name).toList() + ": " + e, e);
    }
  }

  private static ExploredProducing world(List<Step> way) {
    ExploredProducing world = new ExploredProducing();
    way.forEach(step -> step.take.accept(world));
    return world;
  }
}
