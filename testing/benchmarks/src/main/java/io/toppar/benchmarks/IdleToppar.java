package io.toppar.benchmarks;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparConfig;
import io.toppar.domain.TopparEffects;
import io.toppar.domain.TopparError;

/**
 * Makes toppars as most of many are at any time: led, reading, and with nothing to read.
 *
 * <p>Its effects go nowhere, so that nothing but the toppar is allocated.
 */
final class IdleToppar implements TopparEffects {

  private static final int LEADER = 1;
  private static final long MILLI = 1_000_000;
  private static final TopparConfig CONFIG =
      new TopparConfig(
          ResetPolicy.LATEST,
          IsolationLevel.READ_COMMITTED,
          true,
          1 << 20,
          50 << 20,
          100_000,
          1 << 26,
          500 * MILLI,
          500 * MILLI,
          100 * MILLI,
          5_000 * MILLI,
          true);

  private final TopicPartition topicPartition = new TopicPartition("t", 0);

  Toppar make() {
    Toppar toppar = new Toppar(topicPartition, CONFIG);
    toppar.onLeader(LEADER, 0, 0, this);
    toppar.start(0, -1, 0, this);
    return toppar;
  }

  @Override
  public void loadStoredOffset(Toppar toppar, int request) {}

  @Override
  public void listOffsets(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp) {}

  @Override
  public void listOffsetsByAge(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis) {}

  @Override
  public void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {}

  @Override
  public void refreshMetadata(Toppar toppar, RefreshReason reason) {}

  @Override
  public void leaderHint(Toppar toppar, int leaderId, int leaderEpoch) {}

  @Override
  public void leave(Toppar toppar, int brokerId) {}

  @Override
  public void join(Toppar toppar, int brokerId) {}

  @Override
  public void fetchChanged(Toppar toppar) {}

  @Override
  public void barrier(Toppar toppar, int version) {}

  @Override
  public void deliver(Toppar toppar, int version, BatchHandle batches) {}

  @Override
  public void release(Toppar toppar, BatchHandle batches) {}

  @Override
  public void endOfPartition(Toppar toppar, int version, long offset) {}

  @Override
  public void failed(Toppar toppar, int version, TopparError error) {}

  @Override
  public void positionReset(Toppar toppar, int version, long from, long to, String reason) {}

  @Override
  public void commit(Toppar toppar, long offset, int leaderEpoch, String metadata) {}

  @Override
  public void stopped(Toppar toppar, int version) {}
}
