package io.toppar.app.engine;

import io.toppar.domain.BatchHandle;
import io.toppar.domain.Offsets;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparEffects;
import io.toppar.domain.TopparError;
import io.toppar.ports.Clock;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.StoredOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what toppars want done: requests go out at once, records to the hand-over; what touches
 * other machines is noted for after the input. The duty thread only.
 */
final class EffectRunner implements TopparEffects {

  private static final Logger LOG = LoggerFactory.getLogger(EffectRunner.class);

  private final Partitions partitions;
  private final HandOver handOver;
  private final FrameLedger ledger;
  private final TopparRequests requests;
  private final Topics topics;
  private final FlightRecorder recorder;
  private final Runnable roomCame;
  private final Clock clock;

  EffectRunner(
      Partitions partitions,
      HandOver handOver,
      FrameLedger ledger,
      TopparRequests requests,
      Topics topics,
      FlightRecorder recorder,
      Runnable roomCame,
      Clock clock) {
    this.partitions = partitions;
    this.handOver = handOver;
    this.ledger = ledger;
    this.requests = requests;
    this.topics = topics;
    this.recorder = recorder;
    this.roomCame = roomCame;
    this.clock = clock;
  }

  @Override
  public void loadStoredOffset(Toppar toppar, int request) {
    requests.loadStoredOffset(noted(toppar, "loadStoredOffset", request, 0), request);
  }

  @Override
  public void listOffsets(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp) {
    Partition partition = noted(toppar, "listOffsets", request, timestamp);
    requests.listOffsets(partition, request, brokerId, leaderEpoch, timestamp);
  }

  @Override
  public void listOffsetsByAge(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis) {
    Partition partition = noted(toppar, "listOffsetsByAge", request, ageMillis);
    long timestamp = Math.max(0, clock.currentTimeMillis() - ageMillis);
    requests.listOffsets(partition, request, brokerId, leaderEpoch, timestamp);
  }

  @Override
  public void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {
    Partition partition = noted(toppar, "validateEpoch", request, leaderEpoch);
    requests.validateEpoch(partition, request, brokerId, currentLeaderEpoch, leaderEpoch);
  }

  @Override
  public void refreshMetadata(Toppar toppar, RefreshReason reason) {
    noted(toppar, "refreshMetadata", toppar.leaderId(), toppar.leaderEpoch());
    topics.refreshFor(toppar.topicPartition(), reason, clock.nanoTime());
  }

  @Override
  public void leaderHint(Toppar toppar, int leaderId, int leaderEpoch) {
    noted(toppar, "leaderHint", leaderId, leaderEpoch);
    topics.hint(toppar.topicPartition(), leaderId, leaderEpoch);
  }

  @Override
  public void leave(Toppar toppar, int brokerId) {
    Partition partition = noted(toppar, "leave", brokerId, 0);
    partition.leaves = true;
    partitions.feed().noteChange(partition);
  }

  @Override
  public void join(Toppar toppar, int brokerId) {
    Partition partition = noted(toppar, "join", brokerId, 0);
    if (toppar.isOnFollower()) {
      LOG.debug(
          "{} is read from broker {}, which its leader {} prefers",
          toppar.topicPartition(),
          brokerId,
          toppar.leaderId());
    }
    partition.joins = brokerId;
    partitions.feed().noteChange(partition);
  }

  @Override
  public void fetchChanged(Toppar toppar) {
    Partition partition = partition(toppar);
    partition.fetchChanged = true;
    partitions.feed().noteChange(partition);
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
    partition.outstanding.delivered(delivery);
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
    requests.commit(partition, new StoredOffset(offset, leaderEpoch, metadata));
  }

  @Override
  public void stopped(Toppar toppar, int version) {
    Partition partition = noted(toppar, "stopped", version, 0);
    partition.stopped = true;
    partitions.feed().noteChange(partition);
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
