package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static io.toppar.domain.TopparFixture.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Commit;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.LoadStoredOffset;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules of getting to a position and of keeping it that stand in no story of their own. */
final class PositionRulesTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void aNewPartitionKnowsNothing() { // S1
    TopparSnapshot fresh = toppar.snapshot(f.now);

    assertThat(fresh.state()).isEqualTo(FetchState.NONE);
    assertThat(fresh.version()).isEqualTo(1);
    assertThat(fresh.leaderId()).isEqualTo(Toppar.NO_BROKER);
    assertThat(fresh.brokerId()).isEqualTo(Toppar.NO_BROKER);
    assertThat(fresh.leaderEpoch()).isEqualTo(-1);
    assertThat(fresh.paused()).isFalse();
    assertThat(
            new long[] {
              fresh.fetchOffset(),
              fresh.appOffset(),
              fresh.storedOffset(),
              fresh.committedOffset(),
              fresh.eofOffset(),
              fresh.highWatermark(),
              fresh.lastStableOffset(),
              fresh.logStartOffset()
            })
        .containsOnly(Offsets.INVALID);
    assertThat(fresh.lag()).isEqualTo(-1);
    assertThat(fresh.versionDrops()).isZero();
  }

  @Test
  void aLogicalStartIsLookedUpWhilePausedAndKeptForTheResume() { // S5, invariant 16
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();
    toppar.pause(f.now, f.effects);

    toppar.onOffsetResolved(request, 9, 0, f.now, f.effects);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.PAUSED);
    toppar.resume(f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(9);
    assertThat(toppar.version()).isEqualTo(2);
  }

  @Test
  void aStartWithoutAnOffsetFollowsThePolicyAndThatIsTold() { // S8
    f.led();
    toppar.start(Offsets.INVALID, -1, f.now, f.effects);
    ListOffsets lookup = f.effects.only(ListOffsets.class);
    assertThat(lookup.timestamp()).isEqualTo(Offsets.BEGINNING);
    toppar.onOffsetResolved(lookup.request(), 3, 0, f.now, f.effects);

    assertThat(f.effects.only(PositionReset.class).reason()).isEqualTo("no offset was given");
    assertThat(toppar.fetchOffset()).isEqualTo(3);
  }

  @Test
  void aBeginningIsLookedUpThoughALogStartWasTold() { // S11
    f.activeAt(5);
    f.fetched(
        new FetchedPartition(
            TopparFixture.T0, ErrorCode.NONE, 9, 9, 2, -1, -1, -1, -1, -1, null, null));
    assertThat(toppar.logStartOffset()).isEqualTo(2);
    f.effects.take();

    toppar.seek(Offsets.BEGINNING, -1, f.now, f.effects);
    ListOffsets lookup = f.effects.only(ListOffsets.class);
    toppar.onOffsetResolved(lookup.request(), 4, 0, f.now, f.effects);

    assertThat(toppar.fetchOffset()).as("what was told may be old").isEqualTo(4);
  }

  @Test
  void eachStartAsksTheStoreOnceAndOnlyItsOwnAnswerCounts() { // S6, invariant 6
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int first = f.effects.only(LoadStoredOffset.class).request();
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int second = f.effects.only(LoadStoredOffset.class).request();

    toppar.onStoredOffset(first, 40, -1, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_WAIT);
    assertThat(toppar.committedOffset()).isEqualTo(Offsets.INVALID);
    toppar.onStoredOffset(second, 50, -1, f.now, f.effects);

    assertThat(toppar.fetchOffset()).isEqualTo(50);
    assertThat(toppar.committedOffset()).isEqualTo(50);
    assertThat(f.effects.take(LoadStoredOffset.class)).isEmpty();
  }

  @Test
  void aLookupThatCannotSucceedIsToldAndEndsReadingWithoutTheResetPolicy() { // S18
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();

    toppar.onOffsetQueryFailed(request, ErrorCode.UNSUPPORTED_VERSION, "too old", f.now, f.effects);

    TopparError error = f.effects.only(Failed.class).error();
    assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION);
    assertThat(error.fatalToPartition()).isTrue();
    assertThat(toppar.state()).isEqualTo(FetchState.NONE);
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "NOT_LEADER_OR_FOLLOWER",
        "REPLICA_NOT_AVAILABLE",
        "KAFKA_STORAGE_ERROR",
        "OFFSET_NOT_AVAILABLE",
        "LEADER_NOT_AVAILABLE",
        "FENCED_LEADER_EPOCH",
        "UNKNOWN_LEADER_EPOCH",
        "REQUEST_TIMED_OUT",
        "LOCAL_TRANSPORT",
        "LOCAL_TIMED_OUT",
        "LOCAL_DESTROY"
      })
  void aLookupThatMayYetSucceedIsTriedForEverInSilence(ErrorCode error) { // S17, S19, 26, 31
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    for (int i = 0; i < 20; i++) {
      int request = f.effects.only(ListOffsets.class).request();
      toppar.onOffsetQueryFailed(request, error, "not now", f.now, f.effects);
      assertThat(f.effects.take(Failed.class)).isEmpty();
      assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_QUERY);
      f.pass(500);
    }

    toppar.onOffsetResolved(f.effects.only(ListOffsets.class).request(), 3, 0, f.now, f.effects);
    assertThat(toppar.fetchOffset()).isEqualTo(3);
  }

  @Test
  void aStoppedPartitionHasNoPositionAndWaitsForNothing() { // S23, S24
    f.activeAt(5);
    toppar.stop(f.now, f.effects);

    assertThat(toppar.appOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.fetchOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);
    assertThat(f.plans()).isFalse();
  }

  @Test
  void aStopDuringALookupEndsAtOnceAndTheAnswerIsLate() { // S23, B023
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();
    toppar.stop(f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.STOPPED);

    toppar.onOffsetResolved(request, 3, 0, f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.STOPPED);
    assertThat(toppar.versionDrops()).isEqualTo(1);
  }

  @Test
  void aSeekLeavesWhatIsStored() { // S28
    f.activeAt(0);
    toppar.onReleased(2, 10, 3, f.now, f.effects);
    toppar.seek(90, -1, f.now, f.effects);
    f.effects.take();

    assertThat(toppar.storedOffset()).isEqualTo(10);
    f.pass(5_000);
    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(10);
  }

  @Test
  void pausingOrResumingTwiceChangesNothing() { // S31, S33
    f.activeAt(5);
    toppar.pause(f.now, f.effects);
    f.effects.take();
    toppar.pause(f.now, f.effects);
    assertThat(f.effects.take()).isEmpty();

    toppar.resume(f.now, f.effects);
    f.effects.take();
    toppar.resume(f.now, f.effects);

    assertThat(f.effects.take()).isEmpty();
    assertThat(f.plans()).isTrue();
    assertThat(toppar.version()).isEqualTo(2);
  }

  @Test
  void aPauseStoresNothing() { // S30, invariant 12
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 10), 10));
    toppar.pause(f.now, f.effects);
    toppar.resume(f.now, f.effects);
    f.effects.take();
    f.pass(60_000);

    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
    assertThat(f.effects.take(Commit.class)).isEmpty();
  }

  // Validation.

  @Test
  void aValidationWithoutALeaderWaitsForTheNext() { // S35
    f.readTo120AtEpoch4();
    toppar.onLeader(2, 5, f.now, f.effects);
    toppar.onLeader(Toppar.NO_BROKER, -1, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    assertThat(toppar.deadline()).isEqualTo(f.now + millis(500));
    f.effects.take();
    f.pass(500);
    assertThat(f.effects.take()).containsOnlyOnce(unknownLeader());

    toppar.onLeader(3, 6, f.now, f.effects);

    assertThat(f.effects.take(ValidateEpoch.class))
        .singleElement()
        .satisfies(question -> assertThat(question.brokerId()).isEqualTo(3));
  }

  private RefreshMetadata unknownLeader() {
    return new RefreshMetadata(toppar, RefreshReason.UNKNOWN_LEADER);
  }

  @Test
  void aPositionWithoutAnEpochIsNotValidated() { // S36
    f.activeAt(120);
    toppar.onLeader(2, 5, f.now, f.effects);
    f.left(LEADER);

    assertThat(f.effects.take(ValidateEpoch.class)).isEmpty();
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(120);
  }

  @Test
  void aNewerEpochDuringAValidationAsksAgainAndTheOldAnswerIsLate() { // S37
    f.readTo120AtEpoch4();
    toppar.onLeader(LEADER, 5, f.now, f.effects);
    int old = f.effects.only(ValidateEpoch.class).request();
    toppar.onLeader(LEADER, 6, f.now, f.effects);
    ValidateEpoch again = f.effects.only(ValidateEpoch.class);
    assertThat(again.currentLeaderEpoch()).isEqualTo(6);

    toppar.onEpochEnd(old, 4, 10, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    assertThat(toppar.fetchOffset()).isEqualTo(120);
    toppar.onEpochEnd(again.request(), 4, 120, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
  }

  @Test
  void anAnswerToAValidationThatASeekHasEndedIsLate() { // S38
    f.readTo120AtEpoch4();
    toppar.onLeader(LEADER, 5, f.now, f.effects);
    int request = f.effects.only(ValidateEpoch.class).request();
    toppar.seek(7, -1, f.now, f.effects);
    f.effects.take();

    toppar.onEpochEnd(request, 4, 100, f.now, f.effects);

    assertThat(f.effects.take()).isEmpty();
    assertThat(toppar.fetchOffset()).isEqualTo(7);
    assertThat(toppar.versionDrops()).isEqualTo(1);
  }

  @Test
  void aLeaderWithoutACommonEpochLeadsToTheResetPolicy() { // S41
    f.readTo120AtEpoch4();
    toppar.onLeader(LEADER, 5, f.now, f.effects);
    toppar.onEpochEnd(f.effects.only(ValidateEpoch.class).request(), -1, -1, f.now, f.effects);
    f.effects.take();
    f.pass(100);
    ListOffsets lookup = f.effects.only(ListOffsets.class);
    toppar.onOffsetResolved(lookup.request(), 2, 5, f.now, f.effects);

    PositionReset reset = f.effects.only(PositionReset.class);
    assertThat(reset.from()).isEqualTo(120);
    assertThat(reset.to()).isEqualTo(2);
    assertThat(reset.reason()).contains("no common epoch");
  }

  @Test
  void underPolicyErrorALeaderWithoutACommonEpochEndsReadingAsTruncated() { // S41, S42
    TopparFixture strict = new TopparFixture(ResetPolicy.ERROR).led();
    strict.toppar.start(42, 0, strict.now, strict.effects);
    int request = strict.effects.only(ValidateEpoch.class).request();

    strict.toppar.onEpochEnd(request, -1, -1, strict.now, strict.effects);

    TopparError error = strict.effects.only(Failed.class).error();
    assertThat(error.code()).isEqualTo(ErrorCode.LOCAL_LOG_TRUNCATION);
    assertThat(error.offset()).isEqualTo(42);
    assertThat(strict.toppar.state()).isEqualTo(FetchState.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"FENCED_LEADER_EPOCH", "UNKNOWN_TOPIC_OR_PARTITION", "TOPIC_AUTHORIZATION_FAILED"})
  void aValidationThatKeepsFailingIsTriedOncePerIntervalAndMovesNothing(ErrorCode error) {
    // S40, invariants 52 and 54
    f.readTo120AtEpoch4();
    toppar.onLeader(LEADER, 5, f.now, f.effects);
    for (int i = 0; i < 20; i++) {
      int request = f.effects.only(ValidateEpoch.class).request();
      toppar.onEpochEndFailed(request, error, "no", f.now, f.effects);
      toppar.onLeader(LEADER, 5, f.now, f.effects);
      assertThat(f.effects.take(ValidateEpoch.class)).as("not at once").isEmpty();
      f.pass(499);
      assertThat(f.effects.take(ValidateEpoch.class)).isEmpty();
      f.pass(1);
    }

    assertThat(toppar.fetchOffset()).isEqualTo(120);
    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
  }
}
