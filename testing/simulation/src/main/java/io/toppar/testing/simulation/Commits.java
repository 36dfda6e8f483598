package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;

/**
 * What clients gave to the offset store, what was asked of the coordinator, and what is held in the
 * end: each must follow from the one before, in its order. Outlives the clients. Confined to its
 * simulation's thread.
 *
 * <p>The position of a partition goes back only where reading went back, or was told to. What is
 * held follows the order of the requests, unless a broker acts on one that was given up: then it is
 * an older one, never another.
 */
final class Commits {

  private static final long NOTHING = -1;

  /** With a start anew what the one before had stored is committed, and it may have gone back. */
  private static final int MOST_JUMPS = 2;

  /** The positions of one partition. */
  private static final class Line {
    final PartitionModel log;

    /** What clients stored, in their order. */
    final List<Long> stored = new ArrayList<>();

    /** How often a lower position may be stored: once for the last jump, once for that before. */
    int jumps = MOST_JUMPS;

    int cuts;

    /** Which of them was asked for last: the first that it may have been, and the last. */
    int asked;

    int askedMost = -1;

    /** Which of them was acknowledged last, at most, and which is held, at least. */
    int done = -1;

    int held = -1;

    long heldOffset = NOTHING;

    Line(PartitionModel log) {
      this.log = log;
    }

    void jumped(int times) {
      jumps = Math.min(MOST_JUMPS, jumps + times);
    }

    boolean goesBack() {
      jumped(log.cuts() - cuts);
      cuts = log.cuts();
      return --jumps >= 0;
    }

    int find(long offset, int from, int to) {
      for (int i = Math.max(0, from); i < to; i++) {
        if (stored.get(i) == offset) {
          return i;
        }
      }
      return -1;
    }
  }

  /** A load, and what it may answer. */
  private record Load(int partition, Set<Long> answers) {}

  /** A commit on its way to the coordinator. */
  private record Asked(List<Integer> places, int actedLate) {}

  private final boolean atBrokers;
  private final Transcript transcript;
  private final ToLongFunction<TopicPartition> holder;
  private final IntSupplier actedLate;
  private final List<Line> lines = new ArrayList<>();
  private final Map<Long, Load> loads = new HashMap<>();
  private final Map<Long, Asked> requests = new HashMap<>();
  private int actedLateThen;

  /**
   * Nothing is stored.
   *
   * @param holder what is held of a partition now, or -1
   * @param actedLate how many requests were acted on that had been given up
   */
  Commits(
      boolean atBrokers,
      Cluster cluster,
      Transcript transcript,
      ToLongFunction<TopicPartition> holder,
      IntSupplier actedLate) {
    this.atBrokers = atBrokers;
    this.transcript = transcript;
    this.holder = holder;
    this.actedLate = actedLate;
    for (int i = 0; i < Cluster.PARTITIONS; i++) {
      lines.add(new Line(cluster.log(i)));
    }
  }

  /** Reading goes to another place, or the application says itself what is stored. */
  void mayGoBack(int partition) {
    lines.get(partition).jumped(1);
  }

  /** Another client begins: what the one before had not asked for it will never ask for. */
  void restart() {
    loads.clear();
    requests.clear();
    for (Line line : lines) {
      line.jumped(1);
      line.asked = line.stored.size();
      line.askedMost = line.asked - 1;
    }
  }

  /** The store is given a position; its number among those of the partition. */
  int storing(TopicPartition name, long offset) {
    Line line = line(name);
    int place = line.stored.size();
    if (place > 0 && offset < line.stored.get(place - 1)) {
      Violation.require(
          line.goesBack(),
          Kind.STORED,
          name + " goes back to " + offset + " from " + line.stored.get(place - 1));
    }
    line.stored.add(offset);
    if (!atBrokers) {
      line.askedMost = place;
    }
    return place;
  }

  /** The store says that it has a position. */
  void stored(TopicPartition name, int place) {
    look(name);
    Line line = line(name);
    int done = atBrokers ? line.done : line.held;
    boolean told = place <= done || (done >= 0 && equalAt(line, place, done));
    Violation.require(
        told, Kind.COMMITTED, name + "@" + line.stored.get(place) + " is said to be stored");
  }

  private static boolean equalAt(Line line, int one, int other) {
    return line.stored.get(one).equals(line.stored.get(other));
  }

  /** The store is asked what it has. */
  void loading(long token, TopicPartition name) {
    look(name);
    Set<Long> answers = new HashSet<>();
    answers.add(line(name).heldOffset);
    loads.put(token, new Load(Cluster.index(name), answers));
  }

  /** The store says what it has. */
  void loaded(long token, TopicPartition name, long offset) {
    look(name);
    Load load = loads.remove(token);
    Violation.require(
        load != null && load.answers.contains(offset),
        Kind.COMMITTED,
        name + " is said to be committed at " + offset + ", held is " + line(name).heldOffset);
  }

  /** The coordinator is asked. */
  void asking(BrokerRequest.OffsetCommit request, long token) {
    look();
    List<Integer> places = new ArrayList<>();
    Set<TopicPartition> named = new HashSet<>();
    for (OffsetToCommit offset : request.offsets()) {
      TopicPartition name = offset.topicPartition();
      Violation.require(named.add(name), Kind.COMMITTED, name + " is twice in one commit");
      Line line = line(name);
      int place = line.find(offset.offset(), line.asked, line.stored.size());
      Violation.require(
          place >= 0,
          Kind.COMMITTED,
          name + "@" + offset.offset() + " is committed, which was not stored or is overtaken");
      line.asked = place;
      line.askedMost = Math.max(line.askedMost, line.stored.lastIndexOf(offset.offset()));
      places.add(line.askedMost);
      transcript.note("commit at", Cluster.index(name), offset.offset(), place);
    }
    Violation.require(requests.isEmpty(), Kind.OWNER, "two commits are in flight");
    requests.put(token, new Asked(places, actedLate.getAsInt()));
  }

  /** The coordinator has answered, or has not. */
  void answered(BrokerRequest.OffsetCommit request, long token, BrokerOutcome outcome) {
    look();
    Asked asked = requests.remove(token);
    if (asked == null || !(outcome instanceof BrokerOutcome.OffsetsCommitted committed)) {
      return;
    }
    for (int i = 0; i < asked.places.size(); i++) {
      if (committed.answers().get(i).error() == ErrorCode.NONE) {
        OffsetToCommit offset = request.offsets().get(i);
        Line line = line(offset.topicPartition());
        line.done = Math.max(line.done, asked.places.get(i));
        Violation.require(
            line.heldOffset == offset.offset() || actedLate.getAsInt() > asked.actedLate,
            Kind.COMMITTED,
            offset + " is acknowledged, and " + line.heldOffset + " is held");
      }
    }
  }

  /** Whether what is held has changed as it may; to be called whenever it may have changed. */
  void look() {
    int acted = actedLate.getAsInt();
    for (Line line : lines) {
      look(line, acted > actedLateThen);
    }
    actedLateThen = acted;
  }

  private void look(TopicPartition name) {
    if (atBrokers) {
      look();
    } else {
      look(line(name), false);
    }
  }

  private void look(Line line, boolean late) {
    long offset = holder.applyAsLong(line.log.name);
    if (offset == line.heldOffset) {
      return;
    }
    int place = line.find(offset, line.held, line.askedMost + 1);
    if (place < 0 && late) {
      transcript.note("late commit", line.log.index, offset, line.heldOffset);
      place = line.find(offset, 0, line.held);
    }
    Violation.require(
        place >= 0,
        Kind.COMMITTED,
        line.log.name + " is committed at " + offset + ", after " + line.heldOffset);
    line.held = place;
    line.heldOffset = offset;
    for (Load load : loads.values()) {
      if (load.partition == line.log.index) {
        load.answers.add(offset);
      }
    }
  }

  private Line line(TopicPartition name) {
    return lines.get(Cluster.index(name));
  }
}
