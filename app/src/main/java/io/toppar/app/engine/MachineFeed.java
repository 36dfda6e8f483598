package io.toppar.app.engine;

import io.toppar.domain.BrokerLane;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparEffects;
import io.toppar.domain.TopparError;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way in which the machines of partitions are fed, and what follows from an input. The duty
 * thread only.
 *
 * <p>An input runs to its end; what its effects ask of other machines (lanes, metadata) is done
 * after it, so that no machine is entered twice. A machine that throws costs its partition: it is
 * reported with its transcript, its memory is given back, and the others go on.
 */
final class MachineFeed {

  private static final Logger LOG = LoggerFactory.getLogger(MachineFeed.class);
  private static final int TRANSCRIPT_LINES = 32;

  private final HandOver handOver;
  private final TimingWheel wheel;
  private final FlightRecorder recorder;
  private final Stops stops;
  private final int unfinishedLimit;
  private final ArrayDeque<Partition> changed = new ArrayDeque<>();
  private @Nullable TopparEffects effects;
  private @Nullable Lanes lanes;
  private boolean settling;

  /** An input of a toppar. */
  interface Input {
    void into(Toppar toppar, TopparEffects effects);
  }

  /** The outcome of a lane's Fetch. */
  interface LaneInput {

    void into(BrokerLane lane, TopparEffects effects);

    /** After a throw: gives back what was not taken, and says which partitions are not sound. */
    Collection<Partition> unfinished(Collection<Partition> concerned);
  }

  /** Hears that the stop of a partition has ended. */
  interface Stops {
    void ended(Partition partition, long nowNanos);
  }

  MachineFeed(
      HandOver handOver,
      TimingWheel wheel,
      FlightRecorder recorder,
      Stops stops,
      int unfinishedLimit) {
    this.handOver = handOver;
    this.wheel = wheel;
    this.recorder = recorder;
    this.stops = stops;
    this.unfinishedLimit = unfinishedLimit;
  }

  /** Names the two that need this to be made first. */
  void connect(TopparEffects topparEffects, Lanes brokerLanes) {
    this.effects = topparEffects;
    this.lanes = brokerLanes;
  }

  /** Feeds a machine one input, and does what follows from it; whatever it throws is its end. */
  void input(Partition partition, String what, long one, long other, long nowNanos, Input input) {
    if (partition.gone) {
      return;
    }
    recorder.note(partition, what, one, other);
    try {
      input.into(partition.toppar, effects());
    } catch (Throwable e) {
      fail(partition, e);
    }
    settle(nowNanos);
    afterwards(partition);
  }

  /** Lets a lane take the outcome of its Fetch, and does what follows for these partitions. */
  void outcome(Lane lane, Collection<Partition> concerned, long nowNanos, LaneInput input) {
    try {
      input.into(lane.machine, effects());
    } catch (Throwable e) {
      LOG.error("the lane of broker {} failed and is built anew", lane.brokerId, e);
      for (Partition culprit : input.unfinished(concerned)) {
        fail(culprit, e);
      }
      settle(nowNanos);
      lanes().rebuild(lane, nowNanos);
    }
    settle(nowNanos);
    for (Partition partition : concerned) {
      afterwards(partition);
    }
  }

  void onDeadline(Partition partition, long nowNanos) {
    input(partition, "deadline", 0, 0, nowNanos, (toppar, fx) -> toppar.onDeadline(nowNanos, fx));
  }

  /** An effect that touches another machine has been noted in the partition. */
  void noteChange(Partition partition) {
    if (!partition.changed) {
      partition.changed = true;
      changed.addLast(partition);
    }
  }

  /** Costs a partition that can no longer be trusted; the others go on. */
  private void fail(Partition partition, Throwable cause) {
    String transcript = String.join("\n  ", recorder.transcript(partition, TRANSCRIPT_LINES));
    LOG.error(
        "{} failed in state {}; its last inputs and effects, oldest first:\n  {}",
        partition.topicPartition(),
        partition.toppar.state(),
        transcript,
        cause);
    partition.gone = true;
    wheel.cancel(partition);
    handOver.barrier(partition.slot);
    TopparError error =
        new TopparError(
            partition.topicPartition(),
            ErrorCode.LOCAL_FAIL,
            Offsets.INVALID,
            true,
            "an internal error ended reading: "
                + cause
                + "; assign the partition anew, and report the log");
    handOver.deliver(Delivery.error(partition.slot, partition.toppar.version(), error));
    noteChange(partition);
  }

  /** Does what effects asked of other machines; these ask for nothing more in the same breath. */
  private void settle(long nowNanos) {
    if (settling) {
      return;
    }
    settling = true;
    try {
      Partition partition = changed.pollFirst();
      while (partition != null) {
        partition.changed = false;
        apply(partition, nowNanos);
        partition = changed.pollFirst();
      }
    } finally {
      settling = false;
    }
  }

  private void apply(Partition partition, long nowNanos) {
    if (partition.gone) {
      lanes().leave(partition, nowNanos);
      return;
    }
    if (partition.leaves) {
      partition.leaves = false;
      leave(partition, nowNanos);
    }
    if (partition.joins != Toppar.NO_BROKER) {
      int brokerId = partition.joins;
      partition.joins = Toppar.NO_BROKER;
      lanes().join(partition, brokerId, nowNanos);
    }
    if (partition.fetchChanged) {
      partition.fetchChanged = false;
      lanes().fetchChanged(partition);
    }
    if (partition.stopped) {
      partition.stopped = false;
      stops.ended(partition, nowNanos);
    }
  }

  /** For reading it has left at once: what the old broker still answers is dropped by its lane. */
  private void leave(Partition partition, long nowNanos) {
    int left = partition.toppar.brokerId();
    lanes().leave(partition, nowNanos);
    input(partition, "left", left, 0, nowNanos, (toppar, fx) -> toppar.onLeft(left, nowNanos, fx));
  }

  /** Arms the alarm and shows where the partition stands. */
  void afterwards(Partition partition) {
    if (partition.gone) {
      return;
    }
    Toppar toppar = partition.toppar;
    wheel.arm(partition, toppar.deadline());
    partition.outstanding.at(toppar.version(), toppar.appOffset());
    showWaiting(partition);
    Slot slot = partition.slot;
    if (slot.pendingStores.get() == 0) {
      slot.storedOffset = toppar.storedOffset();
    }
    slot.committedOffset = toppar.committedOffset();
    if (slot.position == null && toppar.appOffset() >= 0) {
      handOver.resolved(slot, toppar.appOffset(), -1);
    }
    if (toppar.highWatermark() < 0) {
      slot.bounds = null; // of a topic that was deleted and made again (M16)
    } else {
      LogBounds bounds = slot.bounds;
      if (bounds == null
          || bounds.highWatermark() != toppar.highWatermark()
          || bounds.lastStable() != toppar.lastStableOffset()
          || bounds.logStart() != toppar.logStartOffset()) {
        slot.bounds =
            new LogBounds(
                toppar.logStartOffset(), toppar.highWatermark(), toppar.lastStableOffset());
      }
    }
  }

  /** Shuts the hand-over where too many records given back are not finished, or opens it. */
  void showWaiting(Partition partition) {
    Slot slot = partition.slot;
    long waiting = partition.outstanding.waitingRecords();
    if (waiting != slot.unfinishedRecords) {
      slot.unfinishedRecords = waiting;
    }
    boolean full = waiting >= unfinishedLimit;
    if (full != slot.full) {
      handOver.full(slot, full);
      if (full) {
        LOG.warn(
            "{}: hands out nothing more: {} records wait for those at offset {} to be finished"
                + " (unfinished.max.records={}); acknowledge or abandon them, or assign anew",
            slot.topicPartition(),
            waiting,
            partition.outstanding.firstOffset(),
            unfinishedLimit);
      }
    }
  }

  private TopparEffects effects() {
    return Objects.requireNonNull(effects, "not connected");
  }

  private Lanes lanes() {
    return Objects.requireNonNull(lanes, "not connected");
  }
}
