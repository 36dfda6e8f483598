package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Barrier;
import io.toppar.domain.TopparEffect.Commit;
import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.Join;
import io.toppar.domain.TopparEffect.Leave;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * One toppar reads a log whose replicas part from one another: in the end the application has what
 * the leader has, from where it last went on its own account.
 */
final class BranchedLogRandomTest {

  private static final int PLAYS = 2_000;
  private static final int STEPS = 300;

  /** A Fetch in flight, answered when it was sent. */
  private record Flight(int broker, int version, long offset, FetchedPartition part) {}

  private static final class Play {
    final Random random;
    final ReplicatedLog log;
    final TopparFixture f;
    final Toppar toppar;
    final Deque<TopparEffect> forApplication = new ArrayDeque<>();
    final List<Runnable> answers = new ArrayList<>();
    final TreeMap<Long, Integer> seen = new TreeMap<>();
    long origin;
    int lane = Toppar.NO_BROKER;
    @Nullable Flight flight;

    Play(long seed) {
      random = new Random(seed);
      log = new ReplicatedLog(random);
      f = new TopparFixture(seed % 3 == 0 ? ResetPolicy.LATEST : ResetPolicy.EARLIEST);
      toppar = f.toppar;
      log.append(3);
      tellLeader();
      toppar.start(0, -1, f.now, f.effects);
      run();
    }

    void tellLeader() {
      toppar.onLeader(log.leader(), log.epoch(), f.now, f.effects);
      run();
    }

    void run() {
      List<TopparEffect> effects = f.effects.take();
      while (!effects.isEmpty()) {
        effects.forEach(this::carryOut);
        effects = f.effects.take();
      }
    }

    private void carryOut(TopparEffect effect) {
      if (effect instanceof Leave leave) {
        lane = Toppar.NO_BROKER;
        f.left(leave.brokerId());
      } else if (effect instanceof Join join) {
        lane = join.brokerId();
      } else if (effect instanceof Barrier) {
        forApplication.clear();
      } else if (effect instanceof Deliver || effect instanceof PositionReset) {
        forApplication.add(effect);
      } else if (effect instanceof ListOffsets asked) {
        answers.add(() -> list(asked));
      } else if (effect instanceof ValidateEpoch asked) {
        answers.add(() -> validate(asked));
      } else if (effect instanceof Commit commit) {
        answers.add(
            () -> toppar.onCommitted(commit.offset(), commit.leaderEpoch(), f.now, f.effects));
      }
    }

    /** What a broker says to who believes in another leader, or in another epoch. */
    private ErrorCode refusal(int broker, int believed) {
      if (broker != log.leader()) {
        return ErrorCode.NOT_LEADER_OR_FOLLOWER;
      }
      if (believed > log.epoch()) {
        return ErrorCode.UNKNOWN_LEADER_EPOCH;
      }
      return believed < log.epoch() ? ErrorCode.FENCED_LEADER_EPOCH : ErrorCode.NONE;
    }

    private void list(ListOffsets asked) {
      ErrorCode error = refusal(asked.brokerId(), asked.leaderEpoch());
      if (error != ErrorCode.NONE) {
        toppar.onOffsetQueryFailed(asked.request(), error, "", f.now, f.effects);
      } else {
        long offset = asked.timestamp() == Offsets.BEGINNING ? log.start() : log.end();
        toppar.onOffsetResolved(asked.request(), offset, log.epoch(), f.now, f.effects);
      }
    }

    private void validate(ValidateEpoch asked) {
      ErrorCode error = refusal(asked.brokerId(), asked.currentLeaderEpoch());
      if (error != ErrorCode.NONE) {
        toppar.onEpochEndFailed(asked.request(), error, "", f.now, f.effects);
      } else {
        ReplicatedLog.EpochEnd end = log.epochEnd(asked.leaderEpoch());
        toppar.onEpochEnd(asked.request(), end.epoch(), end.end(), f.now, f.effects);
      }
    }

    void fetch() {
      if (flight == null && lane >= 0 && !toppar.isMigrating() && f.plans()) {
        flight = new Flight(lane, f.plan.version(), f.plan.fetchOffset(), served(f.plan));
      }
    }

    private FetchedPartition served(FetchPlan plan) {
      ErrorCode error = refusal(lane, plan.currentLeaderEpoch());
      long offset = plan.fetchOffset();
      if (error == ErrorCode.NONE && plan.lastFetchedEpoch() >= 0) {
        ReplicatedLog.EpochEnd end = log.epochEnd(plan.lastFetchedEpoch());
        if (end.epoch() >= 0 && (end.epoch() < plan.lastFetchedEpoch() || end.end() < offset)) {
          return TopparFixture.diverging(end.epoch(), end.end());
        }
        error = end.epoch() < 0 ? ErrorCode.OFFSET_OUT_OF_RANGE : ErrorCode.NONE;
      }
      if (error == ErrorCode.NONE && (offset < log.start() || offset > log.end())) {
        error = ErrorCode.OFFSET_OUT_OF_RANGE;
      }
      if (error != ErrorCode.NONE) {
        return TopparFixture.error(error);
      }
      long next = Math.min(log.end(), offset + 1 + random.nextInt(6));
      return next == offset
          ? TopparFixture.nothing(log.end())
          : TopparFixture.records(new Batches(log, offset, next), log.end());
    }

    void reply() {
      Flight arrived = flight;
      flight = null;
      if (arrived != null
          && arrived.broker == lane
          && arrived.offset == toppar.fetchOffset()
          && !toppar.isMigrating()) {
        toppar.onFetched(arrived.version, arrived.part, f.now, f.effects);
        run();
      }
    }

    void answer() {
      if (!answers.isEmpty()) {
        answers.remove(random.nextInt(answers.size())).run();
        run();
      }
    }

    void take() {
      TopparEffect first = forApplication.poll();
      if (first instanceof Deliver deliver) {
        Batches batches = (Batches) deliver.batches();
        assertThat(batches.baseOffset).as("nothing twice").isGreaterThan(last());
        seen.putAll(batches.records);
        toppar.onHandedOver(
            deliver.version(),
            batches.nextOffset,
            batches.leaderEpoch,
            batches.recordCount(),
            batches.sizeBytes(),
            f.now,
            f.effects);
      } else if (first instanceof PositionReset reset) {
        seen.tailMap(reset.to(), true).clear();
        boolean byPolicy = !reset.reason().startsWith("the log was truncated");
        origin = byPolicy ? reset.to() : Math.min(origin, reset.to());
      }
      run();
    }

    private long last() {
      return seen.isEmpty() ? -1 : seen.lastKey();
    }

    void seek() {
      long offset = log.start() + random.nextInt((int) (log.end() - log.start()) + 1);
      int epoch = offset > 0 && random.nextBoolean() ? log.at(offset - 1).epoch() : -1;
      seen.clear();
      forApplication.clear();
      origin = offset;
      toppar.seek(offset, epoch, f.now, f.effects);
      run();
    }

    void step() {
      switch (random.nextInt(30)) {
        case 0, 1, 2, 3 -> log.append(1 + random.nextInt(4));
        case 4, 5, 6 ->
            log.replicate(random.nextInt(ReplicatedLog.REPLICAS), 1 + random.nextInt(6));
        case 7 -> rarely(3, () -> log.elect(random.nextInt(ReplicatedLog.REPLICAS)));
        case 8, 9 -> tellLeader();
        case 10, 11, 12, 13 -> fetch();
        case 14, 15, 16, 17 -> reply();
        case 18, 19, 20 -> answer();
        case 21, 22, 23, 24 -> take();
        case 25, 26 -> pass(1 + random.nextInt(300));
        case 27 -> rarely(6, () -> log.moveStart(random.nextInt(5)));
        case 28 -> rarely(8, this::seek);
        default -> gate(random.nextInt(3) == 0);
      }
    }

    private void rarely(int oneIn, Runnable step) {
      if (random.nextInt(oneIn) == 0) {
        step.run();
      }
    }

    private void pass(long millis) {
      f.pass(millis);
      run();
    }

    private void gate(boolean paused) {
      if (paused) {
        toppar.pause(f.now, f.effects);
      } else {
        toppar.resume(f.now, f.effects);
      }
      run();
    }

    /** No more elections: everything is read, and the end is stayed at. */
    void end() {
      gate(false);
      log.append(2);
      int idle = 0;
      for (int i = 0; i < 4_000 && idle < 50; i++) {
        if (i % 20 == 0) {
          tellLeader();
        }
        fetch();
        reply();
        answer();
        take();
        pass(50);
        boolean done = toppar.state() == FetchState.ACTIVE && toppar.appOffset() == log.end();
        idle = done && forApplication.isEmpty() ? idle + 1 : 0;
      }
      assertThat(toppar.appOffset()).as("read to the end").isEqualTo(log.end());
      for (long offset = Math.max(origin, log.start()); offset < log.end(); offset++) {
        ReplicatedLog.Entry entry = log.at(offset);
        if (!entry.control()) {
          assertThat(seen.get(offset)).as("offset %s", offset).isEqualTo(entry.id());
        }
      }
    }
  }

  /** Entries of a log as they were when they were fetched. */
  private static final class Batches implements BatchHandle {
    final TreeMap<Long, Integer> records = new TreeMap<>();
    final long baseOffset;
    final long nextOffset;
    final int leaderEpoch;

    Batches(ReplicatedLog log, long baseOffset, long nextOffset) {
      this.baseOffset = baseOffset;
      this.nextOffset = nextOffset;
      this.leaderEpoch = log.at(nextOffset - 1).epoch();
      for (long offset = baseOffset; offset < nextOffset; offset++) {
        if (!log.at(offset).control()) {
          records.put(offset, log.at(offset).id());
        }
      }
    }

    @Override
    public int sizeBytes() {
      return 10;
    }

    @Override
    public long baseOffset() {
      return baseOffset;
    }

    @Override
    public long nextOffset() {
      return nextOffset;
    }

    @Override
    public int leaderEpoch() {
      return leaderEpoch;
    }

    @Override
    public int recordCount() {
      return records.size();
    }

    @Override
    public void release() {}
  }

  @Test
  void whateverIsElectedTheApplicationHasWhatTheLeaderHas() {
    for (long seed = 1; seed <= PLAYS; seed++) {
      try {
        Play play = new Play(seed);
        for (int i = 0; i < STEPS; i++) {
          play.step();
        }
        play.end();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
