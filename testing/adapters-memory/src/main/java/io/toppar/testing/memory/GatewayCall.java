package io.toppar.testing.memory;

import io.toppar.domain.Deadlines;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One open request of a gateway, and how far it has come. Guarded by the cluster. */
final class GatewayCall {

  /** Where a request is. */
  enum Stage {
    ON_ITS_WAY,
    AT_BROKER,
    ON_ITS_WAY_BACK,
    /** It, or its reply, will never arrive. */
    LOST
  }

  final long token;
  final BrokerRequest request;
  final RequestFamily family;
  final long arrivesAt;

  /** Whether its deadline had passed when it was submitted. */
  final boolean bornLate;

  Stage stage = Stage.ON_ITS_WAY;
  List<BrokerFault> hits = List.of();
  @Nullable MemoryBroker broker;
  int incarnation;

  /** Of a Fetch at its broker. */
  @Nullable FetchSession session;

  /** When a broker that has too little answers nevertheless. */
  long waitsUntil = Deadlines.NONE;

  /** The version of the cluster at which the broker had too little. */
  long lookedAtVersion = -1;

  /** The request's own deadline, and throttled time. */
  private long deadlineNanos;

  private long throttledLeftNanos = BrokerGateway.MAX_THROTTLED.toNanos();

  @Nullable BrokerOutcome reply;
  long repliesAt = Deadlines.NONE;

  GatewayCall(long token, BrokerRequest request, long arrivesAt, long nowNanos) {
    this.token = token;
    this.bornLate = request.deadlineNanos() - nowNanos <= 0;
    this.request = request;
    this.family = RequestFamily.of(request);
    this.arrivesAt = arrivesAt;
    this.deadlineNanos = request.deadlineNanos();
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** From now on the batches in it must not be ended. */
  void submitted() {
    if (request instanceof BrokerRequest.Produce produce) {
      refuseTwice(produce);
    }
    sentBatches().forEach(MemorySealedBatch::submitted);
  }

  private static void refuseTwice(BrokerRequest.Produce produce) {
    Set<TopicPartition> named = new HashSet<>();
    for (BrokerRequest.ProducePart part : produce.parts()) {
      if (!named.add(part.topicPartition())) {
        throw new IllegalArgumentException(
            part.topicPartition() + " is in the request twice; send two requests");
      }
    }
  }

  /** The batches in it are their sender's again. */
  void completed() {
    sentBatches().forEach(MemorySealedBatch::completed);
  }

  private List<MemorySealedBatch> sentBatches() {
    return request instanceof BrokerRequest.Produce produce
        ? produce.parts().stream().map(MemorySealedBatch::of).toList()
        : List.of();
  }

  /** Throttled time is not the request's time, as far as the port allows. */
  void throttled(long nanos) {
    long granted = Math.min(nanos, throttledLeftNanos);
    throttledLeftNanos -= granted;
    deadlineNanos = Deadlines.after(deadlineNanos, granted);
  }

  boolean isLate(long nowNanos) {
    return deadlineNanos - nowNanos <= 0;
  }

  /** Whether the reply has arrived, not behind the deadline. */
  boolean isAnswered(long nowNanos) {
    return stage == Stage.ON_ITS_WAY_BACK
        && Deadlines.reached(repliesAt, nowNanos)
        && repliesAt - deadlineNanos <= 0;
  }

  void replyWith(BrokerOutcome outcome, long atNanos) {
    reply = outcome;
    repliesAt = atNanos;
    stage = Stage.ON_ITS_WAY_BACK;
  }

  /** An outcome that the gateway itself gives at once, deadline or not. */
  void endWith(BrokerOutcome outcome, long nowNanos) {
    replyWith(outcome, isLate(nowNanos) ? deadlineNanos : nowNanos);
  }

  /** Releases a reply that nobody will take; whether there was one. */
  boolean dropReply() {
    BrokerOutcome dropped = reply;
    reply = null;
    if (dropped instanceof BrokerOutcome.Fetched fetched) {
      for (FetchedPartition part : fetched.partitions()) {
        if (part.batches() != null) {
          part.batches().release();
        }
      }
    }
    return dropped != null;
  }
}
