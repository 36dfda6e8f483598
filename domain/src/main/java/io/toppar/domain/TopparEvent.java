package io.toppar.domain;

/**
 * An input of a toppar as a value: the twin of one of its methods, for transcripts, queues and the
 * simulator. Immutable but for the batches that {@link Fetched} owns.
 *
 * <p>Events have no time of their own: whoever applies them says when that is.
 */
public sealed interface TopparEvent {

  /**
   * Calls the method of which this is the twin.
   *
   * @return the method's answer; facts answer {@link CommandResult#OK}
   */
  CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects);

  /** Twin of {@link Toppar#start}. */
  record Start(long offset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      return toppar.start(offset, leaderEpoch, nowNanos, effects);
    }
  }

  /** Twin of {@link Toppar#stop}. */
  record Stop() implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      return toppar.stop(nowNanos, effects);
    }
  }

  /** Twin of {@link Toppar#seek}. */
  record Seek(long offset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      return toppar.seek(offset, leaderEpoch, nowNanos, effects);
    }
  }

  /** Twin of {@link Toppar#pause}. */
  record Pause() implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.pause(nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#resume}. */
  record Resume() implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.resume(nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#store}. */
  record Store(long offset, int leaderEpoch, String metadata) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      return toppar.store(offset, leaderEpoch, metadata, nowNanos, effects);
    }
  }

  /** Twin of {@link Toppar#storeDelivered}. */
  record StoreDelivered(int version, long offset, int leaderEpoch, String metadata)
      implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      return toppar.storeDelivered(version, offset, leaderEpoch, metadata, nowNanos, effects);
    }
  }

  /** Twin of {@link Toppar#onLeader}. */
  record Leader(int leaderId, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onLeader(leaderId, leaderEpoch, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onLeft}. */
  record Left(int brokerId) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onLeft(brokerId, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onTopicId}. */
  record TopicIdentity(TopicId topicId) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onTopicId(topicId, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onStoredOffset}. */
  record StoredOffset(int request, long offset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onStoredOffset(request, offset, leaderEpoch, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onStoredOffsetFailed}. */
  record StoredOffsetFailed(int request, ErrorCode error, boolean permanent, String detail)
      implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onStoredOffsetFailed(request, error, permanent, detail, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onOffsetResolved}. */
  record OffsetResolved(int request, long offset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onOffsetResolved(request, offset, leaderEpoch, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onOffsetQueryFailed}. */
  record OffsetQueryFailed(int request, ErrorCode error, String detail) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onOffsetQueryFailed(request, error, detail, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onEpochEnd}. */
  record EpochEnd(int request, int leaderEpoch, long endOffset) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onEpochEnd(request, leaderEpoch, endOffset, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onEpochEndFailed}. */
  record EpochEndFailed(int request, ErrorCode error, String detail) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onEpochEndFailed(request, error, detail, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onFetched}. */
  record Fetched(int version, FetchedPartition part) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onFetched(version, part, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onFetchAborted}. */
  record FetchAborted(int version, ErrorCode error) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onFetchAborted(version, error, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onHandedOver}. */
  record HandedOver(int version, long nextOffset, int leaderEpoch, int records, int bytes)
      implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onHandedOver(version, nextOffset, leaderEpoch, records, bytes, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onReleased}. */
  record Released(int version, long nextOffset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onReleased(version, nextOffset, leaderEpoch, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onRecordsUnreadable}. */
  record RecordsUnreadable(int version, BatchFault fault) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onRecordsUnreadable(version, fault, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onCommitted}. */
  record Committed(long offset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onCommitted(offset, leaderEpoch, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onCommitFailed}. */
  record CommitFailed(ErrorCode error, String detail) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onCommitFailed(error, detail, nowNanos, effects);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onWritten}. */
  record Written(long offset, int leaderEpoch) implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onWritten(offset, leaderEpoch, nowNanos);
      return CommandResult.OK;
    }
  }

  /** Twin of {@link Toppar#onDeadline}. */
  record Deadline() implements TopparEvent {
    @Override
    public CommandResult applyTo(Toppar toppar, long nowNanos, TopparEffects effects) {
      toppar.onDeadline(nowNanos, effects);
      return CommandResult.OK;
    }
  }
}
