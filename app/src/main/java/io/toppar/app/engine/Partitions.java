package io.toppar.app.engine;

import io.toppar.domain.BrokerLane;
import io.toppar.domain.CommandResult;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparConfig;
import io.toppar.domain.TopparEffects;
import io.toppar.domain.TopparError;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All partitions of a client, and the one way in which their machines are fed. The duty thread
 * only.
 *
 * <p>An input runs to its end; what its effects ask of other machines (lanes, metadata) is done
 * after it, so that no machine is entered twice. A machine that throws costs its partition: it is
 * reported with its transcript, its memory is given back, and the others go on.
 */
final class Partitions {

  private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);
  private static final int TRANSCRIPT_LINES = 32;

  private final TopparConfig config;
  private final HandOver handOver;
  private final TimingWheel wheel;
  private final FlightRecorder recorder;
  private final Surroundings surroundings;
  private final Map<TopicPartition, Partition> assigned = new LinkedHashMap<>();
  private final Map<Toppar, Partition> byToppar = new HashMap<>();
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

  /** What happens to partitions outside of their machines. */
  interface Surroundings {

    /** A partition has been made: what is known of its topic should be told to it. */
    void appeared(Partition partition, long nowNanos);

    /** A partition's stop has ended. */
    void disappeared(Partition partition, long nowNanos);
  }

  Partitions(
      TopparConfig config,
      HandOver handOver,
      TimingWheel wheel,
      FlightRecorder recorder,
      Surroundings surroundings) {
    this.config = config;
    this.handOver = handOver;
    this.wheel = wheel;
    this.recorder = recorder;
    this.surroundings = surroundings;
  }

  /** Names the two that need this to be made first. */
  void connect(TopparEffects topparEffects, Lanes brokerLanes) {
    this.effects = topparEffects;
    this.lanes = brokerLanes;
  }

  /** The partition of this machine, or null if it has gone. */
  @Nullable Partition of(Toppar toppar) {
    return byToppar.get(toppar);
  }

  /** The partition of this name, or null. */
  @Nullable Partition find(TopicPartition topicPartition) {
    return assigned.get(topicPartition);
  }

  /** All partitions, those that are stopping included, in the order of their assignment. */
  Collection<Partition> all() {
    return assigned.values();
  }

  /** Starts a partition, once the stop before it has ended. */
  void start(Start start, long nowNanos) {
    Partition partition = assigned.get(start.slot().topicPartition());
    if (partition != null && partition.gone) {
      forget(partition, nowNanos);
      partition = null;
    }
    if (partition == null) {
      Toppar toppar = new Toppar(start.slot().topicPartition(), config);
      partition = new Partition(toppar, start.slot(), this);
      assigned.put(partition.topicPartition(), partition);
      byToppar.put(toppar, partition);
      surroundings.appeared(partition, nowNanos);
    }
    startNow(partition, start, nowNanos);
  }

  private void startNow(Partition partition, Start start, long nowNanos) {
    CommandResult[] result = {CommandResult.OK};
    Slot before = partition.slot;
    partition.slot = start.slot();
    feed(
        partition,
        "start",
        start.offset(),
        start.leaderEpoch(),
        nowNanos,
        (toppar, fx) ->
            result[0] = toppar.start(start.offset(), start.leaderEpoch(), nowNanos, fx));
    if (result[0] == CommandResult.PREVIOUS_IN_PROGRESS) {
      partition.slot = before;
      partition.waitingStart = start;
      return;
    }
    handOver.unfence(start.slot());
    gate(partition, nowNanos);
    afterwards(partition);
  }

  /** Stops a partition; what was delivered has been dropped by whoever closed its slot. */
  void stop(TopicPartition topicPartition, long nowNanos) {
    Partition partition = assigned.get(topicPartition);
    if (partition == null) {
      return;
    }
    partition.waitingStart = null;
    feed(partition, "stop", 0, 0, nowNanos, (toppar, fx) -> toppar.stop(nowNanos, fx));
    if (partition.gone) {
      forget(partition, nowNanos);
    }
  }

  /**
   * Moves a partition.
   *
   * @return whether it is assigned; if not, the command came too late (B044)
   */
  boolean seek(Slot slot, long offset, int leaderEpoch, long nowNanos) {
    Partition partition = assigned.get(slot.topicPartition());
    if (partition == null || slot.isClosed()) {
      return false;
    }
    Start waiting = partition.waitingStart;
    if (waiting != null) {
      partition.waitingStart = new Start(slot, offset, leaderEpoch);
      handOver.unfence(slot);
      return true;
    }
    feed(
        partition,
        "seek",
        offset,
        leaderEpoch,
        nowNanos,
        (toppar, fx) -> {
          CommandResult result = toppar.seek(offset, leaderEpoch, nowNanos, fx);
          if (result == CommandResult.WRONG_STATE) {
            // The reset policy had ended it: a position from the application starts it again.
            toppar.start(offset, leaderEpoch, nowNanos, fx);
          }
        });
    handOver.unfence(slot);
    afterwards(partition);
    return true;
  }

  /** Tells the machine where the gate stands now; whatever order the commands came in. */
  void gate(Partition partition, long nowNanos) {
    boolean paused = partition.slot.isPaused();
    if (paused == partition.toppar.paused()) {
      return;
    }
    feed(
        partition,
        paused ? "pause" : "resume",
        0,
        0,
        nowNanos,
        (toppar, fx) -> {
          if (paused) {
            toppar.pause(nowNanos, fx);
          } else {
            toppar.resume(nowNanos, fx);
          }
        });
  }

  void onLeader(TopicPartition topicPartition, int leaderId, int leaderEpoch, long nowNanos) {
    Partition partition = assigned.get(topicPartition);
    if (partition != null) {
      feed(
          partition,
          "leader",
          leaderId,
          leaderEpoch,
          nowNanos,
          (toppar, fx) -> toppar.onLeader(leaderId, leaderEpoch, nowNanos, fx));
    }
  }

  void onTopicId(Partition partition, TopicId id, long nowNanos) {
    feed(
        partition,
        "topicId",
        id.high(),
        id.low(),
        nowNanos,
        (toppar, fx) -> toppar.onTopicId(id, nowNanos, fx));
  }

  void onDeadline(Partition partition, long nowNanos) {
    feed(partition, "deadline", 0, 0, nowNanos, (toppar, fx) -> toppar.onDeadline(nowNanos, fx));
  }

  /** Feeds a machine one input, and does what follows from it. */
  void feed(Partition partition, String what, long one, long other, long nowNanos, Input input) {
    if (partition.gone) {
      return;
    }
    recorder.note(partition, what, one, other);
    try {
      input.into(partition.toppar, effects());
    } catch (RuntimeException e) {
      fail(partition, e, nowNanos);
    }
    settle(nowNanos);
    afterwards(partition);
  }

  /** Lets a lane take the outcome of its Fetch, and does what follows for these partitions. */
  void feedLane(Lane lane, Collection<Partition> concerned, long nowNanos, LaneInput input) {
    try {
      input.into(lane.machine, effects());
    } catch (RuntimeException e) {
      LOG.error("the lane of broker {} failed and is built anew", lane.brokerId, e);
      for (Partition culprit : input.unfinished(concerned)) {
        fail(culprit, e, nowNanos);
      }
      settle(nowNanos);
      lanes().rebuild(lane, nowNanos);
    }
    settle(nowNanos);
    for (Partition partition : concerned) {
      afterwards(partition);
    }
  }

  /** The partitions that a reply is about. */
  List<Partition> concerned(List<FetchedPartition> parts) {
    List<Partition> concerned = new ArrayList<>(parts.size());
    for (FetchedPartition part : parts) {
      Partition partition = assigned.get(part.topicPartition());
      if (partition != null) {
        concerned.add(partition);
      }
    }
    return concerned;
  }

  /** An effect that touches another machine has been noted in the partition. */
  void noteChange(Partition partition) {
    if (!partition.changed) {
      partition.changed = true;
      changed.addLast(partition);
    }
  }

  /** Costs a partition that can no longer be trusted; the others go on. */
  void fail(Partition partition, RuntimeException cause, long nowNanos) {
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
    if (partition.delegated) {
      partition.delegated = false;
      lanes().move(partition, partition.delegateTo, nowNanos);
    }
    if (partition.fetchChanged) {
      partition.fetchChanged = false;
      lanes().fetchChanged(partition);
    }
    if (partition.stopped) {
      partition.stopped = false;
      onStopped(partition, nowNanos);
    }
  }

  private void onStopped(Partition partition, long nowNanos) {
    Start next = partition.waitingStart;
    if (next != null) {
      partition.waitingStart = null;
      startNow(partition, next, nowNanos);
      return;
    }
    partition.gone = true;
    forget(partition, nowNanos);
  }

  private void forget(Partition partition, long nowNanos) {
    lanes().leave(partition, nowNanos);
    wheel.cancel(partition);
    assigned.remove(partition.topicPartition());
    byToppar.remove(partition.toppar);
    recorder.forget(partition);
    surroundings.disappeared(partition, nowNanos);
  }

  /** Arms the alarm and shows where the partition stands. */
  private void afterwards(Partition partition) {
    if (partition.gone) {
      return;
    }
    Toppar toppar = partition.toppar;
    wheel.arm(partition, toppar.deadline());
    Slot slot = partition.slot;
    if (slot.pendingStores.get() == 0) {
      slot.storedOffset = toppar.storedOffset();
    }
    if (slot.position == null && toppar.appOffset() >= 0) {
      handOver.resolved(slot, toppar.appOffset(), -1);
    }
    if (toppar.highWatermark() >= 0) {
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

  private TopparEffects effects() {
    return Objects.requireNonNull(effects, "not connected");
  }

  private Lanes lanes() {
    return Objects.requireNonNull(lanes, "not connected");
  }
}
