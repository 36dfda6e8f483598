package io.toppar.domain;

import static io.toppar.domain.Violation.require;

import java.util.List;

/** What must hold in every state of an {@link ExploredWorld}. Stateless. */
final class Invariants {

  /** What must hold for each partition. */
  private interface Rule {
    boolean holds(ExploredSeat seat, ExploredWorld world);
  }

  private record Invariant(String name, Rule rule) {}

  private static final List<Invariant> ALL =
      List.of(
          new Invariant("who waits has a request or a timer", Invariants::waitsForSomething),
          new Invariant("it is on the lane of its broker and on no other", Invariants::oneLane),
          new Invariant("what is queued is counted", Invariants::counts),
          new Invariant("it is fetched when it can be", Invariants::fetchedWhenItCan),
          new Invariant("the decision gives the reason", Invariants::givesTheReason),
          new Invariant("a deadline lies ahead", Invariants::deadlineAhead),
          new Invariant("stored is what was released or stored", Invariants::storedAsTold),
          new Invariant("the position is behind nothing delivered", Invariants::positionAhead),
          new Invariant("the position of the application is told", Invariants::appPosition),
          new Invariant("who has no leader has asked for one", Invariants::leaderAskedFor),
          new Invariant("nothing waits for who is stopped", Invariants::stoppedIsOver),
          new Invariant("a commit goes on until it is answered", Invariants::commitInFlight));

  private Invariants() {}

  /** Throws a {@link Violation} if something does not hold. */
  static void check(ExploredWorld world) {
    require(world.fetched.isEmpty(), "what was fetched was delivered or given back", world);
    long used = 0;
    for (ExploredLane lane : world.lanes) {
      used += lane.reservedBytes;
      require(
          lane.lane.inFlight() || lane.reservedBytes == 0, "a reservation is for a Fetch", world);
      long deadline = lane.lane.deadline();
      require(deadline == Deadlines.NONE || deadline - world.now > 0, "a back-off ends", world);
    }
    for (ExploredSeat seat : world.seats) {
      for (Invariant invariant : ALL) {
        if (!invariant.rule().holds(seat, world)) {
          throw new Violation(invariant.name(), seat + "; " + seat.toppar.snapshot(world.now));
        }
      }
      used += (long) ExploredBatch.SIZE_BYTES * (batches(seat.queue) + batches(seat.held));
    }
    require(used == world.budget.usedBytes(), "the budget holds what is in memory", used, world);
  }

  private static int batches(List<ExploredBatch> all) {
    int batches = 0;
    for (ExploredBatch one : all) {
      batches += one.reset ? 0 : 1;
    }
    return batches;
  }

  private static boolean waitsForSomething(ExploredSeat seat, ExploredWorld world) {
    Toppar toppar = seat.toppar;
    boolean timer = toppar.positioning().hasTimer();
    boolean request = seat.open() != null;
    if (toppar.positioning().hasOpenRequest() != request) {
      return false;
    }
    return switch (toppar.state()) {
      case OFFSET_QUERY -> timer && !request;
      case OFFSET_WAIT -> request && !timer;
      case VALIDATE_EPOCH_WAIT -> request != timer;
      case ACTIVE -> !request && toppar.fetchOffset() >= 0;
      case STOPPING -> !request && !timer && seat.committing != Offsets.INVALID;
      case NONE, STOPPED -> !request && !timer;
    };
  }

  private static boolean oneLane(ExploredSeat seat, ExploredWorld world) {
    LaneEntry entry = seat.toppar.laneEntry();
    int broker = seat.toppar.brokerId();
    boolean nowhere = broker == Toppar.NO_BROKER || seat.toppar.isMigrating();
    return entry == null ? nowhere : !nowhere && entry.lane.brokerId() == broker;
  }

  private static boolean counts(ExploredSeat seat, ExploredWorld world) {
    int records = 0;
    for (ExploredBatch batch : seat.queue) {
      records += batch.count;
      if (!batch.reset && batch.version != seat.toppar.version()) {
        return false;
      }
    }
    return seat.toppar.queuedRecords() == records
        && seat.toppar.queuedBytes() == (long) ExploredBatch.SIZE_BYTES * batches(seat.queue);
  }

  private static boolean isFull(Toppar toppar) {
    return toppar.queuedRecords() >= toppar.config().maxQueuedRecords()
        || toppar.queuedBytes() >= toppar.config().maxQueuedBytes();
  }

  private static boolean fetchedWhenItCan(ExploredSeat seat, ExploredWorld world) {
    Toppar toppar = seat.toppar;
    boolean can =
        toppar.state() == FetchState.ACTIVE
            && toppar.brokerId() != Toppar.NO_BROKER
            && !toppar.paused()
            && !toppar.isMigrating()
            && !toppar.positioning().backingOff(world.now)
            && !isFull(toppar);
    if (seat.fetchable != can) {
      return false;
    }
    if (!can) {
      return true;
    }
    BrokerLane lane = world.lanes.get(toppar.brokerId()).lane;
    boolean noRoom =
        lane.decision() == FetchDecision.NO_BUDGET
            && world.budget.usedBytes() > 0
            && world.budget.available() < lane.config().partitionBytes();
    return lane.inFlight() || lane.deadline() != Deadlines.NONE || noRoom;
  }

  private static boolean givesTheReason(ExploredSeat seat, ExploredWorld world) {
    Toppar toppar = seat.toppar;
    boolean active = toppar.state() == FetchState.ACTIVE;
    return switch (toppar.decision()) {
      case FETCH -> active;
      case NOT_ACTIVE -> !active;
      case LOGICAL_POSITION ->
          toppar.state() == FetchState.OFFSET_QUERY || toppar.state() == FetchState.OFFSET_WAIT;
      case NO_LEADER -> active && toppar.brokerId() == Toppar.NO_BROKER;
      case MIGRATING -> active && seat.leaving >= 0;
      case PAUSED -> active && toppar.paused();
      case BACKING_OFF -> active && toppar.deadline() != Deadlines.NONE;
      case QUEUE_FULL_RECORDS, QUEUE_FULL_BYTES ->
          active && isFull(toppar) && !seat.queue.isEmpty();
      case IN_FLIGHT, NO_BUDGET, NOTHING_READY -> false;
    };
  }

  private static boolean deadlineAhead(ExploredSeat seat, ExploredWorld world) {
    long deadline = seat.toppar.deadline();
    return deadline == Deadlines.NONE || deadline - world.now > 0;
  }

  private static boolean storedAsTold(ExploredSeat seat, ExploredWorld world) {
    return seat.toppar.storedOffset() == seat.stored;
  }

  private static boolean positionAhead(ExploredSeat seat, ExploredWorld world) {
    return seat.queue.isEmpty()
        || !seat.toppar.state().isStarted()
        || seat.toppar.fetchOffset() >= seat.nextDelivery();
  }

  private static boolean appPosition(ExploredSeat seat, ExploredWorld world) {
    return seat.expected == ExploredSeat.UNKNOWN
        || seat.hasReset()
        || !seat.toppar.state().isStarted()
        || seat.toppar.appOffset() == seat.expected;
  }

  private static boolean leaderAskedFor(ExploredSeat seat, ExploredWorld world) {
    Toppar toppar = seat.toppar;
    return !toppar.state().isStarted()
        || toppar.leaderId() != Toppar.NO_BROKER
        || seat.leaderWanted;
  }

  private static boolean stoppedIsOver(ExploredSeat seat, ExploredWorld world) {
    FetchState state = seat.toppar.state();
    boolean over = state == FetchState.STOPPED || state == FetchState.STOPPING;
    return seat.stopping == (state == FetchState.STOPPING)
        && (!over || (seat.queue.isEmpty() && seat.toppar.commits().deadline() == Deadlines.NONE));
  }

  private static boolean commitInFlight(ExploredSeat seat, ExploredWorld world) {
    return seat.toppar.commits().inFlight() == (seat.committing != Offsets.INVALID);
  }
}
