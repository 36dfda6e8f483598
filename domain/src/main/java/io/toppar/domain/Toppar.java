package io.toppar.domain;

/**
 * The runtime object of one partition: where it is read from, where it stands, what it waits for.
 */
public final class Toppar {

  /** Stands for "no broker": no leader known, or delegated to the internal broker. */
  public static final int NO_BROKER = -1;

  private final TopicPartition topicPartition;
  private final TopparConfig config;

  /** A partition never started. */
  public Toppar(TopicPartition topicPartition, TopparConfig config) {
    this.topicPartition = topicPartition;
    this.config = config;
  }

  /** Start. */
  public CommandResult start(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return CommandResult.OK;
  }

  /** Stop. */
  public CommandResult stop(long nowNanos, TopparEffects effects) {
    return CommandResult.OK;
  }

  /** Seek. */
  public CommandResult seek(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return CommandResult.OK;
  }

  /** Pause. */
  public void pause(long nowNanos, TopparEffects effects) {}

  /** Resume. */
  public void resume(long nowNanos, TopparEffects effects) {}

  /** Explicit store: takes the next offset to read. */
  public CommandResult store(
      long offset, int leaderEpoch, String metadata, long nowNanos, TopparEffects effects) {
    return CommandResult.OK;
  }

  /** Leader known, or {@link #NO_BROKER}. */
  public void onLeader(int leaderId, int leaderEpoch, long nowNanos, TopparEffects effects) {}

  /** Topic id known. */
  public void onTopicId(TopicId topicId, long nowNanos, TopparEffects effects) {}

  /** Answer to loadStoredOffset; {@link Offsets#INVALID} if nothing usable is stored. */
  public void onStoredOffset(
      int request, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {}

  /** The stored offset could not be loaded. */
  public void onStoredOffsetFailed(
      int request,
      ErrorCode error,
      boolean permanent,
      String detail,
      long nowNanos,
      TopparEffects effects) {}

  /** Answer to listOffsets. */
  public void onOffsetResolved(
      int request, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {}

  /** The lookup failed. */
  public void onOffsetQueryFailed(
      int request, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {}

  /** Answer to validateEpoch. */
  public void onEpochEnd(
      int request, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects) {}

  /** The validation failed. */
  public void onEpochEndFailed(
      int request, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {}

  /** The partition's part of a Fetch reply; called by {@link BrokerLane}. */
  public void onFetched(int version, FetchedPartition part, long nowNanos, TopparEffects effects) {}

  /** The Fetch failed as a whole; called by {@link BrokerLane}. */
  public void onFetchAborted(int version, ErrorCode error, long nowNanos, TopparEffects effects) {}

  /** A delivered batch has been handed over to the application. */
  public void onHandedOver(
      int version,
      long nextOffset,
      int leaderEpoch,
      int records,
      int bytes,
      long nowNanos,
      TopparEffects effects) {}

  /** The application has released a batch: auto store. */
  public void onReleased(
      int version, long nextOffset, int leaderEpoch, long nowNanos, TopparEffects effects) {}

  /** Decoding failed on the taker's thread. */
  public void onRecordsUnreadable(
      int version, BatchFault fault, long nowNanos, TopparEffects effects) {}

  /** The commit in flight succeeded. */
  public void onCommitted(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {}

  /** The commit in flight failed. */
  public void onCommitFailed(
      ErrorCode error, String detail, long nowNanos, TopparEffects effects) {}

  /** The deadline has been reached. */
  public void onDeadline(long nowNanos, TopparEffects effects) {}

  /** When {@link #onDeadline} is due, or {@link Deadlines#NONE}; may change with every input. */
  public long deadline() {
    return Deadlines.NONE;
  }

  /** Fills the plan and returns true if the partition can be fetched now. */
  public boolean planFetch(long nowNanos, FetchPlan plan) {
    return false;
  }

  /** Why the last {@link #planFetch} said what it said. */
  public FetchDecision decision() {
    return FetchDecision.NOT_ACTIVE;
  }

  /** Which partition this is. */
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  /** The settings. */
  public TopparConfig config() {
    return config;
  }

  /** The fetch state. */
  public FetchState state() {
    return FetchState.NONE;
  }

  /** The op version. */
  public int version() {
    return 1;
  }

  /** The leader, or {@link #NO_BROKER}. */
  public int leaderId() {
    return NO_BROKER;
  }

  /** The leader's epoch, or -1. */
  public int leaderEpoch() {
    return -1;
  }

  /** The broker it is delegated to, or {@link #NO_BROKER}. */
  public int brokerId() {
    return NO_BROKER;
  }

  /** Whether the application has paused it. */
  public boolean paused() {
    return false;
  }

  /** Where the next Fetch reads, or {@link Offsets#INVALID}. */
  public long fetchOffset() {
    return Offsets.INVALID;
  }

  /** What the application gets next, or {@link Offsets#INVALID}. */
  public long appOffset() {
    return Offsets.INVALID;
  }

  /** What is to be committed, or {@link Offsets#INVALID}. */
  public long storedOffset() {
    return Offsets.INVALID;
  }

  /** What is known to be committed, or {@link Offsets#INVALID}. */
  public long committedOffset() {
    return Offsets.INVALID;
  }

  /** Metadata stored with {@link #storedOffset}; empty for none. */
  public String storedMetadata() {
    return "";
  }

  /** The high watermark, or {@link Offsets#INVALID}. */
  public long highWatermark() {
    return Offsets.INVALID;
  }

  /** The last stable offset, or {@link Offsets#INVALID}. */
  public long lastStableOffset() {
    return Offsets.INVALID;
  }

  /** The log start, or {@link Offsets#INVALID}. */
  public long logStartOffset() {
    return Offsets.INVALID;
  }

  /** Records delivered and not handed over; an upper bound. */
  public int queuedRecords() {
    return 0;
  }

  /** Bytes delivered and not handed over. */
  public long queuedBytes() {
    return 0;
  }

  /** Late replies and acknowledgements dropped so far. */
  public int versionDrops() {
    return 0;
  }
}
