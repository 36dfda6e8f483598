package io.toppar.domain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A broker as the core sees it: which partitions it is asked for, and what is in flight. */
public final class BrokerLane {

  private final int brokerId;
  private final LaneConfig config;

  /** A lane without partitions. */
  public BrokerLane(int brokerId, LaneConfig config) {
    this.brokerId = brokerId;
    this.config = config;
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
  public void join(Toppar toppar, long nowNanos) {}

  /** The partition is no longer fetched from this broker; a late answer for it is dropped. */
  public void leave(Toppar toppar, long nowNanos) {}

  /** {@link TopparEffects#fetchChanged} of a partition on this lane. */
  public void fetchChanged(Toppar toppar) {}

  /** The next Fetch, or null if there is nothing to send now; see {@link #decision}. */
  public @Nullable LaneFetch plan(long nowNanos, FetchBudget budget, int lanesInUse) {
    return null;
  }

  /** Why the last {@link #plan} was null: IN_FLIGHT, BACKING_OFF, NO_BUDGET, NOTHING_READY. */
  public FetchDecision decision() {
    return FetchDecision.NOTHING_READY;
  }

  /** Whether a Fetch is in flight. */
  public boolean inFlight() {
    return false;
  }

  /** The reply to the Fetch in flight. Ownership of the batches passes to the machines. */
  public void onFetched(List<FetchedPartition> parts, long nowNanos, TopparEffects effects) {}

  /**
   * The Fetch in flight failed as a whole.
   *
   * @param error the broker's code, or a local one (transport, timed out)
   * @param sessionLost the broker does not know the session any more: not an error, all is listed
   *     again
   */
  public void onFailed(
      ErrorCode error, boolean sessionLost, long nowNanos, TopparEffects effects) {}

  /** When {@link #plan} should be asked again: the end of a back-off, or {@link Deadlines#NONE}. */
  public long deadline() {
    return Deadlines.NONE;
  }
}
