package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One thing that can happen in an {@link ExploredWorld}.
 *
 * @param name what happens, and to whom
 * @param possible whether it can happen in the present state
 * @param action lets it happen
 */
record ExploredStep(
    String name, Predicate<ExploredWorld> possible, Consumer<ExploredWorld> action) {

  /** All there are, of so many partitions. */
  static List<ExploredStep> all(int partitions) {
    List<ExploredStep> all = new ArrayList<>();
    for (int number = 0; number < partitions; number++) {
      UserSteps.of(number, all);
      AnswerSteps.of(number, all);
      LeaderSteps.of(number, all);
    }
    for (int broker = 0; broker < ExploredWorld.BROKERS; broker++) {
      FetchSteps.of(broker, partitions, all);
    }
    all.add(
        new ExploredStep(
            "time passes", world -> world.deadline() != Deadlines.NONE, ExploredStep::passTime));
    return all;
  }

  static void passTime(ExploredWorld world) {
    world.now = world.deadline();
    for (ExploredSeat seat : world.seats) {
      if (Deadlines.reached(seat.toppar.deadline(), world.now)
          && world.bug != PlantedBug.TIMER_LOST) {
        seat.toppar.onDeadline(world.now, world.effects);
      }
    }
    for (ExploredLane lane : world.lanes) {
      lane.toPlan |= Deadlines.reached(lane.lane.deadline(), world.now);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
