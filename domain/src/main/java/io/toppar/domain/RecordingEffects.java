package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * Effects kept as values, in order: for driving a toppar by hand, and for tests that read as input,
 * effects, state.
 *
 * <p>Confined to the toppar's thread. Whoever takes a {@link TopparEffect.Deliver} or {@link
 * TopparEffect.Release} owns its batches.
 */
public final class RecordingEffects implements TopparEffects {

  private final List<TopparEffect> pushed = new ArrayList<>();

  /** Nothing pushed yet. */
  public RecordingEffects() {}

  /** What was pushed since the last call. */
  public List<TopparEffect> take() {
    List<TopparEffect> taken = List.copyOf(pushed);
    pushed.clear();
    return taken;
  }

  /** What of this kind was pushed since the last {@code take}; forgets everything. */
  public <T extends TopparEffect> List<T> take(Class<T> kind) {
    List<T> found = new ArrayList<>();
    for (TopparEffect effect : take()) {
      if (kind.isInstance(effect)) {
        found.add(kind.cast(effect));
      }
    }
    return found;
  }

  /**
   * The one effect of this kind since the last {@code take}; forgets everything.
   *
   * @throws IllegalStateException if there is none, or more than one
   */
  public <T extends TopparEffect> T only(Class<T> kind) {
    List<T> found = take(kind);
    if (found.size() != 1) {
      throw new IllegalStateException("wanted one " + kind.getSimpleName() + ", got " + found);
    }
    return found.get(0);
  }

  @Override
  public void loadStoredOffset(Toppar toppar, int request) {
    pushed.add(new TopparEffect.LoadStoredOffset(toppar, request));
  }

  @Override
  public void listOffsets(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp) {
    pushed.add(new TopparEffect.ListOffsets(toppar, request, brokerId, leaderEpoch, timestamp));
  }

  @Override
  public void listOffsetsByAge(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis) {
    pushed.add(
        new TopparEffect.ListOffsetsByAge(toppar, request, brokerId, leaderEpoch, ageMillis));
  }

  @Override
  public void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {
    pushed.add(
        new TopparEffect.ValidateEpoch(toppar, request, brokerId, currentLeaderEpoch, leaderEpoch));
  }

  @Override
  public void refreshMetadata(Toppar toppar, RefreshReason reason) {
    pushed.add(new TopparEffect.RefreshMetadata(toppar, reason));
  }

  @Override
  public void leaderHint(Toppar toppar, int leaderId, int leaderEpoch) {
    pushed.add(new TopparEffect.LeaderHint(toppar, leaderId, leaderEpoch));
  }

  @Override
  public void leave(Toppar toppar, int brokerId) {
    pushed.add(new TopparEffect.Leave(toppar, brokerId));
  }

  @Override
  public void join(Toppar toppar, int brokerId) {
    pushed.add(new TopparEffect.Join(toppar, brokerId));
  }

  @Override
  public void fetchChanged(Toppar toppar) {
    pushed.add(new TopparEffect.FetchChanged(toppar));
  }

  @Override
  public void barrier(Toppar toppar, int version) {
    pushed.add(new TopparEffect.Barrier(toppar, version));
  }

  @Override
  public void deliver(Toppar toppar, int version, BatchHandle batches) {
    pushed.add(new TopparEffect.Deliver(toppar, version, batches));
  }

  @Override
  public void release(Toppar toppar, BatchHandle batches) {
    pushed.add(new TopparEffect.Release(toppar, batches));
  }

  @Override
  public void endOfPartition(Toppar toppar, int version, long offset) {
    pushed.add(new TopparEffect.EndOfPartition(toppar, version, offset));
  }

  @Override
  public void failed(Toppar toppar, int version, TopparError error) {
    pushed.add(new TopparEffect.Failed(toppar, version, error));
  }

  @Override
  public void positionReset(Toppar toppar, int version, long from, long to, String reason) {
    pushed.add(new TopparEffect.PositionReset(toppar, version, from, to, reason));
  }

  @Override
  public void commit(Toppar toppar, long offset, int leaderEpoch, String metadata) {
    pushed.add(new TopparEffect.Commit(toppar, offset, leaderEpoch, metadata));
  }

  @Override
  public void stopped(Toppar toppar, int version) {
    pushed.add(new TopparEffect.Stopped(toppar, version));
  }
}
