package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which partitions are to be looked at, and whose turn it then is: plans look at those that
 * something has happened to, and at those whose time has come, never at all. Confined to the
 * owner's thread.
 */
final class ProduceLanes {

  private final ProduceConfig config;
  private final BatchEnds ends;
  private final Map<Integer, ProduceLane> lanes = new LinkedHashMap<>();
  private final DeadlineHeap<PartitionQueue> timers = new DeadlineHeap<>();
  private final ArrayDeque<PartitionQueue> touched = new ArrayDeque<>();

  ProduceLanes(ProduceConfig config, BatchEnds ends) {
    this.config = config;
    this.ends = ends;
  }

  /** The lane of this broker, or null for the broker -1, which is nobody. */
  @Nullable ProduceLane lane(int brokerId) {
    return brokerId < 0 ? null : lanes.computeIfAbsent(brokerId, id -> new ProduceLane(id, config));
  }

  /** Requests in flight to this broker. */
  int inFlight(int brokerId) {
    ProduceLane lane = lanes.get(brokerId);
    return lane == null ? 0 : lane.inFlight();
  }

  /** Something has happened to this partition: the next plan looks at it. */
  void touch(PartitionQueue queue) {
    if (!queue.touched) {
      queue.touched = true;
      touched.addLast(queue);
    }
  }

  void plan(long nowNanos, ProduceEffects effects) {
    for (PartitionQueue due = timers.due(nowNanos); due != null; due = timers.due(nowNanos)) {
      touch(due);
    }
    settleTouched(nowNanos, effects);
    for (ProduceLane lane : lanes.values()) {
      lane.plan(this, nowNanos, effects);
    }
  }

  long deadline() {
    return timers.deadline();
  }

  /** Puts a partition where it belongs: in line at its leader, or to wait for its time. */
  void settle(PartitionQueue queue, long nowNanos, ProduceEffects effects) {
    expire(queue, nowNanos, effects);
    ProduceDecision before = queue.decision;
    queue.decision = queue.decide(nowNanos);
    if (queue.decision == ProduceDecision.NO_LEADER && before != ProduceDecision.NO_LEADER) {
      effects.refreshMetadata(queue.topicPartition, RefreshReason.UNKNOWN_LEADER);
    }
    ProduceLane lane = queue.decision.isReady() ? queue.lane() : null;
    Ring<PartitionQueue> line = lane == null ? null : lane.ready();
    Ring<PartitionQueue> standsIn = queue.turn.in();
    if (standsIn != line) {
      if (standsIn != null) {
        standsIn.remove(queue.turn);
      }
      if (line != null) {
        line.addLast(queue.turn);
      }
    }
    timers.set(queue.timer, queue.deadline());
  }

  private void settleTouched(long nowNanos, ProduceEffects effects) {
    for (PartitionQueue next = touched.pollFirst(); next != null; next = touched.pollFirst()) {
      next.touched = false;
      settle(next, nowNanos, effects);
    }
  }

  /** What a batch was waiting for. */
  private static String why(PartitionQueue queue, MessageBatch batch) {
    if (batch.trouble != ErrorCode.NONE) {
      return "at the last attempt " + batch.trouble.describe();
    }
    return switch (queue.decision) {
      case EMPTY -> "its time was over when it came";
      case NO_PRODUCER_ID -> queue.decision.text() + queue.chain.identityTrouble();
      case NO_LEADER -> queue.decision.text() + queue.topic.trouble();
      default -> queue.decision.text();
    };
  }

  /** Fails what has waited too long. What is in flight ends with its request. */
  private void expire(PartitionQueue queue, long nowNanos, ProduceEffects effects) {
    while (Deadlines.reached(queue.expiry(), nowNanos)) {
      MessageBatch batch = queue.remove(queue.head());
      ends.failed(batch, ErrorCode.LOCAL_MSG_TIMED_OUT, why(queue, batch), effects);
    }
  }
}
