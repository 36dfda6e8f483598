package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.RetryDelay;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicState;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Everything that is being produced: which batch goes out when, in which order and under which
 * sequence, what its answer means, and how each message ends, once (P5-P26).
 *
 * <p>A machine for one owner thread. Batches of a partition leave it in the order in which they
 * were opened. Work is per batch, and does not grow with the number of partitions.
 *
 * <p>Driver: after inputs, and at {@link #deadline}, call {@link #plan}; carry out effects in
 * order; end each request by one of the {@code on} methods.
 */
public final class ProduceMachine {

  private final ProducerIdentity identity;
  private final BatchEnds ends = new BatchEnds();
  private final ProduceLanes lanes;
  private final ProduceTopics topics;
  private final ProduceReplies replies;
  private final boolean idempotent;

  /** A machine with nothing to do; the generator makes the jitter of waits. */
  public ProduceMachine(ProduceConfig config, RandomGenerator random) {
    this.idempotent = config.idempotent();
    RetryDelay delay =
        new RetryDelay(config.retryBackoffNanos(), config.retryBackoffMaxNanos(), random);
    this.identity = new ProducerIdentity(config, random);
    this.lanes = new ProduceLanes(config, ends);
    this.topics = new ProduceTopics(config, identity, ends, lanes);
    this.replies = new ProduceReplies(config, lanes, ends, new BatchRetries(config, ends, delay));
  }

  /** The topic of this name; made if it is new, and then nothing is known of it. */
  public ProduceTopic topic(String name) {
    return topics.topic(name);
  }

  /** Requests in flight to this broker. */
  public int requestsInFlight(int brokerId) {
    return lanes.inFlight(brokerId);
  }

  /** Where an idempotent producer is with its id; INIT for ever if it is not one. */
  public ProducerState producerState() {
    return identity.state();
  }

  /** The producer's id, or -1; partitions may still use one given before. */
  public long producerId() {
    return identity.producerId();
  }

  /** A message came for a topic whose partitions are not known, or behind such a one. */
  public void onUnassigned(
      ProduceTopic topic, UnassignedMessage message, long nowNanos, ProduceEffects effects) {
    topic.unassigned.add(message, effects);
    topics.settle(topic);
  }

  /** The driver has appended the message that it was asked to assign. */
  public void onAssigned(ProduceTopic topic, UnassignedMessage message, ProduceEffects effects) {
    topic.unassigned.onAssigned(message, effects);
  }

  /**
   * The driver could not: the partitioner threw, the partition does not exist. It reports that
   * itself.
   */
  public void onAssignFailed(
      ProduceTopic topic, UnassignedMessage message, ProduceEffects effects) {
    topic.unassigned.onAssigned(message, effects);
  }

  /** A batch was opened for a partition: it stands behind all opened before. */
  public void onOpened(
      ProduceTopic topic,
      int partition,
      MessageBatch batch,
      long nowNanos,
      ProduceEffects effects) {
    PartitionQueue queue = topic.queue(partition);
    queue.open(batch, topic.unassigned.spanOfNewBatch());
    ErrorCode refusal = topic.refusal(partition);
    if (ends.isFatal() || refusal != ErrorCode.NONE) {
      ends.refused(queue.remove(batch), refusal, effects);
      return;
    }
    if (idempotent) {
      identity.want();
    }
    lanes.touch(queue);
  }

  /** An open batch is complete. One that has failed meanwhile is over, and stays so: no effect. */
  public void onSealed(MessageBatch batch, long nowNanos, ProduceEffects effects) {
    if (batch.state != BatchState.OVER) {
      batch.queue().seal(batch);
      lanes.touch(batch.queue());
    }
  }

  /** What was asked by {@link ProduceEffects#split} is done. */
  public void onSplit(
      MessageBatch whole,
      List<? extends MessageBatch> parts,
      long nowNanos,
      ProduceEffects effects) {
    PartitionQueue queue = whole.queue();
    queue.replace(whole, parts, ends.barrier());
    if (ends.isFatal() || whole.doom != ErrorCode.NONE) {
      for (MessageBatch part : parts) {
        ends.refused(queue.remove(part), whole.doom, effects);
      }
    }
    whole.state = BatchState.OVER;
    ends.barrier().leave(whole.span(), effects);
    lanes.touch(queue);
  }

  /** The number of partitions is known, or another; 0 while it is not. */
  public void onPartitionCount(
      ProduceTopic topic, int count, long nowNanos, ProduceEffects effects) {
    topic.partitionCount(count);
    if (count > 0) {
      topics.failQueued(topic, count, ErrorCode.LOCAL_UNKNOWN_PARTITION, "", effects);
    }
    topic.unassigned.onPartitionCount(effects);
    topics.settle(topic);
  }

  /** What is known of the topic as a whole has changed (M12). */
  public void onTopicState(
      ProduceTopic topic,
      TopicState state,
      ErrorCode error,
      long nowNanos,
      ProduceEffects effects) {
    topic.state(state, error);
    ErrorCode refusal = topic.refusal(0);
    if (refusal != ErrorCode.NONE) {
      topics.failQueued(topic, 0, refusal, "", effects);
      topic.unassigned.fail(refusal, "", effects);
      topics.settle(topic);
    }
  }

  /**
   * What the last answer said of the topic, NONE if all is well: told by messages that last too
   * long meanwhile, as what is missing is believed only after a time (M12).
   */
  public void onTopicError(
      ProduceTopic topic, ErrorCode error, long nowNanos, ProduceEffects effects) {
    topic.said(error);
  }

  /** The topic's id is known, or another: it was deleted and made again (M16). */
  public void onTopicId(ProduceTopic topic, TopicId id, long nowNanos, ProduceEffects effects) {
    topic.id(id);
    topic.queues().forEach(lanes::touch);
  }

  /** A partition has a leader, another one, or none (-1). */
  public void onLeader(
      ProduceTopic topic,
      int partition,
      int leaderId,
      int leaderEpoch,
      long nowNanos,
      ProduceEffects effects) {
    PartitionQueue queue = topic.queue(partition);
    queue.leader(lanes.lane(leaderId), leaderEpoch);
    lanes.touch(queue);
  }

  /** An answer to a metadata request was taken whole: forced refreshes are answered (B192). */
  public void onMetadataAnswered(long nowNanos, ProduceEffects effects) {
    topics.onMetadataAnswered(effects);
  }

  /** A metadata request was not answered; told by messages that last too long meanwhile. */
  public void onMetadataFailed(String detail, long nowNanos, ProduceEffects effects) {
    topics.onMetadataFailed(detail);
  }

  /** A request was answered. */
  public void onProduced(
      ProduceRequest request,
      List<ProducedPartition> answers,
      long nowNanos,
      ProduceEffects effects) {
    if (!replies.answered(request, answers, nowNanos, effects)) {
      fatal(ErrorCode.LOCAL_INCONSISTENT, "broker " + request.brokerId(), effects);
    }
  }

  /**
   * A request has failed as a whole.
   *
   * @param maybePersisted whether anything of it was sent
   */
  public void onProduceFailed(
      ProduceRequest request,
      ErrorCode error,
      boolean maybePersisted,
      String detail,
      long nowNanos,
      ProduceEffects effects) {
    replies.failed(request, error, maybePersisted, detail, nowNanos, effects);
  }

  /** A producer id was given. */
  public void onProducerId(
      long producerId, short producerEpoch, long nowNanos, ProduceEffects effects) {
    identity.onGiven(producerId, producerEpoch);
    topics.touchAll();
  }

  /** No producer id came: asked for again, unless that cannot help. */
  public void onProducerIdFailed(
      ErrorCode error, String detail, long nowNanos, ProduceEffects effects) {
    if (ProduceErrorTable.isLastingForIdentity(error)) {
      fatal(error, detail, effects);
    } else {
      identity.onFailed(error, detail, nowNanos);
    }
  }

  /**
   * From now on what is there does not linger; {@link ProduceEffects#flushed} once all of it has
   * ended (P25).
   */
  public void flush(long ticket, long nowNanos, ProduceEffects effects) {
    ends.barrier().flush(ticket, effects);
    topics.touchAll();
  }

  /**
   * Fails what is queued, what is in flight, or both (P26); what is sealed or split meanwhile, too.
   * A message that is being assigned is queued when it has been appended.
   *
   * <p>What fails in flight may still come into the log, and its batch is still part of the
   * request, until that ends.
   */
  public void purge(boolean queued, boolean inFlight, long nowNanos, ProduceEffects effects) {
    if (inFlight) {
      topics.failInFlight(ErrorCode.LOCAL_PURGE_INFLIGHT, effects);
    }
    if (queued) {
      topics.failQueued(ErrorCode.LOCAL_PURGE_QUEUE, "", effects);
    }
  }

  /**
   * Sends what can be sent now, fails what has lasted too long. After inputs, and at the deadline.
   */
  public void plan(long nowNanos, ProduceEffects effects) {
    topics.expire(nowNanos, effects);
    lanes.plan(nowNanos, effects);
    identity.plan(nowNanos, effects);
  }

  /** When to call {@link #plan} next without an input. */
  public long deadline() {
    long next = Deadlines.earlier(lanes.deadline(), topics.deadline());
    return Deadlines.earlier(next, identity.deadline());
  }

  /** Nothing is sent any more; what is in flight ends as it does. */
  private void fatal(ErrorCode code, String detail, ProduceEffects effects) {
    if (ends.isFatal()) {
      return;
    }
    ends.onFatal(code, detail);
    identity.onFatal();
    effects.fatal(code, detail);
    topics.failQueued(code, detail, effects);
  }
}
