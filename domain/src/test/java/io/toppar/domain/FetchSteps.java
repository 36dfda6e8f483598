package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What a broker answers to the Fetch in flight. Stateless. */
final class FetchSteps {

  private FetchSteps() {}

  static void of(int broker, int partitions, List<ExploredStep> all) {
    fails(broker, ErrorCode.LOCAL_TRANSPORT, false, all);
    fails(broker, ErrorCode.BROKER_NOT_AVAILABLE, false, all);
    fails(broker, ErrorCode.FETCH_SESSION_ID_NOT_FOUND, true, all);
    for (int number = 0; number < partitions; number++) {
      for (FetchPart part : FetchPart.values()) {
        answers(broker, number, part, FetchPart.QUIET, all);
        if (partitions > 1) {
          answers(broker, number, part, FetchPart.RECORDS, all);
        }
      }
    }
  }

  private static void fails(
      int broker, ErrorCode error, boolean sessionLost, List<ExploredStep> all) {
    all.add(
        new ExploredStep(
            "b" + broker + " fails: " + error,
            world -> world.lanes.get(broker).lane.inFlight(),
            world -> {
              ExploredLane lane = world.lanes.get(broker);
              lane.sessionOpen = false;
              settle(lane, world, 0);
              lane.lane.onFailed(error, sessionLost, world.now, world.effects);
            }));
  }

  private static void answers(
      int broker, int number, FetchPart part, FetchPart others, List<ExploredStep> all) {
    all.add(
        new ExploredStep(
            "b" + broker + " answers p" + number + " " + part + ", others " + others,
            world -> {
              ExploredLane lane = world.lanes.get(broker);
              FetchPartition asked = lane.session[number];
              boolean alone = others == FetchPart.QUIET || told(lane) > 1;
              return lane.lane.inFlight() && asked != null && part.possible(asked) && alone;
            },
            world ->
                answer(
                    world.lanes.get(broker),
                    world,
                    asked -> asked.topicPartition().partition() == number ? part : others)));
  }

  private static int told(ExploredLane lane) {
    int told = 0;
    for (FetchPartition part : lane.session) {
      told += part == null ? 0 : 1;
    }
    return told;
  }

  /** The reply says of each partition that was asked for what is chosen for it. */
  static void answer(
      ExploredLane lane, ExploredWorld world, Function<FetchPartition, FetchPart> choice) {
    List<FetchedPartition> parts = new ArrayList<>();
    long bytes = 0;
    for (FetchPartition asked : lane.session) {
      FetchPart part = asked == null ? FetchPart.QUIET : choice.apply(asked);
      if (asked != null && part != FetchPart.QUIET && part.possible(asked)) {
        FetchedPartition answer = part.of(asked);
        parts.add(answer);
        if (answer.batches() instanceof ExploredBatch batch) {
          bytes += batch.sizeBytes();
          world.fetched.add(batch);
        }
      }
    }
    settle(lane, world, bytes);
    lane.lane.onFetched(parts, world.now, world.effects);
  }

  private static void settle(ExploredLane lane, ExploredWorld world, long heldBytes) {
    world.roomCame(world.budget.settle(lane.reservedBytes, heldBytes));
    lane.reservedBytes = 0;
    lane.toPlan = true;
  }
}
