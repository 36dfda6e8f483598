package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A partition's log for the randomised test: batches with gaps, empty ones, epochs, truncation. */
final class SimLog {

  record Batch(long base, long next, int epoch, int count) {}

  private final List<Batch> batches = new ArrayList<>();
  private final TreeMap<Integer, Long> epochStarts = new TreeMap<>();
  private long start;
  private long end;
  int leader = 1;
  int epoch;

  long start() {
    return start;
  }

  long end() {
    return end;
  }

  void append(Random random) {
    long base = end + (random.nextInt(5) == 0 ? random.nextInt(4) : 0);
    long next = base + 1 + random.nextInt(6);
    int count = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt((int) (next - base));
    epochStarts.putIfAbsent(epoch, base);
    batches.add(new Batch(base, next, epoch, count));
    end = next;
  }

  /** Retention: the oldest batches go. */
  void expire(int howMany) {
    for (int i = 0; i < howMany && !batches.isEmpty(); i++) {
      start = batches.remove(0).next();
    }
  }

  /** An unclean election: the newest batches go, and a new epoch goes on from there. */
  void truncate(int howMany) {
    for (int i = 0; i < howMany && !batches.isEmpty(); i++) {
      batches.remove(batches.size() - 1);
    }
    end = batches.isEmpty() ? start : batches.get(batches.size() - 1).next();
    epochStarts.values().removeIf(from -> from >= end);
    epoch++;
  }

  void move(int newLeader) {
    leader = newLeader;
    epoch++;
  }

  boolean contains(long offset) {
    return offset >= start && offset <= end;
  }

  /** Up to so many batches from the offset on; one that ends where it begins at the end. */
  SimBatches read(long offset, int most) {
    long next = offset;
    int count = 0;
    int lastEpoch = -1;
    int taken = 0;
    for (Batch batch : batches) {
      if (batch.next() > offset && taken < most) {
        next = batch.next();
        count += batch.count();
        lastEpoch = batch.epoch();
        taken++;
      }
    }
    return new SimBatches(offset, next, lastEpoch, count);
  }

  /** The largest epoch not above this one, and where it ends. */
  Map.Entry<Integer, Long> endOf(int asked) {
    Map.Entry<Integer, Long> floor = epochStarts.floorEntry(asked);
    if (floor == null) {
      return Map.entry(asked, start);
    }
    Map.Entry<Integer, Long> higher = epochStarts.higherEntry(asked);
    return Map.entry(floor.getKey(), higher == null ? end : higher.getValue());
  }

  /** A handle that counts its releases. */
  static final class SimBatches implements BatchHandle {

    private final long base;
    private final long next;
    private final int epoch;
    private final int count;
    int releases;

    SimBatches(long base, long next, int epoch, int count) {
      this.base = base;
      this.next = next;
      this.epoch = epoch;
      this.count = count;
    }

    @Override
    public int sizeBytes() {
      return 20 + 10 * count;
    }

    @Override
    public long baseOffset() {
      return base;
    }

    @Override
    public long nextOffset() {
      return next;
    }

    @Override
    public int leaderEpoch() {
      return epoch;
    }

    @Override
    public int recordCount() {
      return count;
    }

    @Override
    public void release() {
      releases++;
    }

    @Override
    public String toString() {
      return base + ".." + next;
    }
  }
}
