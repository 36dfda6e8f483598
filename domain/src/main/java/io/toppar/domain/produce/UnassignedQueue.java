package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import java.util.ArrayDeque;

/**
 * The messages of a topic that have no partition yet: the UA toppar's queue (M17, P4). Confined to
 * the owner's thread.
 *
 * <p>They are given to be assigned in the order in which they came; only one that names a partition
 * which the topic does not have waits aside for metadata, as nobody else can want that partition.
 */
final class UnassignedQueue {

  private final ProduceTopic topic;
  private final ProduceConfig config;
  private final BatchEnds ends;

  /** The number of partitions is not known. */
  private final ArrayDeque<UnassignedMessage> waiting = new ArrayDeque<>();

  /** They name a partition that is not there; metadata may be old (B192). */
  private final ArrayDeque<UnassignedMessage> beyond = new ArrayDeque<>();

  /** The driver appends them. */
  private final ArrayDeque<UnassignedMessage> assigning = new ArrayDeque<>();

  UnassignedQueue(ProduceTopic topic, ProduceConfig config, BatchEnds ends) {
    this.topic = topic;
    this.config = config;
    this.ends = ends;
  }

  int size() {
    return waiting.size() + beyond.size() + assigning.size();
  }

  void add(UnassignedMessage message, ProduceEffects effects) {
    message.enter(ends.barrier().enter());
    ErrorCode refusal = topic.refusal(0);
    if (ends.isFatal() || refusal != ErrorCode.NONE) {
      ends.refused(topic, message, refusal, effects);
    } else {
      place(message, effects);
    }
  }

  /** The number of partitions is known, or another. */
  void onPartitionCount(ProduceEffects effects) {
    if (topic.partitionCount() == 0) {
      return;
    }
    for (int left = beyond.size(); left > 0; left--) {
      UnassignedMessage message = beyond.removeFirst();
      if (message.partition() < topic.partitionCount()) {
        assign(message, effects);
      } else {
        beyond.addLast(message);
      }
    }
    while (!waiting.isEmpty()) {
      place(waiting.removeFirst(), effects);
    }
  }

  /** Metadata is as new as it can be: a partition that is not there now does not exist. */
  void onMetadataAnswered(ProduceEffects effects) {
    while (!beyond.isEmpty()) {
      ends.failed(
          topic,
          beyond.removeFirst(),
          ErrorCode.LOCAL_UNKNOWN_PARTITION,
          "it has " + topic.partitionCount() + " partitions",
          effects);
    }
  }

  /** The driver has appended it, or has reported its failure. */
  void onAssigned(UnassignedMessage message, ProduceEffects effects) {
    if (!assigning.remove(message)) {
      throw new IllegalStateException(message + " of " + topic.name() + " is not being assigned");
    }
    ends.barrier().leave(message.span(), effects);
  }

  /** The span of a batch that is opened now: of the oldest message that may be in it. */
  FlushBarrier.Span spanOfNewBatch() {
    UnassignedMessage oldest = assigning.peekFirst();
    return oldest == null ? ends.barrier().enter() : ends.barrier().join(oldest.span());
  }

  /** Fails what has lasted too long. */
  void expire(long nowNanos, ProduceEffects effects) {
    expire(waiting, nowNanos, "the number of its partitions is not known", effects);
    expire(beyond, nowNanos, "no metadata has come that may have its partition", effects);
  }

  long deadline() {
    return Deadlines.earlier(expiry(waiting), expiry(beyond));
  }

  /** Fails what is not being assigned. */
  void fail(ErrorCode code, String detail, ProduceEffects effects) {
    fail(waiting, code, detail, effects);
    fail(beyond, code, detail, effects);
  }

  private void place(UnassignedMessage message, ProduceEffects effects) {
    if (topic.partitionCount() == 0) {
      if (waiting.isEmpty()) {
        refresh(message, RefreshReason.UNKNOWN_LEADER, effects);
      }
      waiting.addLast(message);
    } else if (message.partition() >= topic.partitionCount()) {
      refresh(message, RefreshReason.UNKNOWN_PARTITION, effects);
      beyond.addLast(message);
    } else {
      assign(message, effects);
    }
  }

  private void assign(UnassignedMessage message, ProduceEffects effects) {
    assigning.addLast(message);
    effects.assign(topic, message, topic.partitionCount());
  }

  private void refresh(UnassignedMessage message, RefreshReason reason, ProduceEffects effects) {
    effects.refreshMetadata(new TopicPartition(topic.name(), message.partition()), reason);
  }

  private void expire(
      ArrayDeque<UnassignedMessage> queue, long nowNanos, String why, ProduceEffects effects) {
    while (Deadlines.reached(expiry(queue), nowNanos)) {
      String detail = why + topic.trouble();
      ends.failed(topic, queue.removeFirst(), ErrorCode.LOCAL_MSG_TIMED_OUT, detail, effects);
    }
  }

  private long expiry(ArrayDeque<UnassignedMessage> queue) {
    UnassignedMessage first = queue.peekFirst();
    return first == null ? Deadlines.NONE : config.expiry(first.oldestNanos());
  }

  private void fail(
      ArrayDeque<UnassignedMessage> queue, ErrorCode code, String detail, ProduceEffects effects) {
    while (!queue.isEmpty()) {
      ends.failed(topic, queue.removeFirst(), code, detail, effects);
    }
  }
}
