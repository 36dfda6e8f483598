package io.toppar.domain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Toppars and lanes with everything around them that can be put into any state: two partitions,
 * three brokers, a shared budget, an application, a clock.
 *
 * <p>Nothing happens by itself; {@link ExploredStep}s are what can happen. There is no log: brokers
 * and the store may answer anything that some log of the offsets 0 to {@link #END} allows.
 */
final class ExploredWorld {

  static final int BROKERS = 3;
  static final long END = 6;
  private static final long MILLI = 1_000_000;
  private static final long LEAST_BYTES = 20;

  final List<ExploredSeat> seats = new ArrayList<>();
  final List<Toppar> toppars = new ArrayList<>();
  final List<ExploredLane> lanes = new ArrayList<>();
  final FetchBudget budget = new FetchBudget(3 * LEAST_BYTES);
  final ExploredEffects effects;
  final PlantedBug bug;
  long now = 1;

  /** In the present step lanes take their time to let partitions go. */
  boolean leavesLate;

  /** What effects ask of other machines, done after the input. */
  final Deque<Runnable> afterwards = new ArrayDeque<>();

  /** Made in the present step. */
  final List<ExploredBatch> fetched = new ArrayList<>();

  private final FetchPlan plan = new FetchPlan();
  private final StateWriter writer;
  private final StateReader reader;
  private final List<ExploredLane> order = new ArrayList<>();

  ExploredWorld(PlantedBug bug, ResetPolicy... policies) {
    this.bug = bug;
    for (ResetPolicy policy : policies) {
      ExploredSeat seat = new ExploredSeat(seats.size(), config(policy));
      seats.add(seat);
      toppars.add(seat.toppar);
    }
    RandomGenerator even = () -> Long.MIN_VALUE;
    LaneConfig config =
        new LaneConfig(1, 500, 40, (int) LEAST_BYTES, "", 100 * MILLI, 100 * MILLI, even);
    for (int i = 0; i < BROKERS; i++) {
      lanes.add(new ExploredLane(new BrokerLane(i, config), policies.length));
    }
    effects = new ExploredEffects(this);
    writer = new StateWriter(true, toppars);
    reader = new StateReader(true, toppars);
  }

  private static TopparConfig config(ResetPolicy policy) {
    return new TopparConfig(
        policy,
        IsolationLevel.READ_COMMITTED,
        true,
        (int) LEAST_BYTES,
        2 * (int) LEAST_BYTES,
        3,
        1_000,
        100 * MILLI,
        100 * MILLI,
        100 * MILLI,
        300 * MILLI,
        true);
  }

  // Snapshots.

  /** Takes a canonical snapshot. */
  StateWriter save() {
    orderLanes();
    return save(order);
  }

  /** Takes a snapshot that is canonical but for the names of the brokers. */
  StateWriter saveWithNames() {
    return save(lanes);
  }

  private StateWriter save(List<ExploredLane> inOrder) {
    for (int i = 0; i < BROKERS; i++) {
      writer.name(inOrder.get(i).lane.brokerId(), i);
    }
    writer.begin(now);
    transfer(writer, inOrder);
    return writer;
  }

  /** Goes to a state of which a snapshot was taken, by whichever world of the same policies. */
  void restore(byte[] snapshot) {
    for (Toppar toppar : toppars) {
      toppar.laneEntry(null);
    }
    reader.begin(snapshot, now);
    transfer(reader, lanes);
    afterwards.clear();
  }

  private void transfer(StateTransfer state, List<ExploredLane> inOrder) {
    for (ExploredSeat seat : seats) {
      seat.transfer(state);
    }
    for (ExploredLane lane : inOrder) {
      lane.transfer(state);
    }
    budget.transfer(state);
  }

  /**
   * Brokers in the order in which the state mentions them: what they are called does not matter.
   */
  private void orderLanes() {
    order.clear();
    for (ExploredSeat seat : seats) {
      mention(seat.toppar.leaderId());
      mention(seat.toppar.brokerId());
      mention(seat.toppar.nextBroker);
    }
    for (ExploredLane lane : lanes) {
      if (lane.lane.inFlight()) {
        mention(lane.lane.brokerId());
      }
    }
    for (int i = 0; i < BROKERS; i++) {
      mention(i);
    }
  }

  private void mention(int brokerId) {
    if (brokerId >= 0 && !order.contains(lanes.get(brokerId))) {
      order.add(lanes.get(brokerId));
    }
  }

  // Steps.

  /** Lets it happen, and everything that follows at once. */
  void take(ExploredStep step) {
    for (int i = 0; i < seats.size(); i++) {
      seats.get(i).beginStep();
    }
    fetched.clear();
    leavesLate = false;
    step.action().accept(this);
    settle();
    for (int i = 0; i < seats.size(); i++) {
      seats.get(i).forgetLate();
      seats.get(i).fetchable = seats.get(i).toppar.planFetch(now, plan);
    }
  }

  /** As the engine: effects first, then every lane that something was told to plans. */
  private void settle() {
    do {
      while (!afterwards.isEmpty()) {
        afterwards.remove().run();
      }
      orderLanes();
      for (int i = 0; i < BROKERS; i++) {
        ExploredLane lane = order.get(i);
        if (lane.toPlan) {
          lane.toPlan = false;
          LaneFetch fetch = lane.lane.plan(now, budget, inUse());
          if (fetch != null) {
            lane.send(fetch, this);
          }
        }
      }
    } while (!afterwards.isEmpty());
  }

  private int inUse() {
    int inUse = 0;
    for (int i = 0; i < BROKERS; i++) {
      boolean used = false;
      for (int j = 0; j < seats.size(); j++) {
        used |= seats.get(j).toppar.brokerId() == i;
      }
      inUse += used ? 1 : 0;
    }
    return Math.max(1, inUse);
  }

  /** A batch is over: its memory is given back, and lanes that found no room are asked again. */
  void free(ExploredBatch batch) {
    if (!batch.reset) {
      batch.release();
      roomCame(budget.release(batch.sizeBytes()));
    }
  }

  void roomCame(boolean came) {
    if (came && bug != PlantedBug.ROOM_NOT_TOLD) {
      for (ExploredLane lane : lanes) {
        lane.toPlan |= lane.lane.decision() == FetchDecision.NO_BUDGET;
      }
    }
  }

  /** The earliest deadline, or {@link Deadlines#NONE}. */
  long deadline() {
    long earliest = Deadlines.NONE;
    for (ExploredSeat seat : seats) {
      earliest = Deadlines.earlier(earliest, seat.toppar.deadline());
    }
    for (ExploredLane lane : lanes) {
      earliest = Deadlines.earlier(earliest, lane.lane.deadline());
    }
    return earliest;
  }

  @Override
  public String toString() {
    return seats + " lanes " + lanes.stream().map(lane -> lane.lane.decision()).toList();
  }
}
