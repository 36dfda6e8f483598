package io.toppar.app.engine;

import io.toppar.domain.BrokerLane;
import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchBudget;
import io.toppar.domain.FetchDecision;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.LaneFetch;
import io.toppar.domain.RefreshReason;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of all brokers: which partitions are on which, and their Fetches. The duty thread only.
 *
 * <p>A lane is asked for its next Fetch only when something about it has changed; a lane that found
 * no room in the memory budget when room has come.
 */
final class Lanes {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ClientSettings settings;
  private final BrokerCalls calls;
  private final FetchBudget budget;
  private final FrameLedger ledger;
  private final TimingWheel wheel;
  private final Feed feed;
  private final Map<Integer, Lane> lanes = new TreeMap<>();
  private final ArrayDeque<Lane> toPlan = new ArrayDeque<>();
  private final ArrayDeque<Lane> starved = new ArrayDeque<>();
  private int inUse;

  /** How the replies of a lane reach its partitions. */
  interface Feed {

    /** Lets the lane take a reply's parts; afterwards every partition concerned is looked after. */
    void fetched(Lane lane, List<FetchedPartition> parts, long nowNanos);

    /** Lets the lane take the failure of its Fetch. */
    void fetchFailed(Lane lane, ErrorCode error, boolean sessionLost, long nowNanos);

    /** Asks for metadata. */
    void refresh(RefreshReason reason, long nowNanos);
  }

  Lanes(
      ClientSettings settings,
      BrokerCalls calls,
      FetchBudget budget,
      FrameLedger ledger,
      TimingWheel wheel,
      Feed feed) {
    this.settings = settings;
    this.calls = calls;
    this.budget = budget;
    this.ledger = ledger;
    this.wheel = wheel;
    this.feed = feed;
  }

  /** LEAVE the lane it is on, if any. */
  void leave(Partition partition, long nowNanos) {
    Lane lane = partition.lane;
    if (lane != null) {
      lane.machine.leave(partition.toppar, nowNanos);
      lane.members.remove(partition);
      partition.lane = null;
      if (lane.members.isEmpty()) {
        inUse--;
      }
      toPlan(lane);
    }
  }

  /** JOIN the lane of a broker. */
  void join(Partition partition, int brokerId, long nowNanos) {
    Lane lane = lane(brokerId);
    if (lane.members.isEmpty()) {
      inUse++;
    }
    lane.members.add(partition);
    partition.lane = lane;
    lane.machine.join(partition.toppar, nowNanos);
    toPlan(lane);
  }

  /** The lane of a broker, or null if nothing was ever read from it. */
  @Nullable Lane find(int brokerId) {
    return lanes.get(brokerId);
  }

  private Lane lane(int brokerId) {
    Lane lane = lanes.get(brokerId);
    if (lane == null) {
      lane = new Lane(brokerId, new BrokerLane(brokerId, settings.lane()), this);
      lanes.put(brokerId, lane);
    }
    return lane;
  }

  /** What planFetch looks at has changed for this partition. */
  void fetchChanged(Partition partition) {
    Lane lane = partition.lane;
    if (lane != null) {
      lane.machine.fetchChanged(partition.toppar);
      toPlan(lane);
    }
  }

  /** The lane wants to be asked. */
  void toPlan(Lane lane) {
    if (!lane.toPlan) {
      lane.toPlan = true;
      toPlan.addLast(lane);
    }
  }

  /** Room has come: the lanes that found none are asked again. */
  void roomCame() {
    Lane lane = starved.pollFirst();
    while (lane != null) {
      toPlan(lane);
      lane = starved.pollFirst();
    }
  }

  /** Asks every lane that wants to be asked, and sends what it plans. */
  int plan(long nowNanos) {
    int sent = 0;
    Lane lane = toPlan.pollFirst();
    while (lane != null) {
      lane.toPlan = false;
      LaneFetch fetch = planOne(lane, nowNanos);
      if (fetch != null) {
        submit(lane, fetch, nowNanos);
        sent++;
      }
      DecisionLog.look(lane);
      wheel.arm(lane, lane.machine.deadline());
      lane = toPlan.pollFirst();
    }
    return sent;
  }

  private @Nullable LaneFetch planOne(Lane lane, long nowNanos) {
    if (lane.machine.inFlight()) {
      return null;
    }
    LaneFetch fetch = lane.machine.plan(nowNanos, budget, Math.max(1, inUse));
    if (fetch == null && lane.machine.decision() == FetchDecision.NO_BUDGET) {
      starved.addLast(lane);
      if (ledger.makeRoom()) {
        roomCame();
      }
    }
    return fetch;
  }

  private void submit(Lane lane, LaneFetch fetch, long nowNanos) {
    int generation = lane.generation;
    BrokerRequest.Fetch request =
        new BrokerRequest.Fetch(
            lane.brokerId,
            fetch.fullList(),
            fetch.changed(),
            fetch.forgotten(),
            settings.lane().minBytes(),
            settings.lane().maxWaitMillis(),
            fetch.maxBytes(),
            settings.toppar().isolationLevel(),
            fetch.withRack() ? settings.lane().rackId() : "",
            Deadlines.after(
                nowNanos,
                settings.requestTimeoutNanos()
                    + settings.lane().maxWaitMillis() * NANOS_PER_MILLI));
    calls.submit(
        request,
        (outcome, now) -> onOutcome(lane, generation, outcome, fetch.reservedBytes(), now));
  }

  private void onOutcome(
      Lane lane, int generation, BrokerOutcome outcome, long reservedBytes, long nowNanos) {
    if (outcome instanceof BrokerOutcome.Fetched fetched && generation == lane.generation) {
      if (ledger.arrived(fetched, reservedBytes)) {
        roomCame();
      }
      feed.fetched(lane, fetched.partitions(), nowNanos);
    } else {
      BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
      if (budget.settle(reservedBytes, 0)) {
        roomCame();
      }
      if (generation == lane.generation) {
        onFailed(lane, failed, nowNanos);
      }
    }
    toPlan(lane);
  }

  private void onFailed(Lane lane, BrokerOutcome.Failed failed, long nowNanos) {
    switch (failed.kind()) {
      case TRANSPORT, TIMED_OUT -> feed.refresh(RefreshReason.BROKER_DOWN, nowNanos);
      case CANCELLED, UNKNOWN_BROKER, UNSUPPORTED, MALFORMED, BROKER_ERROR, SESSION_LOST -> {}
    }
    feed.fetchFailed(
        lane, BrokerCalls.code(failed), failed.kind() == BrokerOutcome.Kind.SESSION_LOST, nowNanos);
  }

  /**
   * Puts a new machine in the place of one that threw; everything is listed to the broker again.
   */
  void rebuild(Lane lane, long nowNanos) {
    BrokerLane broken = lane.machine;
    for (Partition member : lane.members) {
      broken.leave(member.toppar, nowNanos);
    }
    lane.machine = new BrokerLane(lane.brokerId, settings.lane());
    lane.generation++;
    for (Partition member : lane.members) {
      lane.machine.join(member.toppar, nowNanos);
    }
    toPlan(lane);
  }
}
