package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * What can be read of a toppar at any time, and what it consists of. Written by {@link Toppar}
 * alone, which says how it is used.
 */
abstract sealed class TopparReadings permits Toppar {

  final TopicPartition topicPartition;
  final TopparConfig config;
  final Positioning positioning;
  final FetchFlow flow;
  final CommitTrack commits;
  TopicId topicId = TopicId.ZERO;
  int version = 1;
  int versionDrops;
  int leaderId = Toppar.NO_BROKER;
  int leaderEpoch = -1;
  int brokerId = Toppar.NO_BROKER;
  int nextBroker = Delegation.NOT_MIGRATING;
  @Nullable FollowerLease lease;
  boolean paused;
  private @Nullable LaneEntry laneEntry;

  TopparReadings(TopicPartition topicPartition, TopparConfig config) {
    this.topicPartition = topicPartition;
    this.config = config;
    Toppar toppar = (Toppar) this;
    this.positioning = new Positioning(toppar);
    this.flow = new FetchFlow(toppar);
    this.commits = new CommitTrack(toppar);
  }

  /** Which partition this is. */
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  /** The settings. */
  public TopparConfig config() {
    return config;
  }

  /** The id of its topic, or {@link TopicId#ZERO}. */
  public TopicId topicId() {
    return topicId;
  }

  /** The fetch state. */
  public FetchState state() {
    return positioning.now().state();
  }

  /** The op version, from 1 on. */
  public int version() {
    return version;
  }

  /** The leader, or {@link Toppar#NO_BROKER}. */
  public int leaderId() {
    return leaderId;
  }

  /** The leader's epoch, or -1. */
  public int leaderEpoch() {
    return leaderEpoch;
  }

  /**
   * The broker whose lane it is on; during a migration the one it leaves; {@link Toppar#NO_BROKER}
   * while it is with the internal broker, which fetches nothing.
   */
  public int brokerId() {
    return brokerId;
  }

  /** Whether it is asked to leave its broker and has not left yet. */
  public boolean isMigrating() {
    return nextBroker != Delegation.NOT_MIGRATING;
  }

  /** Whether it is read from a follower, or on its way to one (KIP-392). */
  public boolean isOnFollower() {
    return lease != null && lease.runs();
  }

  /** Before this no follower is to be read; {@link Deadlines#NONE} if one may be. */
  long leaderOnlyUntil(long nowNanos) {
    return lease == null ? Deadlines.NONE : lease.notBefore(nowNanos);
  }

  /** Whether the application has paused it. */
  public boolean paused() {
    return paused;
  }

  /** Where the next Fetch reads, or {@link Offsets#INVALID}. */
  public long fetchOffset() {
    return flow.fetchOffset();
  }

  /** What the application gets next, or {@link Offsets#INVALID}; known at once after a seek. */
  public long appOffset() {
    return flow.appOffset();
  }

  /** What is to be committed, or {@link Offsets#INVALID}. */
  public long storedOffset() {
    return commits.stored();
  }

  /** Metadata stored with {@link #storedOffset}; empty for none. */
  public String storedMetadata() {
    return commits.storedMetadata();
  }

  /** Leader epoch stored with {@link #storedOffset}, or -1. */
  public int storedLeaderEpoch() {
    return commits.storedEpoch();
  }

  /** What is known to be committed, or {@link Offsets#INVALID}. */
  public long committedOffset() {
    return commits.committed();
  }

  /** Whether what is stored is known to be committed as it is, metadata included. */
  public boolean isStoredCommitted() {
    return commits.isStoredCommitted();
  }

  /** The high watermark, or {@link Offsets#INVALID}. */
  public long highWatermark() {
    return flow.highWatermark();
  }

  /** The last stable offset (the high watermark where brokers tell none), or INVALID (F22). */
  public long lastStableOffset() {
    return flow.lastStableOffset();
  }

  /** The log start, or {@link Offsets#INVALID}. */
  public long logStartOffset() {
    return flow.logStartOffset();
  }

  /** Why the last {@link Toppar#planFetch} said what it said. */
  public FetchDecision decision() {
    return flow.decision();
  }

  /** Records delivered and not handed over; an upper bound. */
  public int queuedRecords() {
    return flow.queuedRecords();
  }

  /** Bytes delivered and not handed over. */
  public long queuedBytes() {
    return flow.queuedBytes();
  }

  /** Records delivered since the toppar was made; an upper bound, of all versions. */
  public long receivedRecords() {
    return flow.receivedRecords();
  }

  /** Bytes delivered since the toppar was made, as they came. */
  public long receivedBytes() {
    return flow.receivedBytes();
  }

  /**
   * Records between the committed position and the end of the partition (the last stable offset
   * under read_committed), or -1 if one of them is not known or the position is past the end (O17).
   */
  public long lag() {
    return lagOf(committedOffset());
  }

  /** {@link #lag} of the stored position. */
  public long lagStored() {
    return lagOf(storedOffset());
  }

  private long lagOf(long position) {
    long end = flow.end();
    return position < 0 || end < position ? -1 : end - position;
  }

  /** Late replies and acknowledgements dropped so far (V4). */
  public int versionDrops() {
    return versionDrops;
  }

  /** All readings at this moment; the decision is asked for anew, and nothing is changed. */
  public TopparSnapshot snapshot(long nowNanos) {
    return new TopparSnapshot(
        topicPartition,
        state(),
        flow.decide(nowNanos),
        version,
        paused,
        leaderId,
        leaderEpoch,
        brokerId,
        fetchOffset(),
        appOffset(),
        storedOffset(),
        storedLeaderEpoch(),
        committedOffset(),
        commits.committedEpoch(),
        highWatermark(),
        lastStableOffset(),
        logStartOffset(),
        flow.eofOffset(),
        queuedRecords(),
        queuedBytes(),
        receivedRecords(),
        receivedBytes(),
        lag(),
        lagStored(),
        versionDrops);
  }

  /** The partition, state and version, for logs. */
  @Override
  public String toString() {
    return topicPartition + " " + state() + " v" + version;
  }

  Positioning positioning() {
    return positioning;
  }

  FetchFlow flow() {
    return flow;
  }

  CommitTrack commits() {
    return commits;
  }

  @Nullable LaneEntry laneEntry() {
    return laneEntry;
  }

  void laneEntry(@Nullable LaneEntry entry) {
    laneEntry = entry;
  }

  /**
   * Snapshot and restore, as {@link StateTransfer} says. Its place on a lane is restored by that.
   */
  void transfer(StateTransfer state) {
    topicId = new TopicId(state.number(topicId.high()), state.number(topicId.low()));
    version = state.latest(version);
    versionDrops = state.counter(versionDrops);
    leaderId = state.broker(leaderId);
    leaderEpoch = state.number(leaderEpoch);
    brokerId = state.broker(brokerId);
    nextBroker = state.broker(nextBroker);
    lease = FollowerLease.transfer(state, lease);
    paused = state.flag(paused);
    positioning.transfer(state);
    flow.transfer(state);
    commits.transfer(state);
  }
}
