package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What toppars ask of the ports, and how the answers reach them: one input for each request, late
 * or not. The duty thread only.
 */
final class TopparRequests {

  private static final Logger LOG = LoggerFactory.getLogger(TopparRequests.class);

  private final Partitions partitions;
  private final LeaderQueries queries;
  private final StoreCalls stores;

  TopparRequests(Partitions partitions, LeaderQueries queries, StoreCalls stores) {
    this.partitions = partitions;
    this.queries = queries;
    this.stores = stores;
  }

  void loadStoredOffset(Partition partition, int request) {
    stores.load(
        partition.topicPartition(), (outcome, now) -> onLoaded(partition, request, outcome, now));
  }

  private void onLoaded(Partition partition, int request, StoreOutcome outcome, long now) {
    if (outcome instanceof StoreOutcome.Loaded loaded) {
      if (loaded.warning() != null) {
        LOG.warn("{}: {}", partition.topicPartition(), loaded.warning());
      }
      StoredOffset stored = loaded.offset();
      long offset = stored == null ? Offsets.INVALID : stored.offset();
      int epoch = stored == null ? -1 : stored.leaderEpoch();
      partition.storedTrouble = stored == null ? loaded.warning() : null;
      partitions
          .feed()
          .input(
              partition,
              "storedOffset",
              request,
              offset,
              now,
              (t, fx) -> t.onStoredOffset(request, offset, epoch, now, fx));
      return;
    }
    StoreOutcome.Failed failed = StoreFailures.of(outcome);
    partitions
        .feed()
        .input(
            partition,
            "storedOffsetFailed",
            request,
            0,
            now,
            (t, fx) ->
                t.onStoredOffsetFailed(
                    request,
                    StoreFailures.code(failed),
                    !StoreFailures.passing(failed),
                    failed.detail(),
                    now,
                    fx));
  }

  void listOffsets(
      Partition partition, int request, int brokerId, int leaderEpoch, long timestamp) {
    queries.listOffsets(
        brokerId,
        partition.topicPartition(),
        leaderEpoch,
        timestamp,
        new LeaderQueries.Listener<>() {
          @Override
          public void answered(BrokerOutcome.OffsetAnswer answer, long now) {
            partitions
                .feed()
                .input(
                    partition,
                    "offsetResolved",
                    request,
                    answer.offset(),
                    now,
                    (t, fx) ->
                        t.onOffsetResolved(
                            request, answer.offset(), answer.leaderEpoch(), now, fx));
          }

          @Override
          public void failed(ErrorCode error, String detail, long now) {
            partitions
                .feed()
                .input(
                    partition,
                    "offsetQueryFailed",
                    request,
                    error.code(),
                    now,
                    (t, fx) -> t.onOffsetQueryFailed(request, error, detail, now, fx));
          }
        });
  }

  void validateEpoch(
      Partition partition, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {
    queries.epochEnd(
        brokerId,
        partition.topicPartition(),
        currentLeaderEpoch,
        leaderEpoch,
        new LeaderQueries.Listener<>() {
          @Override
          public void answered(BrokerOutcome.EpochEnd answer, long now) {
            partitions
                .feed()
                .input(
                    partition,
                    "epochEnd",
                    request,
                    answer.endOffset(),
                    now,
                    (t, fx) ->
                        t.onEpochEnd(request, answer.leaderEpoch(), answer.endOffset(), now, fx));
          }

          @Override
          public void failed(ErrorCode error, String detail, long now) {
            partitions
                .feed()
                .input(
                    partition,
                    "epochEndFailed",
                    request,
                    error.code(),
                    now,
                    (t, fx) -> t.onEpochEndFailed(request, error, detail, now, fx));
          }
        });
  }

  void commit(Partition partition, StoredOffset position) {
    stores.store(
        partition.topicPartition(),
        position,
        (outcome, now) -> onCommit(partition, position, outcome, now));
  }

  private void onCommit(
      Partition partition, StoredOffset position, StoreOutcome outcome, long now) {
    if (outcome instanceof StoreOutcome.Stored) {
      partitions
          .feed()
          .input(
              partition,
              "committed",
              position.offset(),
              position.leaderEpoch(),
              now,
              (t, fx) -> t.onCommitted(position.offset(), position.leaderEpoch(), now, fx));
    } else {
      StoreOutcome.Failed failed = StoreFailures.of(outcome);
      ErrorCode code = StoreFailures.code(failed);
      partitions
          .feed()
          .input(
              partition,
              "commitFailed",
              position.offset(),
              code.code(),
              now,
              (t, fx) -> t.onCommitFailed(code, failed.detail(), now, fx));
    }
  }
}
