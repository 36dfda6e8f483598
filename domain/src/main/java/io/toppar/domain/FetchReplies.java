package io.toppar.domain;

/**
 * What a partition's part of a Fetch reply means (F9-F22): batches to be delivered, the end of the
 * partition, an error, bytes that cannot be read.
 *
 * <p>Stateless; each call is about one toppar, in a state that takes records, and a part of its
 * present version.
 */
final class FetchReplies {

  private FetchReplies() {}

  static void onFetched(
      Toppar toppar, FetchedPartition part, long nowNanos, TopparEffects effects) {
    FetchFlow flow = toppar.flow();
    flow.noteWatermarks(part);
    BatchHandle batches = part.batches();
    if (part.divergingEpoch() >= 0 || part.error() != ErrorCode.NONE) {
      if (batches != null) {
        effects.release(toppar, batches);
      }
      onBadNews(toppar, part, nowNanos, effects);
      return;
    }
    boolean progress = batches != null && flow.take(batches, effects);
    BatchFault fault = part.fault();
    if (fault == null) {
      flow.onSuccess();
      if (batches != null && !progress) {
        backOffFromFault(toppar, nowNanos);
      }
      if (part.highWatermark() >= 0) {
        noteEnd(toppar, effects);
      }
      if (part.preferredReadReplica() >= 0) {
        Delegation.onPreferred(toppar, part.preferredReadReplica(), nowNanos, effects);
      }
    } else if (fault.kind() == BatchFault.Kind.OVERSIZE) {
      if (!progress) {
        onOversize(toppar, fault, nowNanos, effects);
      }
    } else {
      flow.tell(FaultError.of(toppar.topicPartition(), fault), effects);
      backOffFromFault(toppar, nowNanos);
    }
  }

  /** F9; a position past the last stable offset has reached the end as well. */
  static void noteEnd(Toppar toppar, TopparEffects effects) {
    FetchFlow flow = toppar.flow();
    if (flow.fetchOffset() >= flow.end()) {
      flow.reachEnd(effects);
    }
  }

  private static void onBadNews(
      Toppar toppar, FetchedPartition part, long nowNanos, TopparEffects effects) {
    if (part.leaderHintId() >= 0) {
      effects.leaderHint(toppar, part.leaderHintId(), part.leaderHintEpoch());
    }
    if (toppar.isOnFollower() && endsWithFollower(toppar, part, nowNanos, effects)) {
      return;
    }
    if (part.divergingEpoch() >= 0) {
      long endOffset = Math.max(0, part.divergingEndOffset());
      toppar.positioning().onTruncated(part.divergingEpoch(), endOffset, nowNanos, effects);
      return;
    }
    ErrorActions actions = ErrorTable.actions(ErrorContext.FETCH, part.error());
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    if (actions.has(ErrorAction.RESET_POSITION)) {
      toppar.positioning().now().onOutOfRange(toppar.positioning(), nowNanos, effects);
      return;
    }
    onError(toppar, part.error(), actions, nowNanos, effects);
  }

  /**
   * What a follower cannot serve is asked of the leader, at once (F25, B057). That the log was
   * truncated, or ends before the position, only the leader can know.
   *
   * @return whether that is all there is to do
   */
  private static boolean endsWithFollower(
      Toppar toppar, FetchedPartition part, long nowNanos, TopparEffects effects) {
    ErrorActions actions = ErrorTable.actions(ErrorContext.FETCH, part.error());
    if (part.divergingEpoch() < 0 && !actions.has(ErrorAction.LEAVE_FOLLOWER)) {
      return false;
    }
    Delegation.leaveFollower(toppar, nowNanos, effects);
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    return !actions.has(ErrorAction.RESET_POSITION)
        || toppar.flow().fetchOffset() > part.highWatermark();
  }

  private static void onError(
      Toppar toppar, ErrorCode error, ErrorActions actions, long nowNanos, TopparEffects effects) {
    FetchFlow flow = toppar.flow();
    long offset = flow.fetchOffset();
    String detail = "fetching " + toppar.topicPartition() + " at " + offset + ": " + error;
    if (actions.has(ErrorAction.PERMANENT) || actions.has(ErrorAction.FATAL)) {
      toppar.positioning().fail(error, offset, detail, effects);
      return;
    }
    if (actions.has(ErrorAction.INFORM)) {
      flow.tell(new TopparError(toppar.topicPartition(), error, offset, false, detail), effects);
    } else if (actions.has(ErrorAction.INFORM_ONCE)) {
      flow.tellOnce(error, offset, detail, effects);
    }
    long delay =
        actions.has(ErrorAction.LONG_BACK_OFF)
            ? toppar.config().longBackoffNanos()
            : toppar.config().errorBackoffNanos();
    toppar.positioning().backOff(delay, nowNanos);
  }

  /** F17: ask for more, at least for what is known to be needed; at the ceiling say so, once. */
  private static void onOversize(
      Toppar toppar, BatchFault fault, long nowNanos, TopparEffects effects) {
    if (toppar.flow().askForMore(fault.sizeBytes())) {
      return;
    }
    TopparError error = FaultError.of(toppar.topicPartition(), fault);
    toppar.flow().tellOnce(error.code(), error.offset(), error.detail(), effects);
    backOffFromFault(toppar, nowNanos);
  }

  private static void backOffFromFault(Toppar toppar, long nowNanos) {
    toppar.positioning().backOff(toppar.config().faultBackoffNanos(), nowNanos);
  }
}
