package io.toppar.domain;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fetch position of one toppar, what waits between it and the application, and whether more is
 * fetched (F1-F8). What a Fetch reply does to it is in {@link FetchReplies}.
 *
 * <p>Confined to its toppar. Takes whole batches; nothing here is done per record, and nothing is
 * allocated between a reply and its delivery.
 */
final class FetchFlow {

  private final Toppar toppar;
  private long fetchOffset = Offsets.INVALID;
  private long appOffset = Offsets.INVALID;

  /** Where the last delivered batch ends; before the position only after a forward reset. */
  private long deliveredTo = Offsets.INVALID;

  private long eofOffset = Offsets.INVALID;
  private long highWatermark = Offsets.INVALID;
  private long lastStableOffset = Offsets.INVALID;
  private long logStartOffset = Offsets.INVALID;
  private long queuedBytes;
  private long receivedRecords;
  private long receivedBytes;
  private int queuedRecords;
  private int maxBytes;
  private FetchDecision decision = FetchDecision.NOT_ACTIVE;

  /** Epoch at the position, from a batch, a start or a seek; for validation. */
  private int positionEpoch = -1;

  /** Epoch of the batch before the position, only if that batch was read; sent in a Fetch. */
  private int fetchedEpoch = -1;

  /** The epochs of what was read since the last jump; another object after the next one. */
  private EpochTrail epochsRead = new EpochTrail();

  /** The last error told, until success or a new version: told again it would flood. */
  private @Nullable ErrorCode toldError;

  FetchFlow(Toppar toppar) {
    this.toppar = toppar;
    this.maxBytes = toppar.config().maxPartitionFetchBytes();
  }

  void restart() {
    maxBytes = toppar.config().maxPartitionFetchBytes();
  }

  /** A new version: what is under way to the application is void. */
  void onBarrier() {
    queuedBytes = 0;
    queuedRecords = 0;
    toldError = null;
    eofOffset = Offsets.INVALID;
  }

  void onSuccess() {
    toldError = null;
  }

  void forget() {
    fetchOffset = Offsets.INVALID;
    appOffset = Offsets.INVALID;
    positionEpoch = -1;
    fetchedEpoch = -1;
    epochsRead = new EpochTrail();
  }

  /** The log is another one: its bounds and its epochs are not known. */
  void forgetLog() {
    positionEpoch = -1;
    fetchedEpoch = -1;
    epochsRead = new EpochTrail();
    eofOffset = Offsets.INVALID;
    highWatermark = Offsets.INVALID;
    lastStableOffset = Offsets.INVALID;
    logStartOffset = Offsets.INVALID;
  }

  /** Reading goes on here, and the application gets nothing from before. */
  void moveTo(long offset, int epoch) {
    fetchOffset = offset;
    appOffset = offset;
    positionEpoch = epoch;
    fetchedEpoch = -1;
    eofOffset = Offsets.INVALID;
    epochsRead = new EpochTrail();
    epochsRead.read(epoch, offset);
  }

  /** Reading goes on here, and the application first gets what was delivered before. */
  void skipTo(long offset) {
    boolean nothingUnread = appOffset < 0 || appOffset == fetchOffset;
    long unread = nothingUnread ? offset : appOffset;
    moveTo(offset, -1);
    appOffset = unread;
  }

  /**
   * A truncation has led here: what is before the position is what was read of it before, and where
   * that is not known of this epoch or an older one, by the leader's own word.
   */
  void onCommonEpoch(int epoch, EpochTrail readBefore) {
    if (fetchOffset > 0) {
      readBefore.cutAt(fetchOffset);
      epochsRead = readBefore;
      positionEpoch = readBefore.last(epoch);
      fetchedEpoch = positionEpoch;
    }
  }

  /** The next Fetch says nothing of what was read, nor will its answer tell a truncation. */
  void forgetFetchedEpoch() {
    fetchedEpoch = -1;
  }

  EpochTrail epochsRead() {
    return epochsRead;
  }

  // Planning.

  /** Fills the plan if the partition can be fetched now; {@link #decision} says why not. */
  boolean plan(long nowNanos, FetchPlan plan) {
    decision = decide(nowNanos);
    boolean fetchable = decision == FetchDecision.FETCH;
    if (fetchable) {
      plan.set(
          toppar.version(),
          toppar.topicId(),
          fetchOffset,
          toppar.leaderEpoch(),
          fetchedEpoch,
          maxBytes,
          toppar.leaderOnlyUntil(nowNanos));
    }
    return fetchable;
  }

  /** What {@link #plan} would say now. */
  FetchDecision decide(long nowNanos) {
    switch (toppar.state()) {
      case NONE, STOPPING, STOPPED, VALIDATE_EPOCH_WAIT -> {
        return FetchDecision.NOT_ACTIVE;
      }
      case OFFSET_QUERY, OFFSET_WAIT -> {
        return FetchDecision.LOGICAL_POSITION;
      }
      case ACTIVE -> {}
    }
    if (toppar.brokerId() == Toppar.NO_BROKER) {
      return FetchDecision.NO_LEADER;
    }
    if (toppar.isMigrating()) {
      return FetchDecision.MIGRATING;
    }
    if (toppar.paused()) {
      return FetchDecision.PAUSED;
    }
    if (toppar.positioning().backingOff(nowNanos)) {
      return FetchDecision.BACKING_OFF;
    }
    if (queuedRecords >= toppar.config().maxQueuedRecords()) {
      return FetchDecision.QUEUE_FULL_RECORDS;
    }
    return queuedBytes >= toppar.config().maxQueuedBytes()
        ? FetchDecision.QUEUE_FULL_BYTES
        : FetchDecision.FETCH;
  }

  // Replies.

  /** Takes the batches over and delivers them, unless there is nothing new in them. */
  boolean take(BatchHandle batches, TopparEffects effects) {
    if (batches.nextOffset() <= fetchOffset) {
      effects.release(toppar, batches);
      return false;
    }
    epochsRead.read(batches.leaderEpoch(), fetchOffset);
    fetchOffset = batches.nextOffset();
    deliveredTo = fetchOffset;
    toppar.commits().onDelivered();
    fetchedEpoch = batches.leaderEpoch();
    positionEpoch = fetchedEpoch;
    queuedRecords += batches.recordCount();
    queuedBytes += batches.sizeBytes();
    receivedRecords += batches.recordCount();
    receivedBytes += batches.sizeBytes();
    effects.deliver(toppar, toppar.version(), batches);
    return true;
  }

  /** A follower may not know yet how far the leader has said the log goes. */
  void noteWatermarks(FetchedPartition part) {
    boolean lags = toppar.isOnFollower() && part.highWatermark() < highWatermark;
    if (part.highWatermark() >= 0 && !lags) {
      highWatermark = part.highWatermark();
      lastStableOffset =
          part.lastStableOffset() >= 0 ? part.lastStableOffset() : part.highWatermark();
    }
    if (part.logStartOffset() >= 0) {
      logStartOffset = part.logStartOffset();
    }
  }

  /** Everything up to here has been delivered (F9); told once for a position. */
  void reachEnd(TopparEffects effects) {
    if (eofOffset != fetchOffset) {
      eofOffset = fetchOffset;
      if (toppar.config().partitionEof()) {
        effects.endOfPartition(toppar, toppar.version(), fetchOffset);
      }
    }
  }

  /** Doubles the size asked for, or takes what is needed if that is more; false at the ceiling. */
  boolean askForMore(long neededBytes) {
    long wanted = Math.max(2L * maxBytes, neededBytes);
    int grown = (int) Math.min(toppar.config().maxFetchBytes(), wanted);
    boolean more = grown > maxBytes;
    maxBytes = Math.max(maxBytes, grown);
    return more;
  }

  /** The end that counts under the isolation level (F9), or INVALID. */
  long end() {
    return toppar.config().isolationLevel() == IsolationLevel.READ_COMMITTED
        ? lastStableOffset
        : highWatermark;
  }

  // What the application does with what was delivered.

  void onHandedOver(long nextOffset, int records, int bytes, TopparEffects effects) {
    boolean wasFull = isFull();
    if (queuedRecords < records || queuedBytes < bytes) {
      throw new IllegalStateException(
          "more was handed over than delivered in state "
              + toppar.state()
              + " of "
              + toppar.topicPartition());
    }
    queuedRecords -= records;
    queuedBytes -= bytes;
    appOffset = nextOffset == deliveredTo ? fetchOffset : nextOffset;
    if (wasFull && !isFull()) {
      effects.fetchChanged(toppar);
    }
  }

  private boolean isFull() {
    return queuedRecords >= toppar.config().maxQueuedRecords()
        || queuedBytes >= toppar.config().maxQueuedBytes();
  }

  // Errors.

  /** Tells the application of an error that does not end reading, unless it was the last told. */
  void tellOnce(ErrorCode code, long offset, String detail, TopparEffects effects) {
    if (toldError != code) {
      tell(new TopparError(toppar.topicPartition(), code, offset, false, detail), effects);
    }
  }

  void tell(TopparError error, TopparEffects effects) {
    toldError = error.code();
    effects.failed(toppar, toppar.version(), error);
  }

  // Readings.

  FetchDecision decision() {
    return decision;
  }

  long fetchOffset() {
    return fetchOffset;
  }

  int positionEpoch() {
    return positionEpoch;
  }

  long appOffset() {
    return appOffset;
  }

  long eofOffset() {
    return eofOffset;
  }

  long highWatermark() {
    return highWatermark;
  }

  long lastStableOffset() {
    return lastStableOffset;
  }

  long logStartOffset() {
    return logStartOffset;
  }

  int queuedRecords() {
    return queuedRecords;
  }

  long queuedBytes() {
    return queuedBytes;
  }

  long receivedRecords() {
    return receivedRecords;
  }

  long receivedBytes() {
    return receivedBytes;
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state) {
    fetchOffset = state.number(fetchOffset);
    appOffset = state.number(appOffset);
    deliveredTo = state.number(deliveredTo);
    eofOffset = state.number(eofOffset);
    highWatermark = state.number(highWatermark);
    lastStableOffset = state.number(lastStableOffset);
    logStartOffset = state.number(logStartOffset);
    queuedBytes = state.number(queuedBytes);
    queuedRecords = state.number(queuedRecords);
    receivedRecords = state.counter(receivedRecords);
    receivedBytes = state.counter(receivedBytes);
    maxBytes = state.number(maxBytes);
    decision = Objects.requireNonNull(state.choice(FetchDecision.class, decision));
    positionEpoch = state.number(positionEpoch);
    fetchedEpoch = state.number(fetchedEpoch);
    epochsRead.transfer(state);
    toldError = state.choice(ErrorCode.class, toldError);
  }
}
