package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static io.toppar.domain.TopparFixture.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.EndOfPartition;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.Join;
import io.toppar.domain.TopparEffect.Leave;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading from a replica that the leader prefers, for the time of a lease (KIP-392, F23-F26). */
final class FollowerFetchTest {

  private static final int FOLLOWER = 2;
  private static final long LEASE_MILLIS = 300_000;

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  // Going there.

  @Test
  void theReplicaThatTheLeaderPrefersIsFetchedFromTheSamePosition() {
    f.activeAt(10);
    f.fetched(TopparFixture.preferred(FOLLOWER, 30));
    assertThat(f.effects.take()).containsExactly(new Leave(toppar, LEADER));
    assertThat(toppar.isOnFollower()).as("or on its way").isTrue();

    f.left(LEADER);

    assertThat(f.effects.take()).containsExactly(new Join(toppar, FOLLOWER));
    assertThat(toppar.brokerId()).isEqualTo(FOLLOWER);
    assertThat(toppar.leaderId()).isEqualTo(LEADER);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(10);
    assertThat(f.plan.currentLeaderEpoch()).isZero();
  }

  @Test
  void recordsThatComeWithThePreferenceAreDeliveredFirst() {
    f.activeAt(10);
    FakeBatches batches = FakeBatches.of(10, 13);
    f.fetched(
        new FetchedPartition(
            TopparFixture.T0, ErrorCode.NONE, 30, 30, -1, -1, -1, -1, -1, FOLLOWER, batches, null));

    assertThat(f.effects.take())
        .containsExactly(new Deliver(toppar, toppar.version(), batches), new Leave(toppar, LEADER));
  }

  @Test
  void aLeaderChangeSupersedesTheWayToAFollower() {
    f.activeAt(10);
    f.fetched(TopparFixture.preferred(FOLLOWER, 30));
    toppar.onLeader(3, 1, f.now, f.effects);
    f.left(LEADER);

    assertThat(f.effects.take(Join.class)).containsExactly(new Join(toppar, 3));
    assertThat(toppar.isOnFollower()).isFalse();
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void aLeaderThatPrefersItselfAndSendsNothingIsNotAskedAgainAtOnce() {
    f.activeAt(10);
    f.fetched(TopparFixture.preferred(LEADER, 30));

    assertThat(f.effects.take()).isEmpty();
    assertThat(toppar.deadline()).isEqualTo(f.now + millis(500));
  }

  // The lease.

  @Test
  void theLeaseEndsAfterFiveMinutesAndTheLeaderIsAskedAgain() {
    onFollower();
    assertThat(toppar.deadline()).isEqualTo(f.now + millis(LEASE_MILLIS));
    f.pass(LEASE_MILLIS - 1);
    assertThat(f.effects.take()).isEmpty();
    f.pass(1);
    assertThat(f.effects.take()).containsExactly(new Leave(toppar, FOLLOWER));
    f.left(FOLLOWER);
    assertThat(f.effects.take()).containsExactly(new Join(toppar, LEADER));
    assertThat(toppar.isOnFollower()).isFalse();
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);

    f.fetched(TopparFixture.preferred(FOLLOWER, 30));

    assertThat(f.effects.take()).as("a new lease").containsExactly(new Leave(toppar, LEADER));
  }

  @Test
  void aReplyThatNamesTheSameReplicaRenewsTheLease() {
    onFollower();
    f.pass(200_000);

    f.fetched(TopparFixture.preferred(FOLLOWER, 30));

    assertThat(f.effects.take()).isEmpty();
    assertThat(toppar.deadline()).isEqualTo(f.now + millis(LEASE_MILLIS));
  }

  @Test
  void metadataThatNamesTheSameLeaderDoesNotPullItOffItsFollower() {
    onFollower();
    toppar.onLeader(LEADER, 0, f.now, f.effects);
    assertThat(f.effects.take()).isEmpty();
    toppar.onLeader(LEADER, -1, f.now, f.effects);
    assertThat(f.effects.take(Leave.class)).isEmpty();
    assertThat(toppar.brokerId()).isEqualTo(FOLLOWER);
  }

  @Test
  void aNewerEpochOfTheSameLeaderIsValidatedAtTheLeaderAndTheFollowerStays() {
    onFollower();
    f.fetched(TopparFixture.records(new FakeBatches(10, 20, 0, 10), 30));
    toppar.onLeader(LEADER, 1, f.now, f.effects);

    ValidateEpoch question = f.effects.only(ValidateEpoch.class);
    assertThat(question.brokerId()).isEqualTo(LEADER);
    toppar.onEpochEnd(question.request(), 0, 20, f.now, f.effects);
    assertThat(toppar.brokerId()).isEqualTo(FOLLOWER);
    assertThat(f.plans()).isTrue();
  }

  @Test
  void anotherLeaderEndsTheLease() {
    onFollower();
    toppar.onLeader(3, 1, f.now, f.effects);
    assertThat(f.effects.take(Leave.class)).containsExactly(new Leave(toppar, FOLLOWER));
    f.left(FOLLOWER);

    assertThat(f.effects.take(Join.class)).containsExactly(new Join(toppar, 3));
    assertThat(toppar.isOnFollower()).isFalse();
  }

  @Test
  void aFollowerThatBecomesTheLeaderIsNotLeft() {
    onFollower();
    toppar.onLeader(FOLLOWER, 1, f.now, f.effects);

    assertThat(f.effects.take(Leave.class)).isEmpty();
    assertThat(toppar.isOnFollower()).isFalse();
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);
    assertThat(f.plans()).isTrue();
  }

  // What the leader must answer (F26).

  @Test
  void lookupsAndValidationsGoToTheLeaderAndTheFollowerIsKept() {
    onFollower();
    toppar.seek(Offsets.END, -1, f.now, f.effects);
    ListOffsets lookup = f.effects.only(ListOffsets.class);
    assertThat(lookup.brokerId()).as("invariant 62").isEqualTo(LEADER);
    toppar.onOffsetResolved(lookup.request(), 30, -1, f.now, f.effects);
    toppar.seek(12, 0, f.now, f.effects);
    assertThat(f.effects.only(ValidateEpoch.class).brokerId()).isEqualTo(LEADER);
    assertThat(toppar.brokerId()).isEqualTo(FOLLOWER);
  }

  @Test
  void aLeaseThatEndsDuringALookupDoesNotTouchTheLookup() {
    onFollower();
    toppar.seek(Offsets.END, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();
    f.pass(LEASE_MILLIS);
    f.left(FOLLOWER);
    assertThat(toppar.state()).as("invariant 50").isEqualTo(FetchState.OFFSET_WAIT);

    toppar.onOffsetResolved(request, 30, -1, f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(30);
  }

  @Test
  void outOfRangePastWhatTheFollowerHasIsTakenBackToTheLeaderWithoutAReset() {
    for (long highWatermark : new long[] {5, -1}) {
      TopparFixture g = new TopparFixture().activeAt(10);
      g.fetched(TopparFixture.preferred(FOLLOWER, 30));
      g.left(LEADER);
      g.effects.take();

      g.fetched(outOfRange(highWatermark));

      assertThat(g.effects.take()).containsExactly(new Leave(g.toppar, FOLLOWER));
      g.left(FOLLOWER);
      assertThat(g.plans()).as("invariant 65: at once").isTrue();
      assertThat(g.plan.fetchOffset()).isEqualTo(10);
      assertThat(g.toppar.brokerId()).isEqualTo(LEADER);
    }
  }

  @Test
  void b057OutOfRangeWithinWhatTheFollowerHasIsLookedUpAtTheLeader() {
    onFollower();
    f.fetched(outOfRange(25));
    assertThat(f.effects.take(Leave.class)).containsExactly(new Leave(toppar, FOLLOWER));
    assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_QUERY);
    f.left(FOLLOWER);
    assertThat(f.effects.only(Join.class).brokerId()).isEqualTo(LEADER);

    f.pass(100);

    assertThat(f.effects.only(ListOffsets.class).brokerId()).isEqualTo(LEADER);
  }

  @Test
  void thatTheLogWasTruncatedIsBelievedOnlyOfTheLeader() {
    onFollower();
    f.fetched(TopparFixture.records(new FakeBatches(10, 20, 3, 10), 30));
    f.effects.take();
    f.fetched(TopparFixture.diverging(2, 15));
    assertThat(f.effects.take()).containsExactly(new Leave(toppar, FOLLOWER));
    f.left(FOLLOWER);
    assertThat(toppar.fetchOffset()).isEqualTo(20);

    f.fetched(TopparFixture.diverging(2, 15));

    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(10);
  }

  @Test
  void aFollowerThatLagsMovesNoWatermarkBackAndTellsNoEnd() {
    onFollower();
    f.fetched(TopparFixture.records(FakeBatches.of(10, 20), 20));
    assertThat(f.effects.take(EndOfPartition.class)).as("the leader said 30").isEmpty();
    assertThat(toppar.highWatermark()).isEqualTo(30);
    f.fetched(TopparFixture.records(FakeBatches.of(20, 40), 40));
    assertThat(f.effects.only(EndOfPartition.class).offset()).isEqualTo(40);
  }

  // Trouble.

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {
        "OFFSET_NOT_AVAILABLE",
        "UNKNOWN_TOPIC_OR_PARTITION",
        "LEADER_NOT_AVAILABLE",
        "NOT_LEADER_OR_FOLLOWER",
        "BROKER_NOT_AVAILABLE",
        "REPLICA_NOT_AVAILABLE",
        "KAFKA_STORAGE_ERROR",
        "UNKNOWN_LEADER_EPOCH",
        "FENCED_LEADER_EPOCH",
        "UNKNOWN_TOPIC_ID"
      })
  void whatTheFollowerCannotServeIsAskedOfTheLeaderAtOnceAndSilently(ErrorCode error) {
    onFollower();
    f.fetched(TopparFixture.error(error));

    assertThat(f.effects.take())
        .containsExactly(
            new Leave(toppar, FOLLOWER), new RefreshMetadata(toppar, RefreshReason.LEADER_ERROR));
    f.left(FOLLOWER);
    assertThat(toppar.brokerId()).isEqualTo(LEADER);
    assertThat(f.plans()).isTrue();
  }

  @Test
  void errorsThatTheLeaderWouldGiveTooDoNotEndTheLease() {
    onFollower();
    f.fetched(TopparFixture.error(ErrorCode.TOPIC_AUTHORIZATION_FAILED));

    assertThat(f.effects.take()).hasOnlyElementsOfType(Failed.class);
    assertThat(toppar.brokerId()).isEqualTo(FOLLOWER);
  }

  @Test
  void aFollowerThatIsDownIsLeft() {
    onFollower();
    toppar.onFetchAborted(toppar.version(), ErrorCode.LOCAL_TRANSPORT, f.now, f.effects);

    assertThat(f.effects.take())
        .containsExactly(
            new RefreshMetadata(toppar, RefreshReason.BROKER_DOWN), new Leave(toppar, FOLLOWER));
    f.left(FOLLOWER);
    assertThat(f.plans()).isTrue();
    assertThat(toppar.brokerId()).isEqualTo(LEADER);
  }

  @Test
  void aFetchThatWasCancelledSaysNothingAboutTheFollower() {
    onFollower();
    toppar.onFetchAborted(toppar.version(), ErrorCode.LOCAL_DESTROY, f.now, f.effects);

    assertThat(f.effects.take()).isEmpty();
    assertThat(toppar.isOnFollower()).isTrue();
  }

  @Test
  void aFollowerThatNamesAThirdIsNotBelieved() {
    onFollower();
    f.fetched(TopparFixture.preferred(3, 30));

    assertThat(f.effects.take()).containsExactly(new Leave(toppar, FOLLOWER));
    f.left(FOLLOWER);
    assertThat(toppar.brokerId()).isEqualTo(LEADER);
  }

  @Test
  void brokersThatNobodyKnowsAreAskedForAtMostEveryFiveSeconds() {
    f.activeAt(10);
    List<Long> asked = new ArrayList<>();
    long start = f.now;
    for (int i = 0; i < 7; i++) {
      goToFollower();
      toppar.onFetchAborted(toppar.version(), ErrorCode.BROKER_NOT_AVAILABLE, f.now, f.effects);
      f.left(FOLLOWER);
      for (RefreshMetadata refresh : f.effects.take(RefreshMetadata.class)) {
        assertThat(refresh.reason()).isEqualTo(RefreshReason.UNKNOWN_BROKER);
        asked.add((f.now - start) / millis(1));
      }
    }

    // Tried at 0, 500, 1500, 3500, 7500, 15500 and 25500.
    assertThat(asked).containsExactly(0L, 7_500L, 15_500L, 25_500L);
  }

  // Ping-pong.

  @Test
  void aLeaseSoonAfterOneThatEndedBadlyWaitsLongerEachTime() {
    f.activeAt(10);
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      waits.add(goToFollower());
      f.fetched(outOfRange(5));
      f.left(FOLLOWER);
    }

    assertThat(waits).containsExactly(0L, 500L, 1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
  }

  @Test
  void whileALeaseMustWaitTheLeaderIsAskedOnlyWhenItMayBegin() {
    onFollower();
    f.fetched(outOfRange(5));
    f.left(FOLLOWER);
    f.effects.take();
    f.now += millis(100);
    f.fetched(TopparFixture.preferred(FOLLOWER, 30));

    assertThat(f.effects.take()).isEmpty();
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.BACKING_OFF);
    assertThat(toppar.deadline()).as("500 ms after the bad end").isEqualTo(f.now + millis(400));
    f.pass(400);
    assertThat(f.plans()).isTrue();
    f.fetched(TopparFixture.preferred(FOLLOWER, 30));
    assertThat(f.effects.take(Leave.class)).containsExactly(new Leave(toppar, LEADER));
  }

  @Test
  void aLeaseThatBeganLaterThanAMinuteAfterABadEndCountsAsTheFirst() {
    f.activeAt(10);
    for (int i = 0; i < 4; i++) {
      goToFollower();
      f.fetched(outOfRange(5));
      f.left(FOLLOWER);
    }
    f.now += millis(60_000);
    assertThat(goToFollower()).isZero();
    f.fetched(outOfRange(5));
    f.left(FOLLOWER);

    assertThat(goToFollower()).isEqualTo(500);
  }

  @Test
  void aLeaseThatLastedToItsEndForgivesWhatWasBefore() {
    f.activeAt(10);
    for (int i = 0; i < 3; i++) {
      goToFollower();
      f.fetched(outOfRange(5));
      f.left(FOLLOWER);
    }
    goToFollower();
    f.pass(LEASE_MILLIS);
    f.left(FOLLOWER);
    assertThat(goToFollower()).isZero();
    f.fetched(outOfRange(5));
    f.left(FOLLOWER);

    assertThat(goToFollower()).isEqualTo(500);
  }

  private void onFollower() {
    f.activeAt(10);
    goToFollower();
  }

  /** Lets the leader prefer the follower until it is obeyed; the milliseconds that took. */
  private long goToFollower() {
    long begun = f.now;
    f.fetched(TopparFixture.preferred(FOLLOWER, 30));
    while (!toppar.isMigrating()) {
      assertThat(f.plans()).as("no spin").isFalse();
      f.pass((toppar.deadline() - f.now) / millis(1));
      assertThat(f.plans()).isTrue();
      f.fetched(TopparFixture.preferred(FOLLOWER, 30));
    }
    f.left(LEADER);
    f.effects.take();
    return (f.now - begun) / millis(1);
  }

  private static FetchedPartition outOfRange(long highWatermark) {
    return new FetchedPartition(
        TopparFixture.T0,
        ErrorCode.OFFSET_OUT_OF_RANGE,
        highWatermark,
        highWatermark,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
        null,
        null);
  }
}
