package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A partition of three replicas, each with a log of its own: any of them may be elected, so that
 * logs part, again and again. Its leader answers as Kafka's do (KIP-101, KIP-320, KIP-595).
 */
final class ReplicatedLog {

  static final int REPLICAS = 3;

  /** An entry; a control entry is not for the application. */
  record Entry(int epoch, int id, boolean control) {}

  /** A leader's answer about an epoch; -1 and -1 if it knows of none such. */
  record EpochEnd(int epoch, long end) {}

  private final RandomGenerator random;
  private final List<List<Entry>> logs = new ArrayList<>();
  private int leader;
  private int epoch;
  private int lastId;
  private long start;

  ReplicatedLog(RandomGenerator random) {
    this.random = random;
    for (int i = 0; i < REPLICAS; i++) {
      logs.add(new ArrayList<>());
    }
  }

  int leader() {
    return leader;
  }

  int epoch() {
    return epoch;
  }

  long start() {
    return start;
  }

  long end() {
    return logs.get(leader).size();
  }

  Entry at(long offset) {
    return logs.get(leader).get((int) offset);
  }

  void append(int count) {
    for (int i = 0; i < count; i++) {
      logs.get(leader).add(new Entry(epoch, ++lastId, random.nextInt(8) == 0));
    }
  }

  /** A follower gives up what the leader does not have, and copies some of what it has. */
  void replicate(int replica, int most) {
    List<Entry> from = logs.get(leader);
    List<Entry> to = logs.get(replica);
    if (replica == leader) {
      return;
    }
    int common = 0;
    while (common < Math.min(from.size(), to.size()) && from.get(common).equals(to.get(common))) {
      common++;
    }
    to.subList(common, to.size()).clear();
    to.addAll(from.subList(common, (int) Math.min(from.size(), (long) common + most)));
  }

  /** However little of the log it has, unless retention has taken all of that. */
  void elect(int replica) {
    if (logs.get(replica).size() >= start) {
      leader = replica;
      epoch++;
    }
  }

  /** Retention takes records that every replica has. */
  void moveStart(int by) {
    int shortest = logs.stream().mapToInt(List::size).min().orElse(0);
    start = Math.max(start, Math.min(start + by, shortest));
  }

  /** The epoch asked about or the largest one below it, and where the next one begins. */
  EpochEnd epochEnd(int asked) {
    TreeMap<Integer, Long> starts = new TreeMap<>();
    List<Entry> log = logs.get(leader);
    for (int i = 0; i < log.size(); i++) {
      starts.putIfAbsent(log.get(i).epoch(), Math.max(i, start));
    }
    starts.putIfAbsent(epoch, end());
    Map.@Nullable Entry<Integer, Long> next = starts.higherEntry(asked);
    if (next == null) {
      return starts.lastKey() == asked ? new EpochEnd(asked, end()) : new EpochEnd(-1, -1);
    }
    Integer below = starts.floorKey(asked);
    return new EpochEnd(below == null ? asked : below, next.getValue());
  }
}
