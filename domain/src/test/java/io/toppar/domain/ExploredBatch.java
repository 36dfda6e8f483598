package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/** What waits for the application, or is held by it: a batch, or the news that a reset happened. */
final class ExploredBatch implements BatchHandle {

  static final int SIZE_BYTES = 10;

  final boolean reset;
  final long base;
  final long next;
  final int epoch;
  final int count;

  /** The op version under which it was delivered; 0 before. */
  int version;

  /** How often it has left the machines or its taker. */
  int releases;

  private ExploredBatch(boolean reset, long base, long next, int epoch, int count) {
    this.reset = reset;
    this.base = base;
    this.next = next;
    this.epoch = epoch;
    this.count = count;
  }

  static ExploredBatch of(long base, long next, int epoch, int count) {
    return new ExploredBatch(false, base, next, epoch, count);
  }

  /** The application is told that reading goes on there. */
  static ExploredBatch reset(long to) {
    return new ExploredBatch(true, to, to, -1, 0);
  }

  static ExploredBatch transfer(
      StateTransfer state, int latestVersion, @Nullable ExploredBatch present) {
    ExploredBatch given = present == null ? reset(0) : present;
    ExploredBatch batch =
        new ExploredBatch(
            state.flag(given.reset),
            state.number(given.base),
            state.number(given.next),
            state.number(given.epoch),
            state.number(given.count));
    batch.version = state.serial(given.version, latestVersion);
    return batch;
  }

  @Override
  public int sizeBytes() {
    return SIZE_BYTES;
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
    return (reset ? "reset to " : base + "..") + next;
  }
}
