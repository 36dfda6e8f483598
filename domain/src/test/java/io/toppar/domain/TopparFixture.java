package io.toppar.domain;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One toppar of partition t[0] led by broker 1 at epoch 0, its effects and its time. */
final class TopparFixture {

  static final TopicPartition T0 = new TopicPartition("t", 0);
  static final int LEADER = 1;

  final RecordingEffects effects = new RecordingEffects();
  final FetchPlan plan = new FetchPlan();
  final Toppar toppar;
  long now = 1_000;

  TopparFixture() {
    this(ResetPolicy.EARLIEST);
  }

  TopparFixture(ResetPolicy policy) {
    this(config(policy));
  }

  TopparFixture(TopparConfig config) {
    toppar = new Toppar(T0, config);
  }

  static TopparConfig config(ResetPolicy policy) {
    return new TopparConfig(
        policy,
        IsolationLevel.READ_COMMITTED,
        true,
        1_000,
        8_000,
        100,
        100_000,
        millis(500),
        millis(500),
        millis(100),
        millis(5_000),
        true);
  }

  static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  TopparFixture led() {
    toppar.onLeader(LEADER, 0, now, effects);
    effects.take();
    return this;
  }

  TopparFixture activeAt(long offset) {
    led();
    toppar.start(offset, -1, now, effects);
    effects.take();
    return this;
  }

  /** Records 100..119 of epoch 4 are delivered, and the log ends there. */
  void readTo120AtEpoch4() {
    toppar.onLeader(LEADER, 4, now, effects);
    toppar.start(100, -1, now, effects);
    fetched(records(new FakeBatches(100, 120, 4, 20), 120));
    effects.take();
  }

  /** The lane has let go of it. */
  TopparFixture left(int brokerId) {
    toppar.onLeft(brokerId, now, effects);
    return this;
  }

  /** Waits, and runs the deadline if it is reached. */
  void pass(long millis) {
    now += millis(millis);
    toppar.onDeadline(now, effects);
  }

  boolean plans() {
    return toppar.planFetch(now, plan);
  }

  /** The reply to a Fetch planned now. */
  void fetched(FetchedPartition part) {
    toppar.onFetched(toppar.version(), part, now, effects);
  }

  static FetchedPartition records(BatchHandle batches, long end) {
    return part(ErrorCode.NONE, end, batches, null);
  }

  static FetchedPartition nothing(long end) {
    return part(ErrorCode.NONE, end, null, null);
  }

  static FetchedPartition error(ErrorCode error) {
    return part(error, -1, null, null);
  }

  static FetchedPartition fault(BatchFault.Kind kind, long first, long last, int size, long end) {
    return part(ErrorCode.NONE, end, null, new BatchFault(kind, first, last, size, "bad bytes"));
  }

  static FetchedPartition diverging(int epoch, long end) {
    return new FetchedPartition(T0, ErrorCode.NONE, -1, -1, -1, epoch, end, -1, -1, -1, null, null);
  }

  /** The leader names the replica it would rather have read. */
  static FetchedPartition preferred(int brokerId, long end) {
    return new FetchedPartition(
        T0, ErrorCode.NONE, end, end, -1, -1, -1, -1, -1, brokerId, null, null);
  }

  private static FetchedPartition part(
      ErrorCode error, long end, @Nullable BatchHandle batches, @Nullable BatchFault fault) {
    return new FetchedPartition(T0, error, end, end, -1, -1, -1, -1, -1, -1, batches, fault);
  }
}
