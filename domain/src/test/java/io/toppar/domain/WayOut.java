package io.toppar.domain;

import io.toppar.domain.ExploredSeat.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks for a dead end: from every state, with friendly answers and time, every partition that is
 * started must come to be read to its end, and every stop must end.
 */
final class WayOut {

  private static final int MOST_ROUNDS = 40;

  /** States from which there is a way out. */
  private final StateSet good;

  WayOut(StateSet good) {
    this.good = good;
  }

  /** Follows the friendly way from here; leaves the world somewhere else. */
  void check(ExploredWorld world) {
    List<StateHash> way = new ArrayList<>();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      StateHash here = StateHash.of(world.save());
      if (good.contains(here)) {
        break;
      }
      way.add(here);
      if (isGood(world)) {
        break;
      }
      if (round == MOST_ROUNDS - 1) {
        throw new Violation("there is always a way out", "not from what ends as " + world);
      }
      oneRound(world);
    }
    for (StateHash hash : way) {
      good.add(hash, StateSet.NO_PARENT);
    }
  }

  private static boolean isGood(ExploredWorld world) {
    for (ExploredSeat seat : world.seats) {
      Toppar toppar = seat.toppar;
      FetchState state = toppar.state();
      boolean read = toppar.paused() || toppar.appOffset() >= ExploredWorld.END;
      if (state == FetchState.STOPPING
          || (state.isStarted() && (state != FetchState.ACTIVE || !read))) {
        return false;
      }
    }
    return true;
  }

  private static void oneRound(ExploredWorld world) {
    boolean moved = false;
    for (ExploredSeat seat : world.seats) {
      moved |= answer(seat, world);
    }
    for (ExploredLane lane : world.lanes) {
      if (lane.lane.inFlight()) {
        take(world, w -> answer(lane, w));
      }
    }
    for (ExploredSeat seat : world.seats) {
      while (UserSteps.mayTake(seat)) {
        take(world, w -> UserSteps.take(seat, w));
        moved = true;
      }
      while (!seat.held.isEmpty()) {
        take(world, w -> UserSteps.release(seat, w));
        moved = true;
      }
    }
    if (!moved && world.deadline() != Deadlines.NONE) {
      take(world, ExploredStep::passTime);
    }
  }

  private static boolean answer(ExploredSeat seat, ExploredWorld world) {
    Request open = seat.open();
    if (seat.toppar.state().isStarted() && seat.toppar.leaderId() == Toppar.NO_BROKER) {
      take(world, w -> LeaderSteps.lead(seat, w, seat.number, 0));
    } else if (seat.leaving >= 0) {
      take(world, w -> w.effects.left(seat));
    } else if (AnswerSteps.commits(seat)) {
      take(world, w -> AnswerSteps.committed(seat, w));
    } else if (open != null) {
      seat.requests.remove(open);
      take(world, w -> answer(open, seat, w));
    } else {
      return false;
    }
    return true;
  }

  private static void answer(Request open, ExploredSeat seat, ExploredWorld world) {
    switch (open.asked()) {
      case STORE -> {
        seat.nothingStored = true;
        seat.toppar.onStoredOffset(open.number(), Offsets.INVALID, -1, world.now, world.effects);
      }
      case AGE -> AnswerSteps.found(open, seat, world, 0);
      case OFFSET ->
          AnswerSteps.found(
              open, seat, world, open.subject() == Offsets.END ? ExploredWorld.END : 0);
      case EPOCH_END -> AnswerSteps.ends(open, seat, world, ExploredWorld.END);
    }
  }

  private static void answer(ExploredLane lane, ExploredWorld world) {
    FetchSteps.answer(
        lane,
        world,
        asked ->
            asked.fetchOffset() < ExploredWorld.END ? FetchPart.RECORDS : FetchPart.AT_THE_END);
  }

  private static void take(ExploredWorld world, Consumer<ExploredWorld> action) {
    world.take(new ExploredStep("friendly", w -> true, action));
  }
}
