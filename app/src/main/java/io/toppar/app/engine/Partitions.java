package io.toppar.app.engine;

import io.toppar.domain.CommandResult;
import io.toppar.domain.FetchState;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.Topic;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicRegistry;
import io.toppar.domain.Toppar;
import io.toppar.domain.TopparEffects;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All partitions of a client, from an assignment until the stop that follows it has ended, and the
 * commands to them. The duty thread only.
 */
final class Partitions {

  private final TopicRegistry topics;
  private final HandOver handOver;
  private final TimingWheel wheel;
  private final FlightRecorder recorder;
  private final Surroundings surroundings;
  private final Map<Toppar, Partition> byToppar = new LinkedHashMap<>();
  private final MachineFeed feed;
  private @Nullable Lanes lanes;
  private long departedRecords;
  private long departedBytes;

  /** What happens to partitions outside of their machines. */
  interface Surroundings {

    /** A topic has been made: what is known of it already should be told to it. */
    void appeared(Topic topic);

    /** A partition has been made: what is known of its topic should be told to it. */
    void appeared(Partition partition, long nowNanos);

    /** A partition's stop has ended. */
    void disappeared(Partition partition, long nowNanos);
  }

  Partitions(
      TopicRegistry topics,
      HandOver handOver,
      TimingWheel wheel,
      FlightRecorder recorder,
      Surroundings surroundings,
      int unfinishedLimit) {
    this.topics = topics;
    this.handOver = handOver;
    this.wheel = wheel;
    this.recorder = recorder;
    this.surroundings = surroundings;
    this.feed = new MachineFeed(handOver, wheel, recorder, this::onStopped, unfinishedLimit);
  }

  /** Names the two that need this to be made first. */
  void connect(TopparEffects topparEffects, Lanes brokerLanes) {
    this.lanes = brokerLanes;
    feed.connect(topparEffects, brokerLanes);
  }

  /** The one way to its machine. */
  MachineFeed feed() {
    return feed;
  }

  /** The partition of this machine, or null if it has gone. */
  @Nullable Partition of(Toppar toppar) {
    return byToppar.get(toppar);
  }

  /** The partition of this name, or null. */
  @Nullable Partition find(TopicPartition topicPartition) {
    Toppar toppar = topics.find(topicPartition);
    return toppar == null ? null : byToppar.get(toppar);
  }

  /** All partitions, those that are stopping included, in the order of their assignment. */
  Collection<Partition> all() {
    return byToppar.values();
  }

  /** Records delivered by the partitions that have gone; an upper bound. */
  long departedRecords() {
    return departedRecords;
  }

  /** Bytes delivered by the partitions that have gone. */
  long departedBytes() {
    return departedBytes;
  }

  /** Starts a partition, once the stop before it has ended. */
  void start(Start start, long nowNanos) {
    Partition partition = find(start.slot().topicPartition());
    if (partition != null && partition.gone) {
      forget(partition, nowNanos);
      partition = null;
    }
    if (partition == null) {
      partition = new Partition(desired(start.slot().topicPartition()), start.slot(), feed);
      byToppar.put(partition.toppar, partition);
      surroundings.appeared(partition, nowNanos);
    }
    startNow(partition, start, nowNanos);
  }

  private Toppar desired(TopicPartition name) {
    Topic topic = topics.find(name.topic());
    if (topic == null) {
      topic = topics.create(name.topic());
      surroundings.appeared(topic);
    }
    return topic.desiredAdd(name.partition());
  }

  private void startNow(Partition partition, Start start, long nowNanos) {
    if (partition.toppar.state() == FetchState.STOPPING) {
      partition.waitingStart = start;
      return;
    }
    partition.slot = start.slot();
    partition.outstanding.clear();
    handOver.runs(start.slot());
    feed.input(
        partition,
        "start",
        start.offset(),
        start.leaderEpoch(),
        nowNanos,
        (toppar, fx) -> toppar.start(start.offset(), start.leaderEpoch(), nowNanos, fx));
    handOver.unfence(start.slot());
    gate(partition, nowNanos);
    feed.afterwards(partition);
  }

  /** Stops a partition; what was delivered has been dropped by whoever closed its slot. */
  void stop(TopicPartition topicPartition, long nowNanos) {
    Partition partition = find(topicPartition);
    if (partition == null) {
      return;
    }
    partition.waitingStart = null;
    feed.input(partition, "stop", 0, 0, nowNanos, (toppar, fx) -> toppar.stop(nowNanos, fx));
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
    Partition partition = find(slot.topicPartition());
    if (partition == null || slot.isClosed()) {
      return false;
    }
    Start waiting = partition.waitingStart;
    if (waiting != null) {
      partition.waitingStart = new Start(slot, offset, leaderEpoch);
      handOver.unfence(slot);
      return true;
    }
    handOver.runs(slot);
    feed.input(
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
    feed.afterwards(partition);
    return true;
  }

  /** Tells the machine where the gate stands now; whatever order the commands came in. */
  void gate(Partition partition, long nowNanos) {
    boolean paused = partition.slot.isPaused();
    if (paused == partition.toppar.paused()) {
      return;
    }
    feed.input(
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
    Partition partition = find(topicPartition);
    if (partition != null) {
      feed.input(
          partition,
          "leader",
          leaderId,
          leaderEpoch,
          nowNanos,
          (toppar, fx) -> toppar.onLeader(leaderId, leaderEpoch, nowNanos, fx));
    }
  }

  void onTopicId(Partition partition, TopicId id, long nowNanos) {
    feed.input(
        partition,
        "topicId",
        id.high(),
        id.low(),
        nowNanos,
        (toppar, fx) -> toppar.onTopicId(id, nowNanos, fx));
  }

  /** The partitions that a reply is about. */
  List<Partition> concerned(List<FetchedPartition> parts) {
    List<Partition> concerned = new ArrayList<>(parts.size());
    for (FetchedPartition part : parts) {
      Partition partition = find(part.topicPartition());
      if (partition != null) {
        concerned.add(partition);
      }
    }
    return concerned;
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

  /** Lets go of a partition, once: its stop may have ended while it was being stopped. */
  private void forget(Partition partition, long nowNanos) {
    if (topics.find(partition.topicPartition()) != partition.toppar) {
      return;
    }
    topics.desiredDel(partition.toppar);
    lanes().leave(partition, nowNanos);
    wheel.cancel(partition);
    byToppar.remove(partition.toppar);
    departedRecords += partition.toppar.receivedRecords();
    departedBytes += partition.toppar.receivedBytes();
    recorder.forget(partition);
    surroundings.disappeared(partition, nowNanos);
  }

  private Lanes lanes() {
    return Objects.requireNonNull(lanes, "not connected");
  }
}
