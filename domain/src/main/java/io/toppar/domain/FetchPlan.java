package io.toppar.domain;

/**
 * What one partition would be fetched with: filled by {@link Toppar#planFetch}, reused from
 * partition to partition.
 *
 * <p>Confined to the owner's thread. Holds what {@link FetchPartition} says, and the op version
 * under which the answer will be accepted.
 */
public final class FetchPlan {

  private int version;
  private TopicId topicId = TopicId.ZERO;
  private long fetchOffset = Offsets.INVALID;
  private int currentLeaderEpoch = -1;
  private int lastFetchedEpoch = -1;
  private int maxBytes;
  private long leaderOnlyUntil = Deadlines.NONE;

  /** A plan not filled yet. */
  public FetchPlan() {}

  void set(
      int version,
      TopicId topicId,
      long fetchOffset,
      int currentLeaderEpoch,
      int lastFetchedEpoch,
      int maxBytes,
      long leaderOnlyUntil) {
    this.version = version;
    this.topicId = topicId;
    this.fetchOffset = fetchOffset;
    this.currentLeaderEpoch = currentLeaderEpoch;
    this.lastFetchedEpoch = lastFetchedEpoch;
    this.maxBytes = maxBytes;
    this.leaderOnlyUntil = leaderOnlyUntil;
  }

  /** The op version of the plan; the reply is given back with it. */
  public int version() {
    return version;
  }

  /** The topic's id, or {@link TopicId#ZERO}. */
  public TopicId topicId() {
    return topicId;
  }

  /** The offset to read from, 0 or greater. */
  public long fetchOffset() {
    return fetchOffset;
  }

  /** The leader epoch to be fenced by, or -1. */
  public int currentLeaderEpoch() {
    return currentLeaderEpoch;
  }

  /** Epoch of the batch before the offset, or -1; only one that was read from a batch. */
  public int lastFetchedEpoch() {
    return lastFetchedEpoch;
  }

  /** The most bytes wanted of this partition. */
  public int maxBytes() {
    return maxBytes;
  }

  /**
   * Until when the leader should serve the partition itself, monotonic nanoseconds, or {@link
   * Deadlines#NONE}: a follower has failed, and a leader that is told the rack sends nothing but
   * the name of one (KIP-392).
   */
  public long leaderOnlyUntil() {
    return leaderOnlyUntil;
  }

  /** The same as an immutable value. */
  public FetchPartition of(TopicPartition topicPartition) {
    return new FetchPartition(
        topicPartition, topicId, fetchOffset, currentLeaderEpoch, lastFetchedEpoch, -1, maxBytes);
  }
}
