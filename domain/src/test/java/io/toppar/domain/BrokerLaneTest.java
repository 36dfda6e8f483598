package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.Leave;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BrokerLaneTest {

  private static final int BROKER = 1;

  private final RecordingEffects effects = new RecordingEffects();
  private final FetchBudget budget = new FetchBudget(100_000);
  private final BrokerLane lane = lane();
  private long now = 5_000;

  private static BrokerLane lane() {
    return new BrokerLane(
        BROKER,
        new LaneConfig(
            1,
            500,
            60_000,
            1_000,
            "",
            TopparFixture.millis(500),
            TopparFixture.millis(4_000),
            new Random(7)));
  }

  @Test
  void theFirstFetchListsEverythingAndTheNextOnlyWhatChanged() {
    Toppar a = joined(0, 10);
    Toppar b = joined(1, 20);

    LaneFetch first = plan();
    assertThat(first.fullList()).isTrue();
    assertThat(offsets(first)).containsExactly("t[0]@10", "t[1]@20");
    assertThat(first.forgotten()).isEmpty();

    reply(records(a, 10, 15));
    LaneFetch second = plan();
    assertThat(second.fullList()).isFalse();
    assertThat(offsets(second)).containsExactly("t[0]@15");

    reply();
    LaneFetch quiet = plan();
    assertThat(quiet.changed()).as("what was told stays wanted").isEmpty();
    assertThat(quiet.forgotten()).isEmpty();
    assertThat(b.fetchOffset()).isEqualTo(20);
  }

  @Test
  void oneFetchIsInFlight() {
    joined(0, 10);
    plan();
    assertThat(lane.plan(now, budget, 1)).isNull();
    assertThat(lane.decision()).isEqualTo(FetchDecision.IN_FLIGHT);
    assertThat(lane.inFlight()).isTrue();
  }

  @Test
  void withoutAnythingToFetchNothingIsSent() {
    assertThat(lane.plan(now, budget, 1)).isNull();
    assertThat(lane.decision()).isEqualTo(FetchDecision.NOTHING_READY);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void whatIsNoLongerFetchableIsForgottenAndToldAgainWhenItIs() {
    Toppar a = joined(0, 10);
    joined(1, 20);
    plan();
    reply();
    a.pause(now, effects);
    lane.fetchChanged(a);
    LaneFetch paused = plan();
    assertThat(paused.forgotten()).containsExactly(a.topicPartition());
    assertThat(paused.changed()).isEmpty();
    reply();
    a.resume(now, effects);
    lane.fetchChanged(a);
    LaneFetch resumed = plan();
    assertThat(offsets(resumed)).as("the same offset, but forgotten").containsExactly("t[0]@10");
    assertThat(resumed.forgotten()).isEmpty();
  }

  @Test
  void anotherTopparOfAPartitionNotYetForgottenIsToldItsBounds() {
    Toppar old = joined(0, 10);
    plan();
    reply();
    plan();
    lane.leave(old, now);
    reply();
    Toppar anew = joined(0, 10);

    LaneFetch fetch = plan();

    assertThat(fetch.fullList()).as("else the broker would say nothing that it has said").isTrue();
    assertThat(offsets(fetch)).containsExactly("t[0]@10");
    assertThat(anew.highWatermark()).isNegative();
  }

  @Test
  void aPauseUndoneBeforeTheNextFetchChangesNothing() {
    Toppar a = joined(0, 10);
    joined(1, 20);
    plan();
    a.pause(now, effects);
    lane.fetchChanged(a);
    reply();
    a.resume(now, effects);
    lane.fetchChanged(a);
    LaneFetch next = plan();
    assertThat(next.changed()).isEmpty();
    assertThat(next.forgotten()).isEmpty();
  }

  @Test
  void aSeekDuringAFetchDropsThatPartAndAsksAtTheNewOffset() {
    Toppar a = joined(0, 10);
    plan();
    a.seek(90, -1, now, effects);
    lane.fetchChanged(a);
    effects.take();
    FakeBatches late = FakeBatches.of(10, 15);

    reply(Parts.of(a, late));

    assertThat(effects.take()).containsExactly(new Release(a, late));
    assertThat(offsets(plan())).containsExactly("t[0]@90");
  }

  @Test
  void aSeekToTheSameOffsetIsNotToldButTheAnswerAfterItIsAccepted() {
    Toppar a = joined(0, 10);
    plan();
    reply();
    a.seek(10, -1, now, effects);
    lane.fetchChanged(a);
    LaneFetch same = plan();
    assertThat(same.changed()).isEmpty();
    effects.take();

    FakeBatches fresh = FakeBatches.of(10, 15);
    reply(Parts.of(a, fresh));

    assertThat(effects.take()).containsExactly(new Deliver(a, 3, fresh));
  }

  @Test
  void aPartitionThatLeftDuringAFetchHasItsPartReleasedAndCountedAndIsForgotten() {
    Toppar a = joined(0, 10);
    joined(1, 20);
    plan();
    lane.leave(a, now);
    lane.leave(a, now);
    effects.take();
    FakeBatches late = FakeBatches.of(10, 15);

    reply(Parts.of(a, late));

    assertThat(effects.take()).containsExactly(new Release(a, late));
    assertThat(a.versionDrops()).isEqualTo(1);
    LaneFetch next = plan();
    assertThat(next.forgotten()).containsExactly(a.topicPartition());
    assertThat(next.changed()).isEmpty();
  }

  /** Its former leader answers late, and knows nothing of what was written since: found by seed. */
  @Test
  void theBoundsThatABrokerTellsOfAPartitionThatLeftItAreNotTaken() {
    Toppar a = joined(0, 10);
    plan();
    reply(TopparFixture.nothing(21));
    plan();
    lane.leave(a, now);

    reply(TopparFixture.nothing(15));

    assertThat(a.highWatermark()).isEqualTo(21);
  }

  @Test
  void aPartitionThatLeftAndCameBackDuringAFetchTakesNothingOfTheOldOne() {
    Toppar a = joined(0, 10);
    plan();
    lane.leave(a, now);
    lane.join(a, now);
    effects.take();
    FakeBatches late = FakeBatches.of(10, 15);

    reply(Parts.of(a, late));

    assertThat(effects.take()).containsExactly(new Release(a, late));
    LaneFetch next = plan();
    assertThat(offsets(next)).containsExactly("t[0]@10");
    assertThat(next.forgotten()).as("wanted, so not forgotten in the same breath").isEmpty();
  }

  @Test
  void aPartNobodyAskedForIsReleasedAndCounted() {
    joined(0, 10);
    plan();
    Toppar stranger = toppar(9, 0);
    FakeBatches stray = FakeBatches.of(0, 5);

    reply(Parts.of(stranger, stray), Parts.of(stranger, null));

    assertThat(stray.releases()).isEqualTo(1);
    assertThat(lane.strayParts()).isEqualTo(2);
  }

  @Test
  void aPartGivenTwiceIsTakenOnce() {
    Toppar a = joined(0, 10);
    plan();
    effects.take();
    FakeBatches once = FakeBatches.of(10, 15);
    FakeBatches twice = FakeBatches.of(10, 15);

    reply(Parts.of(a, once), Parts.of(a, twice));

    assertThat(effects.take()).containsExactly(new Deliver(a, 2, once), new Release(a, twice));
  }

  @Test
  void aLostSessionListsEverythingAgainAtOnceAndASecondTimeAfterABackOff() {
    joined(0, 10);
    joined(1, 20);
    plan();
    lane.onFailed(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, true, now, effects);
    settle();
    LaneFetch again = plan();
    assertThat(again.fullList()).isTrue();
    assertThat(offsets(again)).containsExactly("t[0]@10", "t[1]@20");
    assertThat(again.forgotten()).isEmpty();

    lane.onFailed(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, true, now, effects);
    assertThat(lane.plan(now, budget, 1)).as("no spin").isNull();
    assertThat(lane.decision()).isEqualTo(FetchDecision.BACKING_OFF);
  }

  @Test
  void aFailureDelaysTheNextFetchAndTheDelayDoublesUpToACeilingUntilSuccess() {
    Toppar a = joined(0, 10);
    long[] expected = {500, 1_000, 2_000, 4_000, 4_000};
    for (long millis : expected) {
      plan();
      effects.take();
      lane.onFailed(ErrorCode.LOCAL_TRANSPORT, false, now, effects);
      settle();
      assertThat(effects.take()).containsExactly(new RefreshMetadata(a, RefreshReason.BROKER_DOWN));
      assertThat(lane.plan(now, budget, 1)).as("F8: really delayed").isNull();
      long delay = lane.deadline() - now;
      assertThat(delay)
          .isBetween(TopparFixture.millis(millis * 8 / 10), TopparFixture.millis(millis * 12 / 10));
      now = lane.deadline();
    }
    assertThat(plan().fullList()).as("nobody knows what the broker has heard").isTrue();
    reply();
    assertThat(lane.deadline()).isEqualTo(Deadlines.NONE);
    plan();
    lane.onFailed(ErrorCode.LOCAL_TRANSPORT, false, now, effects);
    assertThat(lane.deadline() - now).isLessThan(TopparFixture.millis(601));
  }

  @Test
  void metadataIsAskedForOncePerTopicOfAFailedFetch() {
    joined(0, 10);
    joined(1, 10);
    plan();
    effects.take();
    lane.onFailed(ErrorCode.LOCAL_TIMED_OUT, false, now, effects);
    assertThat(effects.take(RefreshMetadata.class)).hasSize(1);
  }

  @Test
  void aStoppedPartitionDoesNotSwallowTheRefreshOfItsTopic() {
    Toppar a = joined(0, 10);
    joined(1, 10);
    plan();
    a.stop(now, effects);
    lane.fetchChanged(a);
    effects.take();

    lane.onFailed(ErrorCode.LOCAL_TRANSPORT, false, now, effects);

    assertThat(effects.take(RefreshMetadata.class)).hasSize(1);
  }

  @Test
  void everyPartitionOnAFollowerLeavesItWhenItsFetchFails() {
    Toppar a = joined(0, 10);
    Toppar b = joined(1, 10);
    plan();
    reply(Parts.preferred(a, 2), Parts.preferred(b, 2));
    for (Toppar toppar : List.of(a, b)) {
      lane.leave(toppar, now);
      toppar.onLeft(BROKER, now, effects);
    }
    BrokerLane follower = new BrokerLane(2, lane.config());
    follower.join(a, now);
    follower.join(b, now);
    assertThat(follower.plan(now, budget, 1)).isNotNull();
    effects.take();

    follower.onFailed(ErrorCode.LOCAL_TRANSPORT, false, now, effects);

    assertThat(effects.take(Leave.class)).containsExactly(new Leave(a, 2), new Leave(b, 2));
  }

  @Test
  void whileAPartitionMayNotGoToAFollowerItsLeaderIsNotToldTheRackAndServes() {
    Toppar a = joined(0, 10);
    assertThat(plan().withRack()).isTrue();
    reply(Parts.preferred(a, 2));
    lane.leave(a, now);
    a.onLeft(BROKER, now, effects);
    a.onFetchAborted(a.version(), ErrorCode.LOCAL_TRANSPORT, now, effects);
    a.onLeft(2, now, effects);
    lane.join(a, now);

    assertThat(plan().withRack()).isFalse();
    reply(Parts.of(a, FakeBatches.of(10, 15)));
    assertThat(plan().withRack()).as("soon after").isFalse();
    reply(Parts.of(a, FakeBatches.of(15, 20)));
    now += TopparFixture.millis(500);
    assertThat(plan().withRack()).as("a follower may be named again").isTrue();
  }

  @Test
  void b051ALeaderErrorBacksThePartitionOffWhileTheOthersGoOn() {
    Toppar a = joined(0, 10);
    joined(1, 20);
    plan();
    reply(Parts.error(a, ErrorCode.NOT_LEADER_OR_FOLLOWER));
    LaneFetch next = plan();
    assertThat(next.forgotten()).containsExactly(a.topicPartition());
    reply();
    now += TopparFixture.millis(500);
    a.onDeadline(now, effects);
    lane.fetchChanged(a);
    assertThat(offsets(plan())).containsExactly("t[0]@10");
  }

  @Test
  void whoWasServedGoesBehindTheOthers() {
    Toppar a = joined(0, 10);
    joined(1, 20);
    joined(2, 30);
    plan();
    reply(records(a, 10, 15));
    plan();
    lane.onFailed(ErrorCode.LOCAL_TRANSPORT, false, now, effects);
    settle();
    now = lane.deadline();

    assertThat(offsets(plan())).containsExactly("t[1]@20", "t[2]@30", "t[0]@15");
  }

  @Test
  void aFetchTakesAtMostHalfOfItsShareAndAtLeastOnePartitionsWorth() {
    joined(0, 10);
    assertThat(plan().maxBytes()).isEqualTo(50_000);
    reply();
    LaneFetch shared = plan(5);
    assertThat(shared.maxBytes()).isEqualTo(10_000);
    assertThat(shared.reservedBytes()).isEqualTo(10_000);
    reply();
    LaneFetch crowded = plan(1_000);
    assertThat(crowded.maxBytes()).isEqualTo(1_000);
  }

  @Test
  void withoutBudgetNothingIsSentUntilThereIsRoomAgain() {
    joined(0, 10);
    long held = budget.reserve(1, 99_500);
    assertThat(lane.plan(now, budget, 1)).isNull();
    assertThat(lane.decision()).isEqualTo(FetchDecision.NO_BUDGET);

    assertThat(budget.release(held)).as("plan again").isTrue();

    assertThat(offsets(plan())).containsExactly("t[0]@10");
  }

  @Test
  void quietPartitionsAreNotLookedAtAgain() {
    TopparEffects none = mock(TopparEffects.class);
    List<Toppar> many = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      many.add(joined(i, 0));
    }
    plan();
    reply();
    for (Toppar toppar : many) {
      toppar.pause(now, none);
    }
    lane.fetchChanged(many.get(3));

    LaneFetch next = plan();

    assertThat(next.forgotten())
        .as("49 changed without saying so and were not asked")
        .containsExactly(many.get(3).topicPartition());
  }

  @Test
  void whatIsDeliveredIsNotReleasedAndNothingElseIsPushed() {
    Toppar a = joined(0, 10);
    plan();
    BatchHandle batches = mock(BatchHandle.class);
    when(batches.nextOffset()).thenReturn(12L);
    TopparEffects sink = mock(TopparEffects.class);

    lane.onFetched(List.of(Parts.of(a, batches)), now, sink);

    verify(sink).deliver(a, 2, batches);
    verifyNoMoreInteractions(sink);
    verify(batches, never()).release();
  }

  @Test
  void impossibleFactsAreRefusedLoudly() {
    Toppar a = joined(0, 10);
    assertThatThrownBy(() -> lane.join(a, now)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> lane.onFetched(List.of(), now, effects))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("broker 1");
  }

  private Toppar toppar(int partition, long offset) {
    Toppar toppar =
        new Toppar(new TopicPartition("t", partition), TopparFixture.config(ResetPolicy.EARLIEST));
    toppar.onLeader(BROKER, 0, now, effects);
    toppar.start(offset, -1, now, effects);
    return toppar;
  }

  private Toppar joined(int partition, long offset) {
    Toppar toppar = toppar(partition, offset);
    lane.join(toppar, now);
    return toppar;
  }

  private LaneFetch plan() {
    return plan(1);
  }

  private LaneFetch plan(int lanesInUse) {
    LaneFetch fetch = lane.plan(now, budget, lanesInUse);
    if (fetch == null) {
      throw new AssertionError("nothing to send: " + lane.decision());
    }
    return fetch;
  }

  private void reply(FetchedPartition... parts) {
    settle();
    lane.onFetched(List.of(parts), now, effects);
  }

  private void settle() {
    budget.settle(budget.usedBytes(), 0);
  }

  private static FetchedPartition records(Toppar toppar, long from, long to) {
    return Parts.of(toppar, FakeBatches.of(from, to));
  }

  private static List<String> offsets(LaneFetch fetch) {
    return fetch.changed().stream().map(p -> p.topicPartition() + "@" + p.fetchOffset()).toList();
  }

  /** Parts of replies for any partition. */
  private static final class Parts {

    static FetchedPartition of(Toppar toppar, @Nullable BatchHandle batches) {
      return part(toppar, ErrorCode.NONE, batches);
    }

    static FetchedPartition error(Toppar toppar, ErrorCode error) {
      return part(toppar, error, null);
    }

    static FetchedPartition preferred(Toppar toppar, int replica) {
      return new FetchedPartition(
          toppar.topicPartition(),
          ErrorCode.NONE,
          1_000,
          1_000,
          0,
          -1,
          -1,
          -1,
          -1,
          replica,
          null,
          null);
    }

    private static FetchedPartition part(
        Toppar toppar, ErrorCode error, @Nullable BatchHandle batches) {
      return new FetchedPartition(
          toppar.topicPartition(), error, 1_000, 1_000, 0, -1, -1, -1, -1, -1, batches, null);
    }
  }
}
