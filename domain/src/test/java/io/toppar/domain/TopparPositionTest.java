package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopparEffect.Barrier;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import org.junit.jupiter.api.Test;

/** Seek, lookups, leaders, reset and validation. */
final class TopparPositionTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void b032TheLateAnswerToALookupDoesNotUndoASeek() {
    f.led();
    toppar.start(Offsets.BEGINNING, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();
    toppar.seek(9, -1, f.now, f.effects);

    toppar.onOffsetResolved(request, 0, 0, f.now, f.effects);

    assertThat(toppar.fetchOffset()).isEqualTo(9);
    assertThat(toppar.versionDrops()).isEqualTo(1);
  }

  @Test
  void b035OutOfRangeOfAnOlderFetchIsIgnored() {
    f.activeAt(0);
    int version = toppar.version();
    toppar.seek(1000, -1, f.now, f.effects);

    toppar.onFetched(version, TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE), f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(toppar.fetchOffset()).isEqualTo(1000);
  }

  @Test
  void b047ThePositionIsKnownAtOnceAfterASeek() {
    f.activeAt(1);
    toppar.seek(2, -1, f.now, f.effects);
    assertThat(toppar.appOffset()).isEqualTo(2);
  }

  @Test
  void b026SeekPauseResumeGoesOnAtTheSoughtOffset() {
    f.activeAt(1);
    toppar.seek(0, -1, f.now, f.effects);
    toppar.pause(f.now, f.effects);
    toppar.resume(f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isZero();
  }

  @Test
  void b025AFailedLookupIsTriedAgainAfterABackOff() {
    f.led();
    toppar.start(Offsets.BEGINNING, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();

    toppar.onOffsetQueryFailed(
        request, ErrorCode.UNKNOWN_SERVER_ERROR, "broker 1", f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_QUERY);
    assertThat(toppar.deadline()).isEqualTo(f.now + TopparFixture.millis(500));
    f.effects.take();
    f.pass(500);
    int again = f.effects.only(ListOffsets.class).request();
    toppar.onOffsetResolved(again, 4, 0, f.now, f.effects);
    assertThat(toppar.fetchOffset()).isEqualTo(4);
  }

  @Test
  void b049AChangeOfLeaderDuringALookupAsksTheNewLeaderAtOnce() {
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int toOld = f.effects.only(ListOffsets.class).request();

    toppar.onLeader(2, 1, f.now, f.effects);

    ListOffsets toNew = f.effects.only(ListOffsets.class);
    assertThat(toNew.brokerId()).isEqualTo(2);
    assertThat(toNew.leaderEpoch()).isEqualTo(1);
    toppar.onOffsetResolved(toOld, 5, 0, f.now, f.effects);
    assertThat(toppar.state())
        .as("the old broker's answer is late")
        .isEqualTo(FetchState.OFFSET_WAIT);
    toppar.onOffsetResolved(toNew.request(), 7, 1, f.now, f.effects);
    assertThat(toppar.fetchOffset()).isEqualTo(7);
  }

  @Test
  void aLookupWhoseLeaderVanishesWaitsWithATimerAndGoesOnWithTheNextLeader() {
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    toppar.onLeader(Toppar.NO_BROKER, -1, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.OFFSET_QUERY);
    assertThat(toppar.deadline()).isNotEqualTo(Deadlines.NONE);
    f.effects.take();
    f.pass(500);
    assertThat(f.effects.only(RefreshMetadata.class).reason())
        .isEqualTo(RefreshReason.UNKNOWN_LEADER);
    assertThat(toppar.deadline()).isNotEqualTo(Deadlines.NONE);

    toppar.onLeader(3, 2, f.now, f.effects);

    assertThat(f.effects.only(ListOffsets.class).brokerId()).isEqualTo(3);
  }

  @Test
  void b052ALeaderWithoutEpochIsAcceptedAndAStaleOneIsNot() {
    toppar.onLeader(1, 5, f.now, f.effects);
    toppar.onLeader(2, -1, f.now, f.effects);
    assertThat(toppar.leaderId()).isEqualTo(2);
    toppar.onLeader(3, 6, f.now, f.effects);
    toppar.onLeader(1, 5, f.now, f.effects);
    assertThat(toppar.leaderId()).isEqualTo(3);
  }

  @Test
  void b055TheBackOffEndsWithTheLeader() {
    f.activeAt(0);
    f.fetched(TopparFixture.error(ErrorCode.NOT_LEADER_OR_FOLLOWER));
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.BACKING_OFF);

    toppar.onLeader(2, 1, f.now, f.effects);
    f.left(LEADER);

    assertThat(f.plans()).isTrue();
  }

  // Reset.

  @Test
  void b066APositionThatIsValidAfterAllIsFetchedAgain() {
    f.activeAt(100);
    outOfRange();
    answerBounds(105, 0);

    assertThat(f.effects.take(PositionReset.class)).isEmpty();
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(100);
  }

  @Test
  void b074APositionPastTheEndIsResetByPolicyAndThatIsTold() {
    f.activeAt(100);
    outOfRange();
    answerBounds(10, 0);
    PositionReset reset = f.effects.only(PositionReset.class);
    assertThat(reset.from()).isEqualTo(100);
    assertThat(reset.to()).isZero();
    assertThat(reset.reason()).contains("past the log end", "end 10");
    assertThat(reset.version()).as("a rewind is a barrier").isEqualTo(3);

    TopparFixture latest = new TopparFixture(ResetPolicy.LATEST).activeAt(100);
    latest.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    answerBounds(latest, 10, 0);
    assertThat(latest.toppar.fetchOffset()).isEqualTo(10);
  }

  @Test
  void b070b072PolicyErrorTellsBeforeTheStartFromPastTheEndOnce() {
    TopparFixture strict = new TopparFixture(ResetPolicy.ERROR).activeAt(5);
    strict.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    answerBounds(strict, 50, 10);
    TopparError before = strict.effects.only(Failed.class).error();
    assertThat(before.code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    assertThat(before.offset()).isEqualTo(5);
    assertThat(before.detail()).contains("before the log start", "10", "50");
    assertThat(strict.toppar.state()).isEqualTo(FetchState.NONE);

    strict.toppar.seek(99, -1, strict.now, strict.effects);
    strict.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    answerBounds(strict, 50, 10);
    assertThat(strict.effects.only(Failed.class).error().detail()).contains("past the log end");
  }

  @Test
  void anExpiredPositionJumpsForwardAndKeepsWhatIsBuffered() {
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 3), 3));
    int version = toppar.version();
    outOfRange();
    answerBounds(20, 10);

    assertThat(toppar.fetchOffset()).isEqualTo(10);
    assertThat(f.effects.take(Barrier.class)).isEmpty();
    assertThat(toppar.version()).isEqualTo(version);
    assertThat(toppar.appOffset()).as("0..2 are still to come").isZero();
  }

  @Test
  void afterAJumpForwardTheApplicationGoesOnThereOnceItHasTakenWhatWasBuffered() {
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 2), 3));
    f.fetched(TopparFixture.records(FakeBatches.of(2, 3), 3));
    outOfRange();
    answerBounds(20, 10);

    toppar.onHandedOver(toppar.version(), 2, 0, 2, 20, f.now, f.effects);
    assertThat(toppar.appOffset()).isEqualTo(2);
    toppar.onHandedOver(toppar.version(), 3, 0, 1, 10, f.now, f.effects);
    assertThat(toppar.appOffset()).isEqualTo(10);
  }

  @Test
  void aResetBackwardsReadsAgainWhatTheBarrierDropped() {
    TopparFixture latest = new TopparFixture(ResetPolicy.LATEST).activeAt(80);
    latest.fetched(TopparFixture.records(FakeBatches.of(80, 100), 100));
    latest.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    answerBounds(latest, 90, 0);

    assertThat(latest.toppar.fetchOffset()).as("80..89 were never handed over").isEqualTo(80);
    assertThat(latest.toppar.queuedRecords()).isZero();
  }

  @Test
  void aLookupAfterAnErrorWaitsAMoment() {
    f.activeAt(100);
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    assertThat(f.effects.take(ListOffsets.class)).isEmpty();
    assertThat(toppar.deadline()).isEqualTo(f.now + TopparFixture.millis(100));
  }

  private void outOfRange() {
    f.effects.take();
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
  }

  private void answerBounds(long end, long start) {
    answerBounds(f, end, start);
  }

  private static void answerBounds(TopparFixture f, long end, long start) {
    f.pass(100);
    ListOffsets first = f.effects.only(ListOffsets.class);
    assertThat(first.timestamp()).isEqualTo(Offsets.END);
    f.toppar.onOffsetResolved(first.request(), end, 0, f.now, f.effects);
    ListOffsets second = f.effects.only(ListOffsets.class);
    assertThat(second.timestamp()).isEqualTo(Offsets.BEGINNING);
    f.toppar.onOffsetResolved(second.request(), start, 0, f.now, f.effects);
  }

  // Validation.

  @Test
  void aNewerEpochIsValidatedAndASoundPositionGoesOn() {
    f.readTo120AtEpoch4();
    toppar.onLeader(2, 5, f.now, f.effects);
    ValidateEpoch question = f.effects.only(ValidateEpoch.class);
    assertThat(question.leaderEpoch()).isEqualTo(4);
    assertThat(question.currentLeaderEpoch()).isEqualTo(5);
    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    f.left(LEADER);
    assertThat(f.plans()).isFalse();

    toppar.onEpochEnd(question.request(), 4, 120, f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(120);
    assertThat(f.plan.lastFetchedEpoch()).isEqualTo(4);
  }

  @Test
  void b075ATruncatedLogRewindsAndTellsOrFailsByPolicy() {
    f.readTo120AtEpoch4();
    toppar.onHandedOver(toppar.version(), 120, 4, 20, 200, f.now, f.effects);
    toppar.onLeader(2, 5, f.now, f.effects);
    int request = f.effects.only(ValidateEpoch.class).request();
    toppar.onEpochEnd(request, 4, 100, f.now, f.effects);
    PositionReset reset = f.effects.only(PositionReset.class);
    assertThat(reset.from()).isEqualTo(120);
    assertThat(reset.to()).isEqualTo(100);
    f.left(LEADER);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(100);
    assertThat(f.plan.lastFetchedEpoch()).isEqualTo(4);

    TopparFixture strict = new TopparFixture(ResetPolicy.ERROR).activeAt(120);
    strict.fetched(TopparFixture.diverging(4, 100));
    TopparError error = strict.effects.only(Failed.class).error();
    assertThat(error.code()).isEqualTo(ErrorCode.LOCAL_LOG_TRUNCATION);
    assertThat(strict.toppar.state()).isEqualTo(FetchState.NONE);
  }

  @Test
  void truncationToldByAFetchRewindsUnderANewVersion() {
    f.readTo120AtEpoch4();
    int version = toppar.version();
    f.fetched(TopparFixture.diverging(3, 90));

    assertThat(toppar.version()).isEqualTo(version + 1);
    assertThat(toppar.fetchOffset()).isEqualTo(90);
    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(90);
  }

  @Test
  void aLogThatIsCutAgainBeforeAnythingIsReadIsFoundToo() {
    f.readTo120AtEpoch4();
    f.fetched(TopparFixture.diverging(3, 90));
    f.effects.take();

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.lastFetchedEpoch()).as("what the leader has in common with us").isEqualTo(3);
    f.fetched(TopparFixture.diverging(2, 70));
    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(70);

    toppar.onLeader(2, 9, f.now, f.effects);
    assertThat(f.effects.only(ValidateEpoch.class).leaderEpoch()).isEqualTo(2);
  }

  @Test
  void b059AValidationThatFailsIsTriedAgain() {
    f.readTo120AtEpoch4();
    toppar.onLeader(2, 5, f.now, f.effects);
    int request = f.effects.only(ValidateEpoch.class).request();

    toppar.onEpochEndFailed(request, ErrorCode.LOCAL_TIMED_OUT, "silent", f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    assertThat(toppar.deadline()).isEqualTo(f.now + TopparFixture.millis(500));
    f.effects.take();
    f.pass(500);
    assertThat(f.effects.only(ValidateEpoch.class).request()).isNotEqualTo(request);
  }

  @Test
  void aBrokerThatCannotValidateIsReadWithout() {
    f.readTo120AtEpoch4();
    toppar.onLeader(2, 5, f.now, f.effects);
    int request = f.effects.only(ValidateEpoch.class).request();

    toppar.onEpochEndFailed(request, ErrorCode.LOCAL_UNSUPPORTED_FEATURE, "old", f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
  }

  @Test
  void recordsThatArriveDuringAValidationAreDeliveredAndNotReadAgain() {
    f.readTo120AtEpoch4();
    int version = toppar.version();
    toppar.onLeader(1, 5, f.now, f.effects);
    int request = f.effects.only(ValidateEpoch.class).request();
    toppar.onFetched(
        version, TopparFixture.records(new FakeBatches(120, 125, 5, 5), 125), f.now, f.effects);

    toppar.onEpochEnd(request, 4, 120, f.now, f.effects);

    assertThat(toppar.fetchOffset()).as("F36").isEqualTo(125);
  }

  @Test
  void aSeekWithAnEpochIsValidatedAndOneWithoutIsNot() {
    f.activeAt(0);
    toppar.seek(50, 3, f.now, f.effects);
    assertThat(f.effects.only(ValidateEpoch.class).leaderEpoch()).isEqualTo(3);
    toppar.seek(50, -1, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
  }

  @Test
  void anAnswerOfTheWrongKindIsImpossible() {
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int request = f.effects.only(ListOffsets.class).request();

    assertThatThrownBy(() -> toppar.onEpochEnd(request, 1, 2, f.now, f.effects))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("epoch end", "OFFSET_WAIT", "t[0]");
    assertThatThrownBy(() -> toppar.onCommitted(1, -1, f.now, f.effects))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("committed", "OFFSET_WAIT", "t[0]");
  }
}
