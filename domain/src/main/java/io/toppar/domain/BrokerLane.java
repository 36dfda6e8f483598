package io.toppar.domain;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A broker as the core sees it: which partitions it is asked for, what it was last told of them
 * (KIP-227), and what is in flight (F5-F8).
 *
 * <p>Confined to the owner's thread. Planning looks only at partitions whose {@code fetchChanged}
 * was pushed and at those answered, never at all that have joined; only a new session lists
 * everything.
 *
 * <p><b>How to drive it.</b> {@link #join} and {@link #leave} follow the effects of these names
 * (reading needs nothing more before {@link Toppar#onLeft}); {@link #fetchChanged} follows its own.
 * Ask {@link #plan} after inputs, at {@link #deadline}, and when the {@link FetchBudget} says that
 * there is room again. At most one Fetch is in flight; it ends by {@link #onFetched} or {@link
 * #onFailed}, and by {@link FetchBudget#settle}.
 *
 * <p><b>Followers:</b> while a partition may not go to one, {@link LaneFetch#withRack} says so for
 * the whole Fetch: the others are served by this broker meanwhile.
 *
 * <p><b>Fairness:</b> a partition that brought records goes behind the others; a broker keeps the
 * same order within a session.
 */
public final class BrokerLane {

  private final int brokerId;
  private final LaneConfig config;
  private final LaneBackoff backoff;
  private final LaneMembers members = new LaneMembers();
  private final LaneSession session = new LaneSession(members);
  private FetchDecision decision = FetchDecision.NOTHING_READY;
  private int strayParts;
  private boolean sessionJustLost;
  private boolean inFlight;

  /** A lane without partitions. */
  public BrokerLane(int brokerId, LaneConfig config) {
    this.brokerId = brokerId;
    this.config = config;
    this.backoff = new LaneBackoff(config);
  }

  /** The broker. */
  public int brokerId() {
    return brokerId;
  }

  /** The settings. */
  public LaneConfig config() {
    return config;
  }

  /** The partition is fetched from this broker from now on; it must be on no other lane. */
  public void join(Toppar toppar, long nowNanos) {
    LaneEntry present = toppar.laneEntry();
    if (present != null) {
      throw new IllegalStateException(
          toppar + " joins broker " + brokerId + " and is still on " + present.lane.brokerId);
    }
    LaneEntry entry = new LaneEntry(this, toppar);
    toppar.laneEntry(entry);
    members.add(entry);
    session.join(entry);
  }

  /**
   * The partition is no longer fetched from this broker; a late answer for it is dropped. Ignored
   * if it is not on this lane (M2).
   */
  public void leave(Toppar toppar, long nowNanos) {
    LaneEntry entry = toppar.laneEntry();
    if (entry == null || entry.lane != this) {
      return;
    }
    toppar.laneEntry(null);
    members.remove(entry, inFlight);
    session.leave(entry);
  }

  /** {@link TopparEffects#fetchChanged} of a partition; ignored if it is not on this lane. */
  public void fetchChanged(Toppar toppar) {
    LaneEntry entry = toppar.laneEntry();
    if (entry != null && entry.lane == this) {
      session.look(entry);
    }
  }

  /**
   * The next Fetch, or null if there is nothing to send now; {@link #decision} says why.
   *
   * @param lanesInUse brokers that share the budget: a Fetch takes at most half of this one's share
   */
  public @Nullable LaneFetch plan(long nowNanos, FetchBudget budget, int lanesInUse) {
    decision = decide(nowNanos);
    if (decision != FetchDecision.FETCH) {
      return null;
    }
    long least = Math.min(config.partitionBytes(), config.maxBytes());
    long share = budget.limitBytes() / (2L * Math.max(1, lanesInUse));
    long most = Math.max(least, Math.min(config.maxBytes(), share));
    long reserved = budget.reserve(least, most);
    if (reserved == 0) {
      decision = FetchDecision.NO_BUDGET;
      return null;
    }
    LaneFetch fetch = session.next(nowNanos, reserved);
    inFlight = true;
    return fetch;
  }

  /** What the last {@link #plan} said: FETCH, IN_FLIGHT, BACKING_OFF, NOTHING_READY, NO_BUDGET. */
  public FetchDecision decision() {
    return decision;
  }

  /** Whether a Fetch is in flight. */
  public boolean inFlight() {
    return inFlight;
  }

  /** Parts of replies for partitions that nobody had asked for. */
  public int strayParts() {
    return strayParts;
  }

  /**
   * The reply to the Fetch in flight. Ownership of the batches passes to the machines. A part for a
   * partition that has left, or was asked for under an older version or at another position, is
   * dropped and counted there.
   */
  public void onFetched(List<FetchedPartition> parts, long nowNanos, TopparEffects effects) {
    endFlight("fetched");
    backoff.onSuccess();
    sessionJustLost = false;
    for (int i = 0; i < parts.size(); i++) {
      onPart(parts.get(i), nowNanos, effects);
    }
    session.answered(effects);
    members.forgetGone();
  }

  /**
   * The Fetch in flight failed as a whole: nothing is sent before {@link #deadline}, and then
   * everything is listed again, since nobody knows what the broker has heard (F8).
   *
   * @param error the broker's code, or a local one (transport, timed out)
   * @param sessionLost the broker does not know the session any more: not a failure the first time,
   *     everything is listed again at once
   */
  public void onFailed(ErrorCode error, boolean sessionLost, long nowNanos, TopparEffects effects) {
    endFlight("failed");
    members.forgetGone();
    if (sessionLost && !sessionJustLost) {
      sessionJustLost = true;
      session.lose();
      return;
    }
    backoff.onFailed(nowNanos);
    tellAsked(error, nowNanos, effects);
    session.lose();
  }

  /** When {@link #plan} should be asked again: the end of a back-off, or {@link Deadlines#NONE}. */
  public long deadline() {
    return backoff.deadline();
  }

  /**
   * Snapshot and restore, as {@link StateTransfer} says: after its toppars, which while restoring
   * must be on no lane.
   */
  void transfer(StateTransfer state) {
    decision = Objects.requireNonNull(state.choice(FetchDecision.class, decision));
    strayParts = state.counter(strayParts);
    sessionJustLost = state.flag(sessionJustLost);
    inFlight = state.flag(inFlight);
    backoff.transfer(state);
    session.transfer(state, this);
  }

  private FetchDecision decide(long nowNanos) {
    if (inFlight) {
      return FetchDecision.IN_FLIGHT;
    }
    if (backoff.isRunning(nowNanos)) {
      return FetchDecision.BACKING_OFF;
    }
    return session.lookAtReady(nowNanos) == 0 ? FetchDecision.NOTHING_READY : FetchDecision.FETCH;
  }

  private void onPart(FetchedPartition part, long nowNanos, TopparEffects effects) {
    LaneEntry entry = members.find(part.topicPartition());
    if (entry == null) {
      strayParts++;
      BatchHandle batches = part.batches();
      if (batches != null) {
        batches.release();
      }
      return;
    }
    if (entry.toppar.laneEntry() != entry) {
      entry.toppar.onFetchedAfterLeaving(part, effects);
      return;
    }
    int version = entry.answeredVersion();
    entry.askedVersion = LaneEntry.NO_VERSION;
    boolean served = part.batches() != null;
    entry.toppar.onFetched(version, part, nowNanos, effects);
    if (entry.toppar.laneEntry() == entry) {
      session.look(entry);
      if (served) {
        members.moveLast(entry);
      }
    }
  }

  private void endFlight(String input) {
    if (!inFlight) {
      throw new IllegalStateException(
          input + " without a Fetch in flight on the lane of broker " + brokerId);
    }
    inFlight = false;
  }

  /** One toppar per topic is enough to have its metadata asked for; a follower all must leave. */
  private void tellAsked(ErrorCode error, long nowNanos, TopparEffects effects) {
    Set<String> topics = new HashSet<>();
    LaneEntry entry = members.first();
    while (entry != null) {
      Toppar toppar = entry.toppar;
      boolean asks = session.wasTold(entry) && toppar.state().isStarted();
      boolean first = asks && topics.add(toppar.topicPartition().topic());
      if (first || (session.wasTold(entry) && toppar.isOnFollower())) {
        toppar.onFetchAborted(entry.askedVersion, error, nowNanos, effects);
      }
      entry = members.after(entry);
    }
  }
}
