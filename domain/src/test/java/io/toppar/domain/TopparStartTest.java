package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Barrier;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.FetchChanged;
import io.toppar.domain.TopparEffect.Join;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.LoadStoredOffset;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import org.junit.jupiter.api.Test;

final class TopparStartTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void aPartitionNeverStartedIsNotFetchedAndWaitsForNothing() {
    f.led();

    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.NOT_ACTIVE);
    assertThat(toppar.state()).isEqualTo(FetchState.NONE);
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void startAtAnOffsetIsActiveAtOnceUnderANewVersion() {
    f.led();

    assertThat(toppar.start(42, -1, f.now, f.effects)).isEqualTo(CommandResult.OK);

    assertThat(f.effects.take()).containsExactly(new Barrier(toppar, 2), new FetchChanged(toppar));
    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(42);
    assertThat(f.plan.lastFetchedEpoch()).as("no batch was read yet").isEqualTo(-1);
    assertThat(toppar.appOffset()).isEqualTo(42);
  }

  @Test
  void aStartAtAnOffsetOfAKnownEpochIsValidatedFirst() {
    f.led();
    toppar.start(42, 0, f.now, f.effects);

    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    int request = f.effects.only(ValidateEpoch.class).request();
    toppar.onEpochEnd(request, 0, 30, f.now, f.effects);

    assertThat(f.effects.only(PositionReset.class).reason()).contains("truncated", "30", "42");
    assertThat(toppar.fetchOffset()).isEqualTo(30);
  }

  @Test
  void aStoredOffsetOfAKnownEpochIsValidatedFirst() {
    f.led();
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int load = f.effects.only(LoadStoredOffset.class).request();
    toppar.onStoredOffset(load, 42, 0, f.now, f.effects);
    assertThat(toppar.appOffset()).as("known while it is validated").isEqualTo(42);

    toppar.onEpochEnd(f.effects.only(ValidateEpoch.class).request(), 0, 50, f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(42);
  }

  @Test
  void startWithoutLeaderAsksForMetadataAndIsDelegatedWhenOneIsKnown() {
    toppar.start(42, -1, f.now, f.effects);
    assertThat(f.effects.take())
        .contains(new RefreshMetadata(toppar, RefreshReason.UNKNOWN_LEADER));
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.NO_LEADER);

    toppar.onLeader(LEADER, 0, f.now, f.effects);

    assertThat(f.effects.take())
        .containsExactly(new Join(toppar, LEADER), new FetchChanged(toppar));
    assertThat(f.plans()).isTrue();
  }

  @Test
  void b071BeginningAndEndAreLookedUpAndNeverFetched() {
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    ListOffsets end = f.effects.only(ListOffsets.class);
    assertThat(end.timestamp()).isEqualTo(Offsets.END);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.LOGICAL_POSITION);
    toppar.onOffsetResolved(end.request(), 0, 0, f.now, f.effects);
    assertThat(toppar.fetchOffset()).isZero();
    f.fetched(TopparFixture.nothing(0));
    assertThat(f.effects.only(TopparEffect.EndOfPartition.class).offset()).isZero();

    toppar.start(Offsets.BEGINNING, -1, f.now, f.effects);
    ListOffsets beginning = f.effects.only(ListOffsets.class);
    assertThat(beginning.timestamp()).isEqualTo(Offsets.BEGINNING);
    toppar.onOffsetResolved(beginning.request(), 0, 0, f.now, f.effects);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isZero();
  }

  @Test
  void b067TailLongerThanTheLogBeginsAtItsStart() {
    assertThat(tail(200, 10, 0)).isZero();
    assertThat(tail(200, 110, 100)).isEqualTo(100);
    assertThat(tail(3, 110, 100)).isEqualTo(107);
    assertThat(tail(0, 110, 100)).isEqualTo(110);
  }

  @Test
  void theCountOfATailIsAppliedOnce() {
    assertThat(tail(5, 10, 0)).isEqualTo(5);
    toppar.stop(f.now, f.effects);
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int request = f.effects.only(LoadStoredOffset.class).request();

    toppar.onStoredOffset(request, 50, -1, f.now, f.effects);

    assertThat(toppar.fetchOffset()).as("S15").isEqualTo(50);
  }

  private long tail(long count, long end, long start) {
    f.led();
    toppar.start(Offsets.tail(count), -1, f.now, f.effects);
    ListOffsets first = f.effects.only(ListOffsets.class);
    assertThat(first.timestamp()).isEqualTo(Offsets.END);
    toppar.onOffsetResolved(first.request(), end, 0, f.now, f.effects);
    ListOffsets second = f.effects.only(ListOffsets.class);
    assertThat(second.timestamp()).isEqualTo(Offsets.BEGINNING);
    toppar.onOffsetResolved(second.request(), start, 0, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
    return toppar.fetchOffset();
  }

  @Test
  void aStoredOffsetIsTheStartAndCountsAsCommitted() {
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    LoadStoredOffset load = f.effects.only(LoadStoredOffset.class);

    toppar.onStoredOffset(load.request(), 0, -1, f.now, f.effects);

    assertThat(toppar.fetchOffset()).isZero();
    assertThat(toppar.committedOffset()).as("0 is an offset as any other").isZero();
    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
  }

  @Test
  void withoutAStoredOffsetTheResetPolicyDecidesAndItsCauseIsTold() {
    f.led();
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int load = f.effects.only(LoadStoredOffset.class).request();
    toppar.onStoredOffset(load, Offsets.INVALID, -1, f.now, f.effects);
    ListOffsets lookup = f.effects.only(ListOffsets.class);
    assertThat(lookup.timestamp()).isEqualTo(Offsets.BEGINNING);

    toppar.onOffsetResolved(lookup.request(), 3, 0, f.now, f.effects);

    assertThat(f.effects.only(PositionReset.class))
        .isEqualTo(new PositionReset(toppar, 2, Offsets.INVALID, 3, "no offset is stored"));
    assertThat(toppar.fetchOffset()).isEqualTo(3);
  }

  @Test
  void withoutAStoredOffsetAndWithPolicyErrorReadingEndsUntilASeek() {
    TopparFixture strict = new TopparFixture(ResetPolicy.ERROR).led();
    strict.toppar.start(Offsets.STORED, -1, strict.now, strict.effects);
    int load = strict.effects.only(LoadStoredOffset.class).request();

    strict.toppar.onStoredOffset(load, Offsets.INVALID, -1, strict.now, strict.effects);

    TopparError error = strict.effects.only(Failed.class).error();
    assertThat(error.code()).isEqualTo(ErrorCode.LOCAL_AUTO_OFFSET_RESET);
    assertThat(error.fatalToPartition()).isTrue();
    assertThat(strict.toppar.state()).isEqualTo(FetchState.NONE);
    assertThat(strict.toppar.seek(9, -1, strict.now, strict.effects)).isEqualTo(CommandResult.OK);
    assertThat(strict.plans()).isTrue();
  }

  @Test
  void b061APassingFailureOfTheStoreIsTriedAgainAndNeverResets() {
    TopparFixture latest = new TopparFixture(ResetPolicy.LATEST).led();
    Toppar t = latest.toppar;
    t.start(Offsets.STORED, -1, latest.now, latest.effects);
    int load = latest.effects.only(LoadStoredOffset.class).request();
    for (int i = 0; i < 3; i++) {
      t.onStoredOffsetFailed(
          load, ErrorCode.LOCAL_TRANSPORT, false, "cut", latest.now, latest.effects);
      assertThat(latest.effects.take(Failed.class)).as("told once").hasSize(i == 0 ? 1 : 0);
      assertThat(t.state()).isEqualTo(FetchState.OFFSET_QUERY);
      latest.pass(500);
      load = latest.effects.only(LoadStoredOffset.class).request();
    }

    t.onStoredOffset(load, 77, -1, latest.now, latest.effects);

    assertThat(t.fetchOffset()).isEqualTo(77);
    assertThat(latest.effects.take(PositionReset.class)).isEmpty();
  }

  @Test
  void aStoreThatAnotherProcessHoldsEndsReading() {
    f.led();
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int load = f.effects.only(LoadStoredOffset.class).request();

    toppar.onStoredOffsetFailed(load, ErrorCode.LOCAL_FS, true, "in use", f.now, f.effects);

    assertThat(f.effects.only(Failed.class).error().fatalToPartition()).isTrue();
    assertThat(toppar.state()).isEqualTo(FetchState.NONE);
  }

  @Test
  void b029PauseRightAfterStartDoesNotVoidTheStart() {
    f.led();
    toppar.start(42, -1, f.now, f.effects);
    toppar.pause(f.now, f.effects);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.PAUSED);

    toppar.resume(f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(42);
    assertThat(toppar.version()).as("pause is no barrier").isEqualTo(2);
  }

  @Test
  void b027PauseBeforeTheFirstRecordKeepsTheStart() {
    f.activeAt(50);
    f.fetched(TopparFixture.nothing(50));
    toppar.pause(f.now, f.effects);
    toppar.resume(f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(50);
  }

  @Test
  void pausedStaysPausedOverStopAndStart() {
    f.activeAt(5);
    toppar.pause(f.now, f.effects);
    toppar.stop(f.now, f.effects);
    toppar.start(9, -1, f.now, f.effects);

    assertThat(toppar.paused()).as("F31, B042").isTrue();
    toppar.resume(f.now, f.effects);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).as("the paused position is forgotten").isEqualTo(9);
  }

  @Test
  void commandsThatDoNotFitAreRefusedByName() {
    f.led();
    assertThat(toppar.seek(1, -1, f.now, f.effects)).isEqualTo(CommandResult.WRONG_STATE);
    assertThat(toppar.store(1, -1, "", f.now, f.effects)).isEqualTo(CommandResult.WRONG_STATE);
    assertThat(toppar.start(-3, -1, f.now, f.effects)).isEqualTo(CommandResult.INVALID_ARGUMENT);
    assertThat(toppar.version()).as("no barrier for a refusal").isEqualTo(1);
    toppar.start(0, -1, f.now, f.effects);
    assertThat(toppar.seek(Offsets.STORED, -1, f.now, f.effects))
        .isEqualTo(CommandResult.INVALID_ARGUMENT);
    assertThat(toppar.store(-1, -1, "", f.now, f.effects))
        .isEqualTo(CommandResult.INVALID_ARGUMENT);
    toppar.stop(f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.STOPPED);
    assertThat(toppar.seek(1, -1, f.now, f.effects)).isEqualTo(CommandResult.WRONG_STATE);
  }
}
