package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.WatchedGateway;
import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoreOutcome.Deleted;
import io.toppar.ports.StoreOutcome.Failed;
import io.toppar.ports.StoreOutcome.Loaded;
import io.toppar.ports.StoreOutcome.Reason;
import io.toppar.ports.StoreOutcome.Stored;
import io.toppar.ports.StoreOutcome.Synced;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryTransaction;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The store under a manual clock, over brokers in memory that misbehave. */
class BrokerOffsetStoreTest {

  private static final long MILLI = 1_000_000;
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final String G = "g";
  private static final OffsetKey T0 = key(0);
  private static final OffsetKey T1 = key(1);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 3);
  private final MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
  private final WatchedGateway watched = new WatchedGateway(gateway);
  private final ManualRunner runner = new ManualRunner(this::advance);
  private final Map<Long, StoreOutcome> outcomes = new LinkedHashMap<>();
  private final BrokerOffsetStore store =
      new BrokerOffsetStore(
          new GroupConfig(100 * MILLI, 1_000 * MILLI, 30_000 * MILLI, 60_000 * MILLI, 10_000),
          new SplittableRandom(7),
          watched,
          clock,
          runner);
  private long lastToken;

  BrokerOffsetStoreTest() {
    cluster.createTopic("t", 2_000);
    store.open(this::complete);
  }

  private static OffsetKey key(int partition) {
    return new OffsetKey(new TopicPartition("t", partition), G);
  }

  private void complete(StoreCompletion completion) {
    assertThat(outcomes.put(completion.token(), completion.outcome())).isNull();
  }

  private boolean advance(long untilNanos) {
    if (gateway.runDue() > 0) {
      return true;
    }
    long next = Deadlines.earlier(untilNanos, gateway.nextEventNanos());
    if (next == Deadlines.NONE || untilNanos - clock.nanoTime() <= 0) {
      return false;
    }
    clock.advanceTo(next);
    gateway.runDue();
    return true;
  }

  private long load(OffsetKey key) {
    store.load(key, ++lastToken);
    return lastToken;
  }

  private long store(OffsetKey key, StoredOffset offset) {
    store.store(key, offset, ++lastToken);
    return lastToken;
  }

  private StoreOutcome await(long token) {
    long until = clock.nanoTime() + Duration.ofMinutes(5).toNanos();
    while (!outcomes.containsKey(token)) {
      assertThat(runner.drive(until)).isNotEqualTo(DutyRunner.Drive.EXHAUSTED);
    }
    return outcomes.get(token);
  }

  private Failed fails(long token) {
    StoreOutcome outcome = await(token);
    assertThat(outcome).isInstanceOf(Failed.class);
    return (Failed) outcome;
  }

  @Test
  void whatIsStoredIsWhatTheGroupHasCommittedEpochAndMetadataIncluded() {
    StoredOffset position = new StoredOffset(7, 3, "n\0te");
    assertThat(await(store(T0, position))).isEqualTo(new Stored());
    assertThat(cluster.committed(G, T0.topicPartition())).isEqualTo(position);
    cluster.commit(G, T1.topicPartition(), new StoredOffset(0, -1, ""));
    assertThat(await(load(T1))).isEqualTo(new Loaded(StoredOffset.of(0), null));
  }

  private long delete(OffsetKey key) {
    store.delete(key, ++lastToken);
    return lastToken;
  }

  @Test
  void aThousandDeletesAtATimeAreOneRequestAndMayTakeTheGroupWithThem() {
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      cluster.commit(G, key(i).topicPartition(), StoredOffset.of(i));
    }
    for (int i = 0; i < 1_000; i++) {
      tokens.add(delete(key(i)));
    }
    tokens.forEach(token -> assertThat(await(token)).isEqualTo(new Deleted()));
    assertThat(watched.requests(BrokerRequest.OffsetDelete.class)).hasSize(1);
    assertThat(cluster.committed(G, T1.topicPartition())).isNull();
    assertThat(await(delete(T1))).as("the group is gone").isEqualTo(new Deleted());
    assertThat(await(store(T1, StoredOffset.of(2)))).isEqualTo(new Stored());
  }

  @Test
  void aDeleteFollowsTheGroupWaitsWhileItLoadsAndIsMadeAgainWhenItsReplyIsLost() {
    await(store(T0, StoredOffset.of(1)));
    await(store(T1, StoredOffset.of(2)));
    cluster.moveCoordinator(G, cluster.coordinator(G) % 3 + 1);
    cluster.loadGroup(G, true);
    long token = delete(T0);
    runner.drive(clock.nanoTime() + Duration.ofSeconds(3).toNanos());
    assertThat(outcomes).doesNotContainKey(token);
    cluster.loadGroup(G, false);
    cluster.inject(new BrokerFault.LoseReply(FaultTarget.next(RequestFamily.OFFSET_DELETE)));
    assertThat(await(token)).isEqualTo(new Deleted());
    assertThat(cluster.committed(G, T0.topicPartition())).isNull();
    assertThat(cluster.committed(G, T1.topicPartition())).isEqualTo(StoredOffset.of(2));
  }

  @Test
  void eachPartitionOfADeleteFailsByItself() {
    cluster.createTopic("u", 1);
    OffsetKey other = new OffsetKey(new TopicPartition("u", 0), G);
    cluster.commit(G, T0.topicPartition(), StoredOffset.of(1));
    cluster.commit(G, other.topicPartition(), StoredOffset.of(2));
    cluster.subscribe(G, Set.of("t"));
    long kept = delete(T0);
    long gone = delete(other);
    assertThat(await(gone)).isEqualTo(new Deleted());
    Failed failed = fails(kept);
    assertThat(failed.reason()).isEqualTo(Reason.IN_USE);
    assertThat(failed.error()).isEqualTo(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC);
    assertThat(failed.detail()).contains("t[0]").contains("stop them");
    cluster.members(G, true);
    assertThat(fails(delete(T0)).error()).isEqualTo(ErrorCode.NON_EMPTY_GROUP);
    assertThat(cluster.committed(G, T0.topicPartition())).isEqualTo(StoredOffset.of(1));
  }

  @Test
  void aThousandStoresAtATimeAreOneCommit() {
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      tokens.add(store(key(i), StoredOffset.of(i)));
    }
    tokens.forEach(token -> assertThat(await(token)).isEqualTo(new Stored()));
    assertThat(watched.requests(BrokerRequest.FindCoordinator.class)).hasSize(1);
    assertThat(watched.requests(BrokerRequest.OffsetCommit.class)).hasSize(1);
  }

  @Test
  void whatWaitsIsBounded() {
    for (int i = 0; i < 400_000; i++) {
      store(T0, StoredOffset.of(i));
    }
    assertThatThrownBy(() -> store(T0, StoredOffset.of(0)))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("wait for some to complete");
    assertThat(await(200_000)).isEqualTo(new Stored());
    assertThat(fails(200_001).reason()).isEqualTo(Reason.BUSY);
    assertThat(fails(400_000).reason()).isEqualTo(Reason.BUSY);
    assertThat(cluster.committed(G, T0.topicPartition())).isEqualTo(StoredOffset.of(199_999));
    assertThat(await(store(T0, StoredOffset.of(1)))).isEqualTo(new Stored());
  }

  @Test
  void withoutAGroupNothingCanBeKept() {
    OffsetKey none = new OffsetKey(T0.topicPartition(), null);
    Failed failed = fails(store(none, StoredOffset.of(1)));
    assertThat(failed.reason()).isEqualTo(Reason.BAD_KEY);
    assertThat(failed.detail()).contains("set group.id");
    assertThat(fails(load(none)).reason()).isEqualTo(Reason.BAD_KEY);
  }

  @Test
  void aGroupWithLiveMembersIsInUseAndTheReasonSaysWhatToDo() {
    cluster.members(G, true);
    Failed failed = fails(store(T0, StoredOffset.of(1)));
    assertThat(failed.reason()).isEqualTo(Reason.IN_USE);
    assertThat(failed.error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    assertThat(failed.detail()).contains("live members").contains("group.id of its own");
    assertThat(await(load(T0))).isEqualTo(new Loaded(null, null));
    cluster.members(G, false);
    assertThat(await(store(T0, StoredOffset.of(1)))).isEqualTo(new Stored());
  }

  @Test
  void aCommitGoesToTheNextCoordinatorWhenItsBrokerDies() {
    await(store(T0, StoredOffset.of(1)));
    int first = cluster.coordinator(G);
    cluster.stop(first);
    assertThat(await(store(T0, StoredOffset.of(2)))).isEqualTo(new Stored());
    assertThat(cluster.coordinator(G)).isNotEqualTo(first);
    assertThat(await(load(T0))).isEqualTo(new Loaded(StoredOffset.of(2), null));
  }

  @Test
  void aCommitFollowsTheGroupAndWaitsWhileItLoads() {
    await(store(T0, StoredOffset.of(1)));
    cluster.moveCoordinator(G, cluster.coordinator(G) % 3 + 1);
    cluster.loadGroup(G, true);
    long token = store(T0, StoredOffset.of(2));
    long loaded = clock.nanoTime() + Duration.ofSeconds(3).toNanos();
    while (loaded - clock.nanoTime() > 0) {
      runner.drive(loaded);
    }
    assertThat(outcomes).doesNotContainKey(token);
    cluster.loadGroup(G, false);
    assertThat(await(token)).isEqualTo(new Stored());
    assertThat(cluster.committed(G, T0.topicPartition())).isEqualTo(StoredOffset.of(2));
  }

  @Test
  void aBrokerThatIsNamedByMistakeIsLeftForTheRightOne() {
    int right = cluster.coordinator(G);
    FaultTarget find = FaultTarget.next(RequestFamily.FIND_COORDINATOR).times(2);
    cluster.inject(new BrokerFault.NameCoordinator(find, right % 3 + 1));
    assertThat(await(store(T0, StoredOffset.of(1)))).isEqualTo(new Stored());
    assertThat(cluster.waitingFaults()).isZero();
  }

  @Test
  void aCommitWhoseReplyIsLostIsMadeAgain() {
    FaultTarget commit = FaultTarget.next(RequestFamily.OFFSET_COMMIT);
    cluster.inject(new BrokerFault.LoseReply(commit));
    assertThat(await(store(T0, StoredOffset.of(1)))).isEqualTo(new Stored());
    cluster.inject(new BrokerFault.Disconnect(commit));
    assertThat(await(store(T0, StoredOffset.of(2)))).isEqualTo(new Stored());
    assertThat(cluster.committed(G, T0.topicPartition())).isEqualTo(StoredOffset.of(2));
  }

  /** The answer comes after the request was given up, and another store has been made since. */
  @Test
  void aLateReplyIsNobodysAnswer() {
    await(store(T0, StoredOffset.of(1)));
    FaultTarget commit = FaultTarget.next(RequestFamily.OFFSET_COMMIT);
    cluster.inject(new BrokerFault.Delay(commit, Duration.ofSeconds(45)));
    long late = store(T0, StoredOffset.of(2));
    runner.drive(clock.nanoTime() + MILLI);
    long next = store(T0, StoredOffset.of(3));
    assertThat(await(late)).isEqualTo(new Stored());
    assertThat(await(next)).isEqualTo(new Stored());
    assertThat(cluster.committed(G, T0.topicPartition())).isEqualTo(StoredOffset.of(3));
  }

  @Test
  void anOffsetOfAnOpenTransactionIsWaitedFor() {
    cluster.commit(G, T0.topicPartition(), StoredOffset.of(5));
    MemoryTransaction transaction = cluster.begin();
    transaction.commitOffset(G, T0.topicPartition(), StoredOffset.of(9));
    long token = load(T0);
    long later = clock.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (later - clock.nanoTime() > 0) {
      runner.drive(later);
    }
    assertThat(outcomes).doesNotContainKey(token);
    transaction.commit();
    assertThat(await(token)).isEqualTo(new Loaded(StoredOffset.of(9), null));
  }

  @Test
  void withoutBrokersAnOperationFailsByItsDeadlineAndSaysWhy() {
    cluster.brokerIds().forEach(cluster::stop);
    long before = clock.nanoTime();
    Failed failed = fails(store(T0, StoredOffset.of(1)));
    assertThat(failed.reason()).isEqualTo(Reason.IO);
    assertThat(failed.error()).isEqualTo(ErrorCode.LOCAL_WAIT_COORD);
    assertThat(failed.detail()).contains("t[0]").contains("'g'").contains("reached");
    assertThat(Duration.ofNanos(clock.nanoTime() - before))
        .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(61));
  }

  @Test
  void aSyncWaitsForWhatCameBeforeIt() {
    cluster.brokerIds().forEach(cluster::stop);
    long first = store(T0, StoredOffset.of(1));
    store.sync(++lastToken);
    long sync = lastToken;
    long second = store(T1, StoredOffset.of(2));
    cluster.brokerIds().forEach(cluster::start);
    await(sync);
    assertThat(outcomes.keySet()).startsWith(first);
    assertThat(outcomes.get(sync)).isEqualTo(new Synced());
    assertThat(await(second)).isEqualTo(new Stored());
  }

  @Test
  void closingFinishesWhatWasSubmitted() {
    long one = store(T0, StoredOffset.of(1));
    long two = store(T1, StoredOffset.of(2));
    store.close(TEN_SECONDS);
    assertThat(outcomes).containsEntry(one, new Stored()).containsEntry(two, new Stored());
  }

  @Test
  void closingEndsInTimeThoughNoBrokerCanBeReached() {
    await(store(T0, StoredOffset.of(1)));
    cluster.brokerIds().forEach(cluster::silence);
    long waits = store(T0, StoredOffset.of(2));
    store.sync(++lastToken);
    long before = clock.nanoTime();
    store.close(TEN_SECONDS);
    assertThat(Duration.ofNanos(clock.nanoTime() - before))
        .isBetween(TEN_SECONDS, TEN_SECONDS.plusMillis(2));
    assertThat(fails(waits).detail()).contains("t[0]").contains("in time");
    assertThat(outcomes.get(lastToken)).isEqualTo(new Synced());
  }

  @Test
  void closingWithoutTimeFailsWhatIsOpen() {
    long waits = store(T0, StoredOffset.of(2));
    store.close(Duration.ZERO);
    assertThat(outcomes.get(waits)).isInstanceOf(Failed.class);
  }
}
