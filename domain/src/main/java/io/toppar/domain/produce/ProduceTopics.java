package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The topics of a machine, and what is done to all of them, which is rare. Confined to the owner's
 * thread.
 */
final class ProduceTopics {

  private final ProduceConfig config;
  private final ProducerIdentity identity;
  private final BatchEnds ends;
  private final ProduceLanes lanes;
  private final Map<String, ProduceTopic> topics = new LinkedHashMap<>();
  private final DeadlineHeap<ProduceTopic> timers = new DeadlineHeap<>();

  ProduceTopics(
      ProduceConfig config, ProducerIdentity identity, BatchEnds ends, ProduceLanes lanes) {
    this.config = config;
    this.identity = identity;
    this.ends = ends;
    this.lanes = lanes;
  }

  ProduceTopic topic(String name) {
    return topics.computeIfAbsent(name, added -> new ProduceTopic(added, config, identity, ends));
  }

  /** Something has happened to what waits for the topic's metadata. */
  void settle(ProduceTopic topic) {
    timers.set(topic.timer, topic.unassigned.deadline());
  }

  void onMetadataAnswered(ProduceEffects effects) {
    for (ProduceTopic topic : topics.values()) {
      topic.unanswered("");
      topic.unassigned.onMetadataAnswered(effects);
      settle(topic);
    }
  }

  void onMetadataFailed(String detail) {
    topics.values().forEach(topic -> topic.unanswered(detail));
  }

  /** Fails what has waited too long for metadata. */
  void expire(long nowNanos, ProduceEffects effects) {
    for (ProduceTopic due = timers.due(nowNanos); due != null; due = timers.due(nowNanos)) {
      due.unassigned.expire(nowNanos, effects);
      settle(due);
    }
  }

  long deadline() {
    return timers.deadline();
  }

  /** All partitions are to be looked at. */
  void touchAll() {
    for (ProduceTopic topic : topics.values()) {
      topic.queues().forEach(lanes::touch);
    }
  }

  /** Fails everything that waits. */
  void failQueued(ErrorCode code, String detail, ProduceEffects effects) {
    for (ProduceTopic topic : topics.values()) {
      failQueued(topic, 0, code, detail, effects);
      topic.unassigned.fail(code, detail, effects);
      settle(topic);
    }
  }

  /** Fails what waits in partitions from this number on. */
  void failQueued(
      ProduceTopic topic, int from, ErrorCode code, String detail, ProduceEffects effects) {
    for (int i = from; i < topic.queues().size(); i++) {
      PartitionQueue queue = topic.queues().get(i);
      MessageBatch batch = queue.queued().first();
      while (batch != null) {
        MessageBatch behind = queue.queued().after(batch.link);
        if (batch.state == BatchState.SPLITTING) {
          batch.doom = code;
        } else {
          ends.failed(queue.remove(batch), code, detail, effects);
        }
        batch = behind;
      }
      lanes.touch(queue);
    }
  }

  /** Fails everything in flight; its requests go on, and it may come into the log. */
  void failInFlight(ErrorCode code, ProduceEffects effects) {
    for (ProduceTopic topic : topics.values()) {
      for (PartitionQueue queue : topic.queues()) {
        for (MessageBatch batch = queue.inFlight().first();
            batch != null;
            batch = queue.inFlight().first()) {
          queue.land(batch);
          batch.maybePersisted = true;
          ends.failed(batch, code, "", effects);
        }
        lanes.touch(queue);
      }
    }
  }
}
