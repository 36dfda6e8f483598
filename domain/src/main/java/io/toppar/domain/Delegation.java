package io.toppar.domain;

/**
 * Which broker's lane a toppar is on, the way from one to the next (LEAVE, then JOIN, M1-M5), and
 * when that is a follower's (KIP-392, F23-F25).
 *
 * <p>Stateless: each call is about one toppar, whose {@code brokerId}, {@code nextBroker} and
 * {@code lease} it alone writes. A migration is in flight from LEAVE until the driver reports that
 * the toppar has left; whatever happens to the target meanwhile only replaces {@code nextBroker}.
 * No lock is needed: see <i>Delegation</i> in {@code domain/DESIGN.md}.
 */
final class Delegation {

  /** In the place of the next broker: no migration is in flight. */
  static final int NOT_MIGRATING = -2;

  private Delegation() {}

  /**
   * Gives the toppar to this broker; to {@link Toppar#NO_BROKER}, the internal broker, if nobody
   * can fetch it (M1). Nothing happens if it is there already and not on its way elsewhere.
   */
  static void delegate(Toppar toppar, int brokerId, TopparEffects effects) {
    if (toppar.isMigrating() || toppar.brokerId != brokerId) {
      migrate(toppar, brokerId, effects);
    }
  }

  /** The leader's name is known, anew or again (F25, B063). */
  static void onLeader(Toppar toppar, boolean moved, TopparEffects effects) {
    FollowerLease lease = toppar.lease;
    if (moved && lease != null) {
      lease.end();
    }
    if (!toppar.isOnFollower()) {
      delegate(toppar, toppar.leaderId, effects);
    }
  }

  private static void migrate(Toppar toppar, int toBroker, TopparEffects effects) {
    if (toppar.isMigrating()) {
      toppar.nextBroker = toBroker;
      return;
    }
    toppar.positioning.onMigration();
    if (toppar.brokerId == Toppar.NO_BROKER) {
      join(toppar, toBroker, effects);
    } else {
      toppar.nextBroker = toBroker;
      effects.leave(toppar, toppar.brokerId);
    }
  }

  /** The old lane has let go of it: JOIN whoever is the target by now (M2, M3). */
  static void onLeft(Toppar toppar, int brokerId, TopparEffects effects) {
    if (!toppar.isMigrating() || toppar.brokerId != brokerId) {
      throw new IllegalStateException(
          toppar + " left broker " + brokerId + " and was not asked to; it is on " + where(toppar));
    }
    int next = toppar.nextBroker;
    toppar.nextBroker = NOT_MIGRATING;
    join(toppar, next, effects);
  }

  /** Nobody has to be told of a JOIN to the internal broker: it has nothing to fetch. */
  private static void join(Toppar toppar, int brokerId, TopparEffects effects) {
    toppar.brokerId = brokerId;
    if (brokerId != Toppar.NO_BROKER) {
      effects.join(toppar, brokerId);
    }
  }

  // Followers.

  /**
   * A reply names the replica it would rather have read (F23). Only the leader is believed, and not
   * soon after a lease has ended badly: then the leader is asked again later.
   */
  static void onPreferred(Toppar toppar, int brokerId, long nowNanos, TopparEffects effects) {
    if (toppar.isOnFollower()) {
      onPreferredByFollower(toppar, brokerId, nowNanos, effects);
      return;
    }
    if (brokerId == toppar.leaderId) {
      toppar.positioning.backOff(toppar.config.faultBackoffNanos(), nowNanos);
      return;
    }
    FollowerLease lease = toppar.lease;
    if (lease == null) {
      lease = new FollowerLease();
      toppar.lease = lease;
    }
    long waitNanos = lease.waitNanos(nowNanos);
    if (waitNanos > 0) {
      toppar.positioning.backOff(waitNanos, nowNanos);
    } else {
      lease.begin(nowNanos);
      delegate(toppar, brokerId, effects);
    }
  }

  private static void onPreferredByFollower(
      Toppar toppar, int brokerId, long nowNanos, TopparEffects effects) {
    if (brokerId == toppar.brokerId && toppar.lease != null) {
      toppar.lease.renew(nowNanos);
    } else {
      leaveFollower(toppar, nowNanos, effects);
    }
  }

  /** The follower has failed: back to the leader, and not so soon to a follower again. */
  static void leaveFollower(Toppar toppar, long nowNanos, TopparEffects effects) {
    FollowerLease lease = toppar.lease;
    if (lease != null && lease.runs()) {
      lease.endBadly(toppar.config.faultBackoffNanos(), nowNanos);
      delegate(toppar, toppar.leaderId, effects);
    }
  }

  /** A lease that lasted to its end is forgotten, and what went wrong before it. */
  static void onDeadline(Toppar toppar, long nowNanos, TopparEffects effects) {
    FollowerLease lease = toppar.lease;
    if (lease != null && Deadlines.reached(lease.until(), nowNanos)) {
      toppar.lease = null;
      delegate(toppar, toppar.leaderId, effects);
    }
  }

  /**
   * A Fetch of the toppar's broker failed as a whole. Brokers that nobody knows are asked for by
   * and by (F24); a follower is left.
   */
  static void onFetchAborted(Toppar toppar, ErrorCode error, long nowNanos, TopparEffects effects) {
    ErrorActions actions = ErrorTable.actions(ErrorContext.FETCH, error);
    boolean unknown = error == ErrorCode.BROKER_NOT_AVAILABLE;
    FollowerLease lease = toppar.lease;
    boolean mayAsk = !unknown || lease == null || lease.mayAskForBrokers(nowNanos);
    if (actions.has(ErrorAction.REFRESH_METADATA) && toppar.state().isStarted() && mayAsk) {
      effects.refreshMetadata(
          toppar, unknown ? RefreshReason.UNKNOWN_BROKER : RefreshReason.BROKER_DOWN);
    }
    if (!toppar.isMigrating() && !actions.has(ErrorAction.DROP)) {
      leaveFollower(toppar, nowNanos, effects);
    }
  }

  private static String where(Toppar toppar) {
    return toppar.isMigrating()
        ? toppar.brokerId + " and on its way to " + toppar.nextBroker
        : String.valueOf(toppar.brokerId);
  }
}
