package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * For how long a toppar is read from a follower, and when it may be the next time (KIP-392,
 * F23-F25).
 *
 * <p>Confined to its toppar; exists only where a follower was offered. A lease that ends badly
 * makes the next one wait, and longer each time that one ends badly, too: else leader and follower
 * could play ping-pong with the reader. Meanwhile the leader is not told the rack, and so serves.
 */
final class FollowerLease {

  /** A lease that begins within this of a bad end goes on counting bad ends. */
  private static final long SOON_NANOS = 60_000_000_000L;

  private static final long MAX_WAIT_NANOS = 10_000_000_000L;

  /** Between two questions for brokers that nobody knows (F24). */
  private static final long ASK_INTERVAL_NANOS = 5_000_000_000L;

  private static final int MANY = 30;

  /** The end of the lease, or NONE while there is none. */
  private long until = Deadlines.NONE;

  /** No lease begins before, if one ended badly. */
  private long notBefore = Deadlines.NONE;

  private long soonUntil = Deadlines.NONE;
  private long askNotBefore = Deadlines.NONE;
  private int badEnds;
  private boolean beganSoon;

  /** Whether the toppar is read from a follower, or is on its way to one. */
  boolean runs() {
    return until != Deadlines.NONE;
  }

  /** When the lease ends; {@link Deadlines#NONE} while there is none. */
  long until() {
    return until;
  }

  /** For how long no lease may begin. */
  long waitNanos(long nowNanos) {
    return notBefore == Deadlines.NONE || Deadlines.reached(notBefore, nowNanos)
        ? 0
        : notBefore - nowNanos;
  }

  /** Before this the leader alone is to be read; {@link Deadlines#NONE} if a follower may be. */
  long notBefore(long nowNanos) {
    return waitNanos(nowNanos) > 0 ? notBefore : Deadlines.NONE;
  }

  void begin(long nowNanos) {
    beganSoon = soonUntil != Deadlines.NONE && !Deadlines.reached(soonUntil, nowNanos);
    renew(nowNanos);
  }

  void renew(long nowNanos) {
    until = Deadlines.after(nowNanos, TopparConfig.FOLLOWER_LEASE_NANOS);
  }

  void end() {
    until = Deadlines.NONE;
  }

  /**
   * The follower could not do what the leader said it could.
   *
   * @param firstWaitNanos for how long the leader's word is not taken, doubled each time in a row
   */
  void endBadly(long firstWaitNanos, long nowNanos) {
    until = Deadlines.NONE;
    badEnds = beganSoon ? Math.min(badEnds + 1, MANY) : 1;
    notBefore = Deadlines.after(nowNanos, waitNanos(firstWaitNanos, badEnds));
    soonUntil = Deadlines.after(nowNanos, SOON_NANOS);
  }

  /** Whether to ask for the brokers; then not again for a while (F24). */
  boolean mayAskForBrokers(long nowNanos) {
    boolean may = askNotBefore == Deadlines.NONE || Deadlines.reached(askNotBefore, nowNanos);
    if (may) {
      askNotBefore = Deadlines.after(nowNanos, ASK_INTERVAL_NANOS);
    }
    return may;
  }

  private static long waitNanos(long firstWaitNanos, int badEnds) {
    long wait = Math.min(firstWaitNanos, MAX_WAIT_NANOS);
    for (int i = 1; i < badEnds && wait < MAX_WAIT_NANOS; i++) {
      wait = Math.min(2 * wait, MAX_WAIT_NANOS);
    }
    return wait;
  }

  /** Snapshot and restore, as {@link StateTransfer} says; null for none, and while restoring. */
  static @Nullable FollowerLease transfer(StateTransfer state, @Nullable FollowerLease present) {
    if (!state.flag(present != null)) {
      return null;
    }
    FollowerLease lease = present == null ? new FollowerLease() : present;
    lease.until = state.deadline(lease.until);
    lease.notBefore = state.deadline(lease.notBefore);
    lease.soonUntil = state.deadline(lease.soonUntil);
    lease.askNotBefore = state.deadline(lease.askNotBefore);
    lease.badEnds = state.number(lease.badEnds);
    lease.beganSoon = state.flag(lease.beganSoon);
    return lease;
  }
}
