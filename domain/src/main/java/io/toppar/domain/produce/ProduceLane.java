package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import java.util.ArrayList;
import java.util.List;

/**
 * A broker as producing sees it: how many requests are in flight to it, and which of the partitions
 * it leads have something for it. Confined to the owner's thread.
 *
 * <p>They take turns: a request has at most one batch of each, and who was served goes last.
 */
final class ProduceLane {

  /** So long a request is given at least, even if its messages have less time left. */
  private static final long LAST_TRY_NANOS = 1_000_000_000;

  private final int brokerId;
  private final ProduceConfig config;
  private final Ring<PartitionQueue> ready = new Ring<>();
  private int inFlight;

  ProduceLane(int brokerId, ProduceConfig config) {
    this.brokerId = brokerId;
    this.config = config;
  }

  int brokerId() {
    return brokerId;
  }

  int inFlight() {
    return inFlight;
  }

  Ring<PartitionQueue> ready() {
    return ready;
  }

  /** A request has ended. */
  void land() {
    inFlight--;
  }

  /** Sends what there is room for, and has completed what could be sent next. */
  void plan(ProduceLanes lanes, long nowNanos, ProduceEffects effects) {
    while (inFlight < config.maxInFlight() && !ready.isEmpty()) {
      List<ProduceRequest.Part> parts = gather(lanes, nowNanos, effects);
      if (!parts.isEmpty()) {
        inFlight++;
        effects.produce(new ProduceRequest(brokerId, parts, deadline(parts, nowNanos)));
      }
    }
  }

  private List<ProduceRequest.Part> gather(
      ProduceLanes lanes, long nowNanos, ProduceEffects effects) {
    List<ProduceRequest.Part> parts = new ArrayList<>();
    long room = config.maxRequestBytes();
    for (int turns = ready.size(); turns > 0; turns--) {
      PartitionQueue queue = ready.first();
      if (queue == null) {
        break;
      }
      MessageBatch head = queue.head();
      if (queue.decision == ProduceDecision.SEAL) {
        head.state = BatchState.CLOSING;
        effects.seal(head);
      } else if (parts.isEmpty() || head.sizeBytes() <= room) {
        parts.add(part(queue.send(this)));
        room -= head.sizeBytes();
      } else {
        break;
      }
      ready.remove(queue.turn);
      lanes.settle(queue, nowNanos, effects);
    }
    return parts;
  }

  private static ProduceRequest.Part part(MessageBatch batch) {
    PartitionQueue queue = batch.queue();
    return new ProduceRequest.Part(
        queue.topicPartition,
        queue.topic.id(),
        batch,
        batch.producerId,
        batch.producerEpoch,
        batch.baseSequence);
  }

  /**
   * No request outlasts its messages by much, so that none has to be given up while its fate may
   * still be told.
   */
  private long deadline(List<ProduceRequest.Part> parts, long nowNanos) {
    long expiry = Deadlines.NONE;
    for (int i = 0; i < parts.size(); i++) {
      expiry = Deadlines.earlier(expiry, config.expiry(parts.get(i).batch().oldestNanos()));
    }
    long latest = Deadlines.after(nowNanos, config.requestTimeoutNanos());
    long lastTry = Deadlines.after(nowNanos, LAST_TRY_NANOS);
    if (expiry == Deadlines.NONE) {
      return latest;
    }
    return Deadlines.earlier(latest, expiry - lastTry > 0 ? expiry : lastTry);
  }
}
