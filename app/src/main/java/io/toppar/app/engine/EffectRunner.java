package io.toppar.app.engine;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparEffects;
import io.toppar.domain.TopparError;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.Clock;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what toppars want done: requests go to the ports at once, records to the hand-over; what
 * touches other machines is noted for after the input. The duty thread only.
 */
final class EffectRunner implements TopparEffects {

  private static final Logger LOG = LoggerFactory.getLogger(EffectRunner.class);

  private final Partitions partitions;
  private final HandOver handOver;
  private final FrameLedger ledger;
  private final LeaderQueries queries;
  private final StoreCalls stores;
  private final Topics topics;
  private final FlightRecorder recorder;
  private final Runnable roomCame;
  private final Clock clock;

  EffectRunner(
      Partitions partitions,
      HandOver handOver,
      FrameLedger ledger,
      LeaderQueries queries,
      StoreCalls stores,
      Topics topics,
      FlightRecorder recorder,
      Runnable roomCame,
      Clock clock) {
    this.partitions = partitions;
    this.handOver = handOver;
    this.ledger = ledger;
    this.queries = queries;
    this.stores = stores;
    this.topics = topics;
    this.recorder = recorder;
    this.roomCame = roomCame;
    this.clock = clock;
  }

  @Override
  public void loadStoredOffset(Toppar toppar, int request) {
    Partition partition = noted(toppar, "loadStoredOffset", request, 0);
    stores.load(
        toppar.topicPartition(), (outcome, now) -> onLoaded(partition, request, outcome, now));
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
      partitions.feed(
          partition,
          "storedOffset",
          request,
          offset,
          now,
          (t, fx) -> t.onStoredOffset(request, offset, epoch, now, fx));
      return;
    }
    StoreOutcome.Failed failed = StoreFailures.of(outcome);
    partitions.feed(
        partition,
        "storedOffsetFailed",
        request,
        0,
        now,
        (t, fx) ->
            t.onStoredOffsetFailed(
                request,
                StoreFailures.code(failed),
                failed.reason() != StoreOutcome.Reason.IO,
                failed.detail(),
                now,
                fx));
  }

  @Override
  public void listOffsets(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp) {
    Partition partition = noted(toppar, "listOffsets", request, timestamp);
    queries.listOffsets(
        brokerId,
        toppar.topicPartition(),
        leaderEpoch,
        timestamp,
        new LeaderQueries.Listener<>() {
          @Override
          public void answered(BrokerOutcome.OffsetAnswer answer, long now) {
            if (answer.error() == ErrorCode.NONE) {
              partitions.feed(
                  partition,
                  "offsetResolved",
                  request,
                  answer.offset(),
                  now,
                  (t, fx) ->
                      t.onOffsetResolved(request, answer.offset(), answer.leaderEpoch(), now, fx));
            } else {
              failed(answer.error(), "the leader answered " + answer.error(), now);
            }
          }

          @Override
          public void failed(ErrorCode error, String detail, long now) {
            partitions.feed(
                partition,
                "offsetQueryFailed",
                request,
                error.code(),
                now,
                (t, fx) -> t.onOffsetQueryFailed(request, error, detail, now, fx));
          }
        });
  }

  @Override
  public void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {
    Partition partition = noted(toppar, "validateEpoch", request, leaderEpoch);
    queries.epochEnd(
        brokerId,
        toppar.topicPartition(),
        currentLeaderEpoch,
        leaderEpoch,
        new LeaderQueries.Listener<>() {
          @Override
          public void answered(BrokerOutcome.EpochEnd answer, long now) {
            if (answer.error() == ErrorCode.NONE) {
              partitions.feed(
                  partition,
                  "epochEnd",
                  request,
                  answer.endOffset(),
                  now,
                  (t, fx) ->
                      t.onEpochEnd(request, answer.leaderEpoch(), answer.endOffset(), now, fx));
            } else {
              failed(answer.error(), "the leader answered " + answer.error(), now);
            }
          }

          @Override
          public void failed(ErrorCode error, String detail, long now) {
            partitions.feed(
                partition,
                "epochEndFailed",
                request,
                error.code(),
                now,
                (t, fx) -> t.onEpochEndFailed(request, error, detail, now, fx));
          }
        });
  }

  @Override
  public void refreshMetadata(Toppar toppar, RefreshReason reason) {
    noted(toppar, "refreshMetadata", toppar.leaderId(), toppar.leaderEpoch());
    topics.refresh(toppar.topicPartition().topic(), reason, clock.nanoTime());
  }

  @Override
  public void leaderHint(Toppar toppar, int leaderId, int leaderEpoch) {
    noted(toppar, "leaderHint", leaderId, leaderEpoch);
    topics.hint(toppar.topicPartition(), leaderId, leaderEpoch);
  }

  @Override
  public void delegate(Toppar toppar, int brokerId) {
    Partition partition = noted(toppar, "delegate", brokerId, 0);
    partition.delegated = true;
    partition.delegateTo = brokerId;
    partitions.noteChange(partition);
  }

  @Override
  public void fetchChanged(Toppar toppar) {
    Partition partition = partition(toppar);
    partition.fetchChanged = true;
    partitions.noteChange(partition);
  }

  @Override
  public void barrier(Toppar toppar, int version) {
    handOver.barrier(noted(toppar, "barrier", version, 0).slot);
  }

  @Override
  public void deliver(Toppar toppar, int version, BatchHandle batches) {
    Partition partition = noted(toppar, "deliver", version, batches.nextOffset());
    Delivery delivery = Delivery.records(partition.slot, version, (FetchedBatches) batches);
    delivery.partition = partition;
    partition.storedTrouble = null;
    ledger.delivered(delivery);
    partition.outstanding.addLast(delivery);
    handOver.deliver(delivery);
  }

  @Override
  public void release(Toppar toppar, BatchHandle batches) {
    // A reply that comes after the stop is over belongs to no partition any more.
    Partition partition = partitions.of(toppar);
    if (partition != null) {
      recorder.note(partition, "release", batches.nextOffset(), 0);
    }
    if (ledger.gone(batches)) {
      roomCame.run();
    }
    batches.release();
  }

  @Override
  public void endOfPartition(Toppar toppar, int version, long offset) {
    Partition partition = noted(toppar, "endOfPartition", version, offset);
    handOver.deliver(Delivery.end(partition.slot, version, offset));
  }

  @Override
  public void failed(Toppar toppar, int version, TopparError error) {
    Partition partition = noted(toppar, "failed", version, error.code().code());
    TopparError told =
        new TopparError(
            error.topicPartition(),
            error.code(),
            error.offset(),
            error.fatalToPartition(),
            withTrouble(partition, error.detail()));
    LOG.warn("{}: {} ({})", told.topicPartition(), told.detail(), told.code());
    handOver.deliver(Delivery.error(partition.slot, version, told));
  }

  @Override
  public void positionReset(Toppar toppar, int version, long from, long to, String reason) {
    Partition partition = noted(toppar, "positionReset", from, to);
    LOG.warn(
        "{}: the position was reset from {} to {}: {}",
        toppar.topicPartition(),
        Offsets.text(from),
        Offsets.text(to),
        reason);
    handOver.deliver(
        Delivery.reset(partition.slot, version, from, to, withTrouble(partition, reason)));
  }

  /** The machine knows only that no offset is stored; whoever is told should also learn why. */
  private static String withTrouble(Partition partition, String reason) {
    String trouble = partition.storedTrouble;
    partition.storedTrouble = null;
    return trouble == null ? reason : reason + ": " + trouble;
  }

  @Override
  public void commit(Toppar toppar, long offset, int leaderEpoch, String metadata) {
    Partition partition = noted(toppar, "commit", offset, leaderEpoch);
    TopicPartition name = toppar.topicPartition();
    stores.store(
        name,
        new StoredOffset(offset, leaderEpoch, metadata),
        (outcome, now) -> onCommit(partition, offset, leaderEpoch, outcome, now));
  }

  private void onCommit(
      Partition partition, long offset, int leaderEpoch, StoreOutcome outcome, long now) {
    if (outcome instanceof StoreOutcome.Stored) {
      partitions.feed(
          partition,
          "committed",
          offset,
          leaderEpoch,
          now,
          (t, fx) -> t.onCommitted(offset, leaderEpoch, now, fx));
    } else {
      StoreOutcome.Failed failed = StoreFailures.of(outcome);
      ErrorCode code = StoreFailures.code(failed);
      partitions.feed(
          partition,
          "commitFailed",
          offset,
          code.code(),
          now,
          (t, fx) -> t.onCommitFailed(code, failed.detail(), now, fx));
    }
  }

  @Override
  public void stopped(Toppar toppar, int version) {
    Partition partition = noted(toppar, "stopped", version, 0);
    partition.stopped = true;
    partitions.noteChange(partition);
  }

  private Partition noted(Toppar toppar, String effect, long one, long other) {
    Partition partition = partition(toppar);
    recorder.note(partition, effect, one, other);
    return partition;
  }

  private Partition partition(Toppar toppar) {
    Partition partition = partitions.of(toppar);
    if (partition == null) {
      throw new IllegalStateException(toppar.topicPartition() + " has gone but asks for something");
    }
    return partition;
  }
}
