package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * The fetch position of one toppar, what waits between it and the application, and what Fetch
 * replies do to both (F1-F22).
 *
 * <p>Confined to its toppar. Takes whole batches; nothing here is done per record, and nothing is
 * allocated between a reply and its delivery.
 */
final class FetchFlow {

  private static final long LEAST_LONG_BACKOFF_NANOS = 1_000_000_000L;

  private final Toppar toppar;
  private long fetchOffset = Offsets.INVALID;
  private long appOffset = Offsets.INVALID;
  private long eofOffset = Offsets.INVALID;
  private long highWatermark = Offsets.INVALID;
  private long lastStableOffset = Offsets.INVALID;
  private long logStartOffset = Offsets.INVALID;
  private long queuedBytes;
  private int queuedRecords;
  private int maxBytes;

  /** Epoch at the position, from a batch, a start or a seek; for validation. */
  private int positionEpoch = -1;

  /** Epoch of the batch before the position, only if that batch was read; sent in a Fetch. */
  private int fetchedEpoch = -1;

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
  }

  void forgetEpochs() {
    positionEpoch = -1;
    fetchedEpoch = -1;
  }

  /** Reading goes on here, and the application gets nothing from before. */
  void moveTo(long offset, int epoch) {
    fetchOffset = offset;
    appOffset = offset;
    positionEpoch = epoch;
    fetchedEpoch = -1;
    eofOffset = Offsets.INVALID;
  }

  /** Reading goes on here, and the application first gets what was delivered before. */
  void skipTo(long offset) {
    boolean nothingUnread = appOffset < 0 || appOffset == fetchOffset;
    long unread = nothingUnread ? offset : appOffset;
    moveTo(offset, -1);
    appOffset = unread;
  }

  // Planning.

  FetchDecision plan(long nowNanos, FetchPlan plan) {
    FetchDecision decision = decide(nowNanos);
    if (decision == FetchDecision.FETCH) {
      plan.set(
          toppar.version(),
          toppar.topicId(),
          fetchOffset,
          toppar.leaderEpoch(),
          fetchedEpoch,
          maxBytes);
    }
    return decision;
  }

  private FetchDecision decide(long nowNanos) {
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

  void onFetched(FetchedPartition part, long nowNanos, TopparEffects effects) {
    noteWatermarks(part);
    BatchHandle batches = part.batches();
    if (part.divergingEpoch() >= 0 || part.error() != ErrorCode.NONE) {
      if (batches != null) {
        effects.release(toppar, batches);
      }
      onBadNews(part, nowNanos, effects);
      return;
    }
    boolean progress = batches != null && take(batches, effects);
    BatchFault fault = part.fault();
    if (fault == null) {
      onSuccess();
      if (batches != null && !progress) {
        toppar.positioning().backOff(faultBackoffNanos(), nowNanos);
      }
      noteEnd(part, nowNanos, effects);
    } else if (fault.kind() == BatchFault.Kind.OVERSIZE) {
      if (!progress) {
        onOversize(fault, nowNanos, effects);
      }
    } else {
      tell(FaultError.of(toppar.topicPartition(), fault), effects);
      toppar.positioning().backOff(faultBackoffNanos(), nowNanos);
    }
  }

  private boolean take(BatchHandle batches, TopparEffects effects) {
    if (batches.nextOffset() <= fetchOffset) {
      effects.release(toppar, batches);
      return false;
    }
    fetchOffset = batches.nextOffset();
    fetchedEpoch = batches.leaderEpoch();
    positionEpoch = fetchedEpoch;
    queuedRecords += batches.recordCount();
    queuedBytes += batches.sizeBytes();
    effects.deliver(toppar, toppar.version(), batches);
    return true;
  }

  private void noteWatermarks(FetchedPartition part) {
    if (part.highWatermark() >= 0) {
      highWatermark = part.highWatermark();
      lastStableOffset =
          part.lastStableOffset() >= 0 ? part.lastStableOffset() : part.highWatermark();
    }
    if (part.logStartOffset() >= 0) {
      logStartOffset = part.logStartOffset();
    }
  }

  /** F9; a position past the last stable offset has reached the end as well. */
  private void noteEnd(FetchedPartition part, long nowNanos, TopparEffects effects) {
    if (part.highWatermark() < 0) {
      return;
    }
    long end =
        toppar.config().isolationLevel() == IsolationLevel.READ_COMMITTED
            ? lastStableOffset
            : highWatermark;
    if (fetchOffset < end) {
      if (part.preferredReadReplica() >= 0 && part.batches() == null) {
        toppar.positioning().backOff(faultBackoffNanos(), nowNanos);
      }
      return;
    }
    if (eofOffset != fetchOffset) {
      eofOffset = fetchOffset;
      if (toppar.config().partitionEof()) {
        effects.endOfPartition(toppar, toppar.version(), fetchOffset);
      }
    }
  }

  private void onBadNews(FetchedPartition part, long nowNanos, TopparEffects effects) {
    if (part.leaderHintId() >= 0) {
      effects.leaderHint(toppar, part.leaderHintId(), part.leaderHintEpoch());
    }
    if (part.divergingEpoch() >= 0) {
      toppar
          .positioning()
          .onTruncated(part.divergingEpoch(), Math.max(0, part.divergingEndOffset()), effects);
      return;
    }
    ErrorCode error = part.error();
    ErrorActions actions = ErrorTable.actions(ErrorContext.FETCH, error);
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    if (actions.has(ErrorAction.RESET_POSITION)) {
      toppar.positioning().onOutOfRange(nowNanos, effects);
      return;
    }
    String detail = "fetching " + toppar.topicPartition() + " at " + fetchOffset + ": " + error;
    if (actions.has(ErrorAction.PERMANENT) || actions.has(ErrorAction.FATAL)) {
      toppar.positioning().fail(error, fetchOffset, detail, effects);
      return;
    }
    if (actions.has(ErrorAction.INFORM)) {
      tell(new TopparError(toppar.topicPartition(), error, fetchOffset, false, detail), effects);
    } else if (actions.has(ErrorAction.INFORM_ONCE)) {
      tellOnce(error, fetchOffset, detail, effects);
    }
    boolean longOne = actions.has(ErrorAction.LONG_BACK_OFF);
    toppar
        .positioning()
        .backOff(longOne ? longBackoffNanos() : toppar.config().errorBackoffNanos(), nowNanos);
  }

  /** F17: ask for more, at least for what is known to be needed; at the ceiling say so, once. */
  private void onOversize(BatchFault fault, long nowNanos, TopparEffects effects) {
    long wanted = Math.max(2L * maxBytes, fault.sizeBytes());
    int grown = (int) Math.min(toppar.config().maxFetchBytes(), wanted);
    if (grown > maxBytes) {
      maxBytes = grown;
      return;
    }
    TopparError error = FaultError.of(toppar.topicPartition(), fault);
    tellOnce(error.code(), error.offset(), error.detail(), effects);
    toppar.positioning().backOff(faultBackoffNanos(), nowNanos);
  }

  // What the application does with what was delivered.

  void onHandedOver(long nextOffset, int records, int bytes, TopparEffects effects) {
    boolean wasFull = isFull();
    queuedRecords -= records;
    queuedBytes -= bytes;
    if (queuedRecords < 0 || queuedBytes < 0) {
      throw new IllegalStateException(
          "more was handed over than delivered in state "
              + toppar.state()
              + " of "
              + toppar.topicPartition());
    }
    appOffset = nextOffset;
    if (wasFull && !isFull()) {
      effects.fetchChanged(toppar);
    }
  }

  void onUnreadable(BatchFault fault, long nowNanos, TopparEffects effects) {
    toppar.positioning().onUnreadable(fault.firstOffset(), faultBackoffNanos(), nowNanos, effects);
    tell(FaultError.of(toppar.topicPartition(), fault), effects);
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

  private void tell(TopparError error, TopparEffects effects) {
    toldError = error.code();
    effects.failed(toppar, toppar.version(), error);
  }

  long longBackoffNanos() {
    long backoff = toppar.config().errorBackoffNanos();
    return backoff == 0
        ? toppar.config().queryBackoffNanos()
        : Math.max(LEAST_LONG_BACKOFF_NANOS, 10 * backoff);
  }

  /** Bytes that cannot be read are never asked for again at once, whatever is configured. */
  private long faultBackoffNanos() {
    long backoff = toppar.config().errorBackoffNanos();
    return backoff == 0 ? toppar.config().queryBackoffNanos() : backoff;
  }

  // Readings.

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
}
