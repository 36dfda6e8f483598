package io.toppar.domain;

/**
 * An effect of a toppar as a value: the twin of a method of {@link TopparEffects}, for transcripts,
 * queues and the simulator. Immutable but for the toppar it names.
 */
public sealed interface TopparEffect {

  /** The toppar that pushed it. */
  Toppar toppar();

  /** Calls the method of which this is the twin. */
  void dispatchTo(TopparEffects effects);

  /** Twin of {@link TopparEffects#loadStoredOffset}. */
  record LoadStoredOffset(Toppar toppar, int request) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.loadStoredOffset(toppar, request);
    }
  }

  /** Twin of {@link TopparEffects#listOffsets}. */
  record ListOffsets(Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp)
      implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.listOffsets(toppar, request, brokerId, leaderEpoch, timestamp);
    }
  }

  /** Twin of {@link TopparEffects#listOffsetsByAge}. */
  record ListOffsetsByAge(Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis)
      implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.listOffsetsByAge(toppar, request, brokerId, leaderEpoch, ageMillis);
    }
  }

  /** Twin of {@link TopparEffects#validateEpoch}. */
  record ValidateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch)
      implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.validateEpoch(toppar, request, brokerId, currentLeaderEpoch, leaderEpoch);
    }
  }

  /** Twin of {@link TopparEffects#refreshMetadata}. */
  record RefreshMetadata(Toppar toppar, RefreshReason reason) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.refreshMetadata(toppar, reason);
    }
  }

  /** Twin of {@link TopparEffects#leaderHint}. */
  record LeaderHint(Toppar toppar, int leaderId, int leaderEpoch) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.leaderHint(toppar, leaderId, leaderEpoch);
    }
  }

  /** Twin of {@link TopparEffects#leave}. */
  record Leave(Toppar toppar, int brokerId) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.leave(toppar, brokerId);
    }
  }

  /** Twin of {@link TopparEffects#join}. */
  record Join(Toppar toppar, int brokerId) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.join(toppar, brokerId);
    }
  }

  /** Twin of {@link TopparEffects#fetchChanged}. */
  record FetchChanged(Toppar toppar) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.fetchChanged(toppar);
    }
  }

  /** Twin of {@link TopparEffects#barrier}. */
  record Barrier(Toppar toppar, int version) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.barrier(toppar, version);
    }
  }

  /** Twin of {@link TopparEffects#deliver}. Owns the batches. */
  record Deliver(Toppar toppar, int version, BatchHandle batches) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.deliver(toppar, version, batches);
    }
  }

  /** Twin of {@link TopparEffects#release}. Owns the batches. */
  record Release(Toppar toppar, BatchHandle batches) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.release(toppar, batches);
    }
  }

  /** Twin of {@link TopparEffects#endOfPartition}. */
  record EndOfPartition(Toppar toppar, int version, long offset) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.endOfPartition(toppar, version, offset);
    }
  }

  /** Twin of {@link TopparEffects#failed}. */
  record Failed(Toppar toppar, int version, TopparError error) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.failed(toppar, version, error);
    }
  }

  /** Twin of {@link TopparEffects#positionReset}. */
  record PositionReset(Toppar toppar, int version, long from, long to, String reason)
      implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.positionReset(toppar, version, from, to, reason);
    }
  }

  /** Twin of {@link TopparEffects#commit}. */
  record Commit(Toppar toppar, long offset, int leaderEpoch, String metadata)
      implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.commit(toppar, offset, leaderEpoch, metadata);
    }
  }

  /** Twin of {@link TopparEffects#stopped}. */
  record Stopped(Toppar toppar, int version) implements TopparEffect {
    @Override
    public void dispatchTo(TopparEffects effects) {
      effects.stopped(toppar, version);
    }
  }
}
