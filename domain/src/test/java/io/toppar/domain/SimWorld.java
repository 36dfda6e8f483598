package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.SimLog.SimBatches;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A naive driver around toppars and lanes, with brokers, an offset store and an application that
 * all act at random; checks after each step what must always hold.
 */
final class SimWorld implements TopparEffects {

  private static final long UNKNOWN = Long.MIN_VALUE;
  private static final int BROKERS = 3;

  /** What the world knows of one partition. */
  private static final class Seat {
    final TopicPartition topicPartition;
    final Toppar toppar;
    final SimLog log = new SimLog();
    final Deque<Delivery> queue = new ArrayDeque<>();
    final Deque<Delivery> held = new ArrayDeque<>();
    final Map<Long, Long> skips = new LinkedHashMap<>();
    long expected = UNKNOWN;
    long inStore = Offsets.INVALID;
    int openRequest;
    int openCommits;

    Seat(TopicPartition topicPartition, TopparConfig config) {
      this.topicPartition = topicPartition;
      this.toppar = new Toppar(topicPartition, config);
    }
  }

  private record Delivery(int version, SimBatches batches) {}

  private final Random random;
  private final List<Seat> seats = new ArrayList<>();
  private final List<BrokerLane> lanes = new ArrayList<>();
  private final List<Map<TopicPartition, FetchPartition>> sessions = new ArrayList<>();
  private final boolean[] inFlight = new boolean[BROKERS + 1];
  private final boolean[] sessionOpen = new boolean[BROKERS + 1];
  private final List<Runnable> pending = new ArrayList<>();
  private final Deque<Runnable> effects = new ArrayDeque<>();
  private final List<SimBatches> handles = new ArrayList<>();
  private final FetchBudget budget = new FetchBudget(2_000);
  private final List<String> transcript = new ArrayList<>();
  private boolean healthy;
  private long now = Long.MAX_VALUE - 5_000_000_000L;

  SimWorld(long seed, int partitions) {
    random = new Random(seed);
    ResetPolicy[] policies = {
      ResetPolicy.EARLIEST,
      ResetPolicy.LATEST,
      ResetPolicy.ERROR,
      ResetPolicy.byDuration(Duration.ofMinutes(1))
    };
    for (int i = 0; i < partitions; i++) {
      ResetPolicy policy = policies[i % policies.length];
      Seat seat = new Seat(new TopicPartition("t", i), TopparFixture.config(policy));
      seats.add(seat);
    }
    for (int i = 0; i <= BROKERS; i++) {
      LaneConfig config =
          new LaneConfig(
              1,
              500,
              1_000,
              200,
              "",
              TopparFixture.millis(100),
              TopparFixture.millis(1_000),
              random);
      lanes.add(new BrokerLane(i, config));
      sessions.add(new LinkedHashMap<>());
    }
  }

  List<String> transcript() {
    return transcript.subList(Math.max(0, transcript.size() - 60), transcript.size());
  }

  long recordsHandedOver() {
    return handedOver;
  }

  private long handedOver;

  // One step.

  void step() {
    Seat seat = seats.get(random.nextInt(seats.size()));
    switch (random.nextInt(14)) {
      case 0 -> seat.log.append(random);
      case 1 -> changeLog(seat);
      case 2, 3 -> command(seat);
      case 4, 5, 6, 7 -> complete();
      case 8, 9 -> take(seat);
      case 10 -> processed(seat);
      case 11, 12 -> {
        now += TopparFixture.millis(random.nextInt(300));
        deadlines();
      }
      default -> seat.toppar.onLeader(seat.log.leader, seat.log.epoch, now, this);
    }
    settle();
  }

  /** No more trouble: everything that is wanted must be read to its end. */
  void heal() {
    healthy = true;
    for (Seat seat : seats) {
      seat.toppar.resume(now, this);
      settle();
      while (seat.toppar.state() == FetchState.STOPPING) {
        complete();
        settle();
      }
      if (!seat.toppar.state().isStarted()) {
        say(seat, "start", seat.log.start());
        assertThat(seat.toppar.start(seat.log.start(), -1, now, this)).isEqualTo(CommandResult.OK);
        expect(seat, seat.log.start());
      }
      settle();
    }
    for (int i = 0; i < 20_000 && !allRead(); i++) {
      complete();
      settle();
      Seat seat = seats.get(random.nextInt(seats.size()));
      take(seat);
      settle();
      processed(seat);
      settle();
      now += TopparFixture.millis(10);
      deadlines();
      settle();
      if (seat.toppar.state() == FetchState.NONE) {
        seat.toppar.seek(seat.log.end(), -1, now, this);
        expect(seat, seat.log.end());
        settle();
      }
    }
    for (Seat seat : seats) {
      assertThat(seat.toppar.appOffset())
          .as("%s read to its end", seat.toppar)
          .isEqualTo(seat.log.end());
    }
  }

  /** Stops everything: each stop ends, and each handle has left the machines exactly once. */
  void stopAll() {
    for (Seat seat : seats) {
      seat.toppar.stop(now, this);
      settle();
    }
    for (int i = 0; i < 2_000 && !pending.isEmpty(); i++) {
      complete();
      settle();
    }
    for (Seat seat : seats) {
      assertThat(seat.toppar.state()).isEqualTo(FetchState.STOPPED);
      while (!seat.held.isEmpty()) {
        processed(seat);
      }
      assertThat(seat.queue).isEmpty();
    }
    assertThat(handles).allMatch(handle -> handle.releases == 1, "released exactly once");
    assertThat(budget.usedBytes()).isZero();
  }

  private boolean allRead() {
    return seats.stream()
        .allMatch(seat -> seat.toppar.appOffset() == seat.log.end() && seat.held.isEmpty());
  }

  // The world.

  private void changeLog(Seat seat) {
    switch (random.nextInt(6)) {
      case 0 -> seat.log.expire(1 + random.nextInt(3));
      case 1 -> seat.log.truncate(1 + random.nextInt(3));
      case 2, 3 -> seat.log.move(1 + random.nextInt(BROKERS));
      default -> seat.toppar.onLeader(Toppar.NO_BROKER, -1, now, this);
    }
    say(seat, "log", seat.log.start() + ".." + seat.log.end() + " e" + seat.log.epoch);
  }

  private void command(Seat seat) {
    Toppar toppar = seat.toppar;
    long offset = someOffset(seat);
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        long where = random.nextInt(4) == 0 ? Offsets.STORED : offset;
        say(seat, "start", where);
        if (toppar.start(where, -1, now, this) == CommandResult.OK) {
          expect(seat, where);
        }
      }
      case 2, 3 -> {
        int epoch = random.nextInt(3) == 0 ? random.nextInt(seat.log.epoch + 1) : -1;
        say(seat, "seek", offset + " e" + epoch);
        if (toppar.seek(offset, epoch, now, this) == CommandResult.OK) {
          expect(seat, offset);
        }
      }
      case 4 -> {
        say(seat, "stop", "");
        if (toppar.stop(now, this) == CommandResult.OK) {
          expect(seat, Offsets.INVALID);
        }
      }
      case 5 -> toppar.pause(now, this);
      case 6 -> toppar.resume(now, this);
      default -> toppar.store(Math.max(0, offset), -1, "", now, this);
    }
  }

  private long someOffset(Seat seat) {
    return switch (random.nextInt(8)) {
      case 0 -> Offsets.BEGINNING;
      case 1 -> Offsets.END;
      case 2 -> Offsets.tail(random.nextInt(20));
      case 3 -> seat.log.end() + random.nextInt(5);
      default -> seat.log.start() + random.nextInt((int) (seat.log.end() - seat.log.start()) + 1);
    };
  }

  private void expect(Seat seat, long offset) {
    seat.expected = offset >= 0 ? offset : UNKNOWN;
    seat.skips.clear();
  }

  /** The application takes the next batch of a partition, if it is not paused. */
  private void take(Seat seat) {
    if (seat.toppar.paused() || seat.queue.isEmpty()) {
      return;
    }
    Delivery next = seat.queue.remove();
    SimBatches batches = next.batches();
    while (seat.expected != batches.baseOffset() && seat.skips.containsKey(seat.expected)) {
      seat.expected = seat.skips.remove(seat.expected);
    }
    if (seat.expected != UNKNOWN) {
      assertThat(batches.baseOffset())
          .as("no gap, no repeat in %s", seat.toppar)
          .isEqualTo(seat.expected);
    }
    say(seat, "take", batches);
    seat.expected = batches.nextOffset();
    handedOver += batches.recordCount();
    seat.toppar.onHandedOver(
        next.version(),
        batches.nextOffset(),
        batches.leaderEpoch(),
        batches.recordCount(),
        batches.sizeBytes(),
        now,
        this);
    seat.held.add(next);
  }

  /** The application releases the batch it has had longest, or reports that it cannot read it. */
  private void processed(Seat seat) {
    if (seat.held.isEmpty()) {
      return;
    }
    Delivery done = seat.held.remove();
    SimBatches batches = done.batches();
    boolean unreadable =
        !healthy
            && seat.held.isEmpty()
            && done.version() == seat.toppar.version()
            && seat.toppar.state().isStarted()
            && random.nextInt(10) == 0;
    free(batches);
    if (unreadable) {
      long at = batches.baseOffset();
      say(seat, "unreadable", at);
      seat.toppar.onRecordsUnreadable(
          done.version(), new BatchFault(BatchFault.Kind.CHECKSUM, at, at, 10, "crc"), now, this);
      expect(seat, at);
    } else {
      seat.toppar.onReleased(
          done.version(), batches.nextOffset(), batches.leaderEpoch(), now, this);
    }
  }

  private void free(SimBatches batches) {
    batches.release();
    budget.release(batches.sizeBytes());
  }

  private void complete() {
    if (!pending.isEmpty()) {
      pending.remove(random.nextInt(pending.size())).run();
    }
  }

  private void deadlines() {
    for (Seat seat : seats) {
      if (Deadlines.reached(seat.toppar.deadline(), now)) {
        seat.toppar.onDeadline(now, this);
      }
    }
  }

  private boolean trouble(int oneIn) {
    return !healthy && random.nextInt(oneIn) == 0;
  }

  // The driver.

  private void settle() {
    do {
      while (!effects.isEmpty()) {
        effects.remove().run();
      }
      for (int broker = 1; broker <= BROKERS; broker++) {
        LaneFetch fetch = lanes.get(broker).plan(now, budget, BROKERS);
        if (fetch != null) {
          send(broker, fetch);
        }
      }
    } while (!effects.isEmpty());
    check();
  }

  private void send(int broker, LaneFetch fetch) {
    Map<TopicPartition, FetchPartition> session = sessions.get(broker);
    if (fetch.fullList()) {
      assertThat(fetch.forgotten()).isEmpty();
      session.clear();
      sessionOpen[broker] = true;
    }
    assertThat(sessionOpen[broker]).as("a lost session is listed anew").isTrue();
    for (FetchPartition changed : fetch.changed()) {
      session.put(changed.topicPartition(), changed);
      assertThat(fetch.forgotten()).doesNotContain(changed.topicPartition());
    }
    for (TopicPartition forgotten : fetch.forgotten()) {
      assertThat(session.remove(forgotten)).as("forgets only what it told").isNotNull();
    }
    for (Seat seat : seats) {
      FetchPartition told = session.get(seat.topicPartition);
      boolean wanted = seat.toppar.brokerId() == broker && seat.toppar.planFetch(now, plan);
      assertThat(told != null).as("%s asked of broker %s", seat.toppar, broker).isEqualTo(wanted);
      if (told != null) {
        assertThat(told).isEqualTo(plan.of(seat.topicPartition));
      }
    }
    assertThat(inFlight[broker]).isFalse();
    inFlight[broker] = true;
    pending.add(() -> answerFetch(broker, fetch));
  }

  private final FetchPlan plan = new FetchPlan();

  private void answerFetch(int broker, LaneFetch fetch) {
    inFlight[broker] = false;
    if (trouble(15)) {
      boolean lost = random.nextBoolean();
      say(broker, "fetch fails", lost);
      sessionOpen[broker] = false;
      budget.settle(fetch.reservedBytes(), 0);
      ErrorCode error = lost ? ErrorCode.FETCH_SESSION_ID_NOT_FOUND : ErrorCode.LOCAL_TRANSPORT;
      lanes.get(broker).onFailed(error, lost, now, this);
      return;
    }
    List<FetchedPartition> parts = new ArrayList<>();
    long bytes = 0;
    for (FetchPartition asked : sessions.get(broker).values()) {
      FetchedPartition part = answerPart(broker, asked);
      BatchHandle batches = part.batches();
      bytes += batches == null ? 0 : batches.sizeBytes();
      boolean quiet = batches == null && part.error() == ErrorCode.NONE && part.fault() == null;
      quiet &= part.divergingEpoch() < 0 && part.preferredReadReplica() < 0;
      if (!quiet || random.nextBoolean()) {
        parts.add(part);
      }
    }
    budget.settle(fetch.reservedBytes(), bytes);
    lanes.get(broker).onFetched(parts, now, this);
  }

  private FetchedPartition answerPart(int broker, FetchPartition asked) {
    SimLog log = log(asked.topicPartition());
    boolean follows = log.leader != broker && asked.currentLeaderEpoch() >= 0 && !trouble(3);
    if (log.leader != broker && !follows) {
      boolean hint = random.nextBoolean();
      return part(asked, ErrorCode.NOT_LEADER_OR_FOLLOWER, hint ? log : null, null, null);
    }
    if (asked.currentLeaderEpoch() >= 0 && asked.currentLeaderEpoch() != log.epoch) {
      boolean old = asked.currentLeaderEpoch() < log.epoch;
      ErrorCode error = old ? ErrorCode.FENCED_LEADER_EPOCH : ErrorCode.UNKNOWN_LEADER_EPOCH;
      return part(asked, error, null, null, null);
    }
    if (trouble(12)) {
      ErrorCode[] some = {
        ErrorCode.UNKNOWN_SERVER_ERROR,
        ErrorCode.KAFKA_STORAGE_ERROR,
        ErrorCode.TOPIC_AUTHORIZATION_FAILED
      };
      return part(asked, some[random.nextInt(some.length)], null, null, null);
    }
    if (log.leader == broker && trouble(10)) {
      return preferred(asked, 1 + random.nextInt(BROKERS));
    }
    boolean lags = follows && trouble(4);
    if (lags || !log.contains(asked.fetchOffset())) {
      return part(asked, ErrorCode.OFFSET_OUT_OF_RANGE, null, null, null);
    }
    if (asked.lastFetchedEpoch() >= 0) {
      Map.Entry<Integer, Long> end = log.endOf(asked.lastFetchedEpoch());
      if (end.getValue() < asked.fetchOffset() || end.getKey() < asked.lastFetchedEpoch()) {
        return new FetchedPartition(
            asked.topicPartition(),
            ErrorCode.NONE,
            log.end(),
            log.end(),
            log.start(),
            end.getKey(),
            end.getValue(),
            -1,
            -1,
            -1,
            null,
            null);
      }
    }
    if (trouble(15)) {
      BatchFault.Kind kind =
          random.nextBoolean() ? BatchFault.Kind.OVERSIZE : BatchFault.Kind.MALFORMED;
      long at = asked.fetchOffset();
      return part(asked, ErrorCode.NONE, null, null, new BatchFault(kind, at, at, 99, "bad"));
    }
    SimBatches batches = log.read(asked.fetchOffset(), 1 + random.nextInt(3));
    if (batches.nextOffset() == asked.fetchOffset()) {
      return part(asked, ErrorCode.NONE, null, null, null);
    }
    handles.add(batches);
    return part(asked, ErrorCode.NONE, null, batches, null);
  }

  private FetchedPartition preferred(FetchPartition asked, int replica) {
    SimLog log = log(asked.topicPartition());
    return new FetchedPartition(
        asked.topicPartition(),
        ErrorCode.NONE,
        log.end(),
        log.end(),
        log.start(),
        -1,
        -1,
        -1,
        -1,
        replica,
        null,
        null);
  }

  private FetchedPartition part(
      FetchPartition asked,
      ErrorCode error,
      @Nullable SimLog hint,
      @Nullable SimBatches batches,
      @Nullable BatchFault fault) {
    SimLog log = log(asked.topicPartition());
    boolean fine = error == ErrorCode.NONE;
    return new FetchedPartition(
        asked.topicPartition(),
        error,
        fine ? log.end() : -1,
        fine ? log.end() : -1,
        fine ? log.start() : -1,
        -1,
        -1,
        hint == null ? -1 : hint.leader,
        hint == null ? -1 : hint.epoch,
        -1,
        batches,
        fault);
  }

  private Seat seat(Toppar toppar) {
    return seats.get(toppar.topicPartition().partition());
  }

  private SimLog log(TopicPartition topicPartition) {
    return seats.get(topicPartition.partition()).log;
  }

  private void check() {
    for (Seat seat : seats) {
      Toppar toppar = seat.toppar;
      int records = 0;
      long bytes = 0;
      for (Delivery delivery : seat.queue) {
        assertThat(delivery.version()).isEqualTo(toppar.version());
        records += delivery.batches().recordCount();
        bytes += delivery.batches().sizeBytes();
      }
      assertThat(toppar.queuedRecords()).isEqualTo(records);
      assertThat(toppar.queuedBytes()).isEqualTo(bytes);
      switch (toppar.state()) {
        case OFFSET_QUERY -> assertThat(toppar.deadline()).isNotEqualTo(Deadlines.NONE);
        case OFFSET_WAIT -> assertThat(seat.openRequest).as("a request of %s", toppar).isPositive();
        case VALIDATE_EPOCH_WAIT ->
            assertThat(seat.openRequest > 0 || toppar.deadline() != Deadlines.NONE).isTrue();
        case STOPPING -> assertThat(seat.openCommits).isEqualTo(1);
        case NONE, STOPPED, ACTIVE -> {}
      }
      assertThat(seat.openCommits).isLessThanOrEqualTo(1);
    }
  }

  private void say(Object who, String what, Object detail) {
    Object name = who instanceof Seat seat ? seat.toppar : who;
    transcript.add(name + ": " + what + " " + detail);
  }

  // Effects: noted, and run when the input is over.

  @Override
  public void loadStoredOffset(Toppar toppar, int request) {
    Seat seat = seat(toppar);
    seat.openRequest = request;
    pending.add(
        () -> {
          answered(seat, request);
          if (trouble(4)) {
            toppar.onStoredOffsetFailed(request, ErrorCode.LOCAL_FS, false, "io", now, this);
          } else {
            toppar.onStoredOffset(request, seat.inStore, -1, now, this);
          }
        });
  }

  @Override
  public void listOffsets(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long timestamp) {
    Seat seat = seat(toppar);
    lookUp(
        seat,
        request,
        brokerId,
        () -> timestamp == Offsets.END ? seat.log.end() : seat.log.start());
  }

  @Override
  public void listOffsetsByAge(
      Toppar toppar, int request, int brokerId, int leaderEpoch, long ageMillis) {
    Seat seat = seat(toppar);
    lookUp(
        seat, request, brokerId, () -> trouble(2) ? -1 : (seat.log.start() + seat.log.end()) / 2);
  }

  private void lookUp(Seat seat, int request, int brokerId, LongSupplier answer) {
    Toppar toppar = seat.toppar;
    seat.openRequest = request;
    pending.add(
        () -> {
          answered(seat, request);
          if (brokerId != seat.log.leader) {
            toppar.onOffsetQueryFailed(
                request, ErrorCode.NOT_LEADER_OR_FOLLOWER, "moved", now, this);
          } else if (trouble(4)) {
            toppar.onOffsetQueryFailed(request, ErrorCode.LOCAL_TIMED_OUT, "slow", now, this);
          } else {
            long found = answer.getAsLong();
            say(seat, "resolved", found);
            toppar.onOffsetResolved(request, found, -1, now, this);
          }
        });
  }

  @Override
  public void validateEpoch(
      Toppar toppar, int request, int brokerId, int currentLeaderEpoch, int leaderEpoch) {
    Seat seat = seat(toppar);
    seat.openRequest = request;
    pending.add(
        () -> {
          answered(seat, request);
          if (brokerId != seat.log.leader) {
            toppar.onEpochEndFailed(request, ErrorCode.NOT_LEADER_OR_FOLLOWER, "moved", now, this);
          } else if (trouble(4)) {
            toppar.onEpochEndFailed(request, ErrorCode.LOCAL_TIMED_OUT, "slow", now, this);
          } else {
            Map.Entry<Integer, Long> end = seat.log.endOf(leaderEpoch);
            toppar.onEpochEnd(request, end.getKey(), end.getValue(), now, this);
          }
        });
  }

  private static void answered(Seat seat, int request) {
    if (seat.openRequest == request) {
      seat.openRequest = 0;
    }
  }

  @Override
  public void refreshMetadata(Toppar toppar, RefreshReason reason) {
    SimLog log = seat(toppar).log;
    pending.add(
        () -> {
          boolean stale = trouble(5);
          toppar.onLeader(log.leader, stale ? Math.max(0, log.epoch - 1) : log.epoch, now, this);
        });
  }

  @Override
  public void leaderHint(Toppar toppar, int leaderId, int leaderEpoch) {
    effects.add(() -> toppar.onLeader(leaderId, leaderEpoch, now, this));
  }

  @Override
  public void leave(Toppar toppar, int brokerId) {
    effects.add(
        () -> {
          lanes.get(brokerId).leave(toppar, now);
          if (trouble(3)) {
            pending.add(() -> toppar.onLeft(brokerId, now, this));
          } else {
            toppar.onLeft(brokerId, now, this);
          }
        });
  }

  @Override
  public void join(Toppar toppar, int brokerId) {
    effects.add(() -> lanes.get(brokerId).join(toppar, now));
  }

  @Override
  public void fetchChanged(Toppar toppar) {
    effects.add(() -> lanes.forEach(lane -> lane.fetchChanged(toppar)));
  }

  @Override
  public void barrier(Toppar toppar, int version) {
    Seat seat = seat(toppar);
    seat.queue.forEach(delivery -> free(delivery.batches()));
    seat.queue.clear();
    seat.skips.clear();
  }

  @Override
  public void deliver(Toppar toppar, int version, BatchHandle batches) {
    assertThat(version).isEqualTo(toppar.version());
    seat(toppar).queue.add(new Delivery(version, (SimBatches) batches));
  }

  @Override
  public void release(Toppar toppar, BatchHandle batches) {
    free((SimBatches) batches);
  }

  @Override
  public void endOfPartition(Toppar toppar, int version, long offset) {
    assertThat(offset).isEqualTo(toppar.fetchOffset());
  }

  @Override
  public void failed(Toppar toppar, int version, TopparError error) {
    say(toppar, "failed", error.code() + " " + error.detail());
    assertThat(version).isEqualTo(toppar.version());
  }

  @Override
  public void positionReset(Toppar toppar, int version, long from, long to, String reason) {
    Seat seat = seat(toppar);
    say(seat, "reset", from + " to " + to + ": " + reason);
    if (from >= 0 && to > from && !seat.queue.isEmpty()) {
      seat.skips.put(from, to);
    } else if (from >= 0 && to > from) {
      expect(seat, to);
    } else if (from >= 0 && seat.expected != UNKNOWN) {
      assertThat(to).as("a rewind loses nothing unread").isLessThanOrEqualTo(seat.expected);
      seat.expected = to;
    } else {
      seat.expected = UNKNOWN;
    }
  }

  @Override
  public void commit(Toppar toppar, long offset, int leaderEpoch, String metadata) {
    Seat seat = seat(toppar);
    seat.openCommits++;
    pending.add(
        () -> {
          seat.openCommits--;
          if (trouble(3)) {
            toppar.onCommitFailed(ErrorCode.LOCAL_FS, "disk full", now, this);
          } else {
            seat.inStore = offset;
            toppar.onCommitted(offset, leaderEpoch, now, this);
          }
        });
  }

  @Override
  public void stopped(Toppar toppar, int version) {
    assertThat(toppar.state()).isEqualTo(FetchState.STOPPED);
    assertThat(version).isEqualTo(toppar.version());
  }
}
