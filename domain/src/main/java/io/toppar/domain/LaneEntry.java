package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * A partition's place on a lane: what its broker was last told of it, and whether that still holds.
 * Confined to its lane; the entries form a ring in the order of being served.
 */
final class LaneEntry {

  /** No reply is accepted. */
  static final int NO_VERSION = 0;

  /** The broker has not been told, or has been told to forget. */
  static final int NO_SESSION = 0;

  final BrokerLane lane;
  final Toppar toppar;

  /** Neighbours in the ring of the lane; an entry alone is its own neighbour. */
  LaneEntry previous = this;

  LaneEntry next = this;

  /** Waits in the lane's ready list to be looked at. */
  boolean queued;

  /** Fetchable when last looked at. */
  boolean wanted;

  /** The fetch session in which the broker was told of it, or {@link #NO_SESSION}. */
  int toldSession = NO_SESSION;

  /** The op version under which the Fetch in flight asks for it, or {@link #NO_VERSION}. */
  int askedVersion = NO_VERSION;

  private long toldOffset;
  private int toldLeaderEpoch;
  private int toldFetchedEpoch;
  private int toldMaxBytes;
  private TopicId toldTopicId = TopicId.ZERO;

  /** It was one of those that are read from a follower. */
  private boolean toldFollower;

  LaneEntry(BrokerLane lane, Toppar toppar) {
    this.lane = lane;
    this.toppar = toppar;
  }

  /** Whether the broker, if it was told at all, was told otherwise. */
  boolean differs(FetchPlan plan) {
    return plan.fetchOffset() != toldOffset
        || plan.currentLeaderEpoch() != toldLeaderEpoch
        || plan.lastFetchedEpoch() != toldFetchedEpoch
        || plan.maxBytes() != toldMaxBytes
        || toppar.isOnFollower() != toldFollower
        || !plan.topicId().equals(toldTopicId);
  }

  /**
   * The version under which an answer to the Fetch in flight counts: none if the position has been
   * moved on since, which a forward reset does without a new version, or if a follower was asked
   * that leads by now: of where the log ends it says what only a leader can know.
   */
  int answeredVersion() {
    boolean asAsked =
        toldOffset == toppar.fetchOffset() && (!toldFollower || toppar.isOnFollower());
    return asAsked ? askedVersion : NO_VERSION;
  }

  void told(int session, FetchPlan plan) {
    toldSession = session;
    toldOffset = plan.fetchOffset();
    toldLeaderEpoch = plan.currentLeaderEpoch();
    toldFetchedEpoch = plan.lastFetchedEpoch();
    toldMaxBytes = plan.maxBytes();
    toldTopicId = plan.topicId();
    toldFollower = toppar.isOnFollower();
  }

  /** Snapshot and restore, as {@link StateTransfer} says; null while restoring. */
  static LaneEntry transfer(
      StateTransfer state, BrokerLane lane, int session, @Nullable LaneEntry present) {
    Toppar toppar = state.toppar(present == null ? null : present.toppar.topicPartition());
    LaneEntry entry = present == null ? new LaneEntry(lane, toppar) : present;
    entry.queued = state.flag(entry.queued);
    entry.wanted = state.flag(entry.wanted);
    entry.toldSession = state.serial(entry.toldSession, session);
    entry.askedVersion = state.serial(entry.askedVersion, toppar.version());
    entry.toldOffset = state.number(entry.toldOffset);
    entry.toldLeaderEpoch = state.number(entry.toldLeaderEpoch);
    entry.toldFetchedEpoch = state.number(entry.toldFetchedEpoch);
    entry.toldMaxBytes = state.number(entry.toldMaxBytes);
    entry.toldFollower = state.flag(entry.toldFollower);
    entry.toldTopicId =
        new TopicId(state.number(entry.toldTopicId.high()), state.number(entry.toldTopicId.low()));
    return entry;
  }

  void unlink() {
    previous.next = next;
    next.previous = previous;
    previous = this;
    next = this;
  }

  void linkBefore(LaneEntry successor) {
    previous = successor.previous;
    next = successor;
    previous.next = this;
    successor.previous = this;
  }
}
