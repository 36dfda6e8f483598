package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leaders whose logs part from what was read, or that are behind it (KIP-320, KIP-595). */
final class BranchedLogTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  private void read(long from, long to, int epoch) {
    FakeBatches batches = new FakeBatches(from, to, epoch, (int) (to - from));
    f.fetched(TopparFixture.records(batches, to));
    toppar.onHandedOver(
        toppar.version(), to, epoch, batches.recordCount(), batches.sizeBytes(), f.now, f.effects);
    f.effects.take();
  }

  private PositionReset diverges(int epoch, long end) {
    f.fetched(TopparFixture.diverging(epoch, end));
    return f.effects.only(PositionReset.class);
  }

  @Test
  void aTruncationGoesBackToWhereTheCommonEpochEndedInWhatWasRead() {
    f.activeAt(0);
    read(0, 10, 1);
    read(10, 15, 2);

    assertThat(diverges(1, 20).to()).as("10 to 14 were of epoch 2, which it lacks").isEqualTo(10);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(10);
    assertThat(f.plan.lastFetchedEpoch()).isEqualTo(1);
  }

  @Test
  void theEpochTakenForCommonIsTheOneThatWasReadNotTheOneThatTheLeaderNames() {
    f.activeAt(0);
    read(0, 10, 1);
    read(10, 15, 3);

    assertThat(diverges(2, 20).to()).isEqualTo(10);
    f.plans();
    assertThat(f.plan.lastFetchedEpoch()).as("so that epoch 1 is compared next").isEqualTo(1);

    assertThat(diverges(1, 5).to()).as("epoch 2 began at 5 there").isEqualTo(5);
  }

  @Test
  void aCutAheadOfWhatWasHandedOverIsToldOnce() {
    f.activeAt(0);
    read(0, 5, 1);
    f.fetched(TopparFixture.records(new FakeBatches(5, 20, 3, 15), 20));
    f.effects.take();

    assertThat(diverges(2, 15).to()).isEqualTo(5);

    f.plans();
    assertThat(f.plan.lastFetchedEpoch()).as("of what lies before it").isEqualTo(1);
  }

  @Test
  void aPositionWhoseEpochTheLeaderDoesNotHaveIsNotSound() {
    TopparFixture strict = new TopparFixture(ResetPolicy.ERROR);
    strict.toppar.onLeader(LEADER, 3, strict.now, strict.effects);
    strict.toppar.start(15, 2, strict.now, strict.effects);
    int request = strict.effects.only(ValidateEpoch.class).request();

    strict.toppar.onEpochEnd(request, 1, 20, strict.now, strict.effects);

    assertThat(strict.effects.only(Failed.class).error().code())
        .isEqualTo(ErrorCode.LOCAL_LOG_TRUNCATION);
  }

  @Test
  void aLogThatEndsOneRecordBeforeThePositionIsCut() {
    toppar.onLeader(LEADER, 3, f.now, f.effects);
    toppar.start(15, 2, f.now, f.effects);

    toppar.onEpochEnd(f.effects.only(ValidateEpoch.class).request(), 2, 14, f.now, f.effects);

    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(14);
  }

  @Test
  void aLeaderThatIsOlderThanThePositionIsNotBelievedAndANewerOneIsWaitedFor() {
    toppar.onLeader(LEADER, 3, f.now, f.effects);
    toppar.start(100, 4, f.now, f.effects);
    answersThatItKnowsNothing();

    List<TopparEffect> told = f.effects.take();
    assertThat(told).noneMatch(PositionReset.class::isInstance);
    assertThat(told).anyMatch(RefreshMetadata.class::isInstance);
    assertThat(told)
        .filteredOn(Failed.class::isInstance)
        .singleElement()
        .extracting(effect -> ((Failed) effect).error().detail())
        .isEqualTo(
            "broker 1 leads t[0] in epoch 3, older than epoch 4 of what was read; a newer leader"
                + " is waited for");
    assertThat(toppar.state()).isEqualTo(FetchState.VALIDATE_EPOCH_WAIT);
    f.effects.take();
    f.pass(500);
    answersThatItKnowsNothing();
    assertThat(f.effects.take(Failed.class)).as("told once").isEmpty();

    f.effects.take();
    toppar.onLeader(2, 5, f.now, f.effects);
    f.left(LEADER);
    toppar.onEpochEnd(f.effects.only(ValidateEpoch.class).request(), 4, 120, f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(toppar.fetchOffset()).isEqualTo(100);
  }

  @Test
  void aLeaderThatStaysOlderForHalfAMinuteIsBelievedSinceTheTopicMayBeAnother() {
    toppar.onLeader(LEADER, 3, f.now, f.effects);
    toppar.start(100, 4, f.now, f.effects);
    int waited = 0;
    while (toppar.state() == FetchState.VALIDATE_EPOCH_WAIT) {
      answersThatItKnowsNothing();
      if (toppar.state() == FetchState.VALIDATE_EPOCH_WAIT) {
        f.effects.take();
        f.pass(500);
        waited++;
      }
    }

    assertThat(waited).isEqualTo(60);
    assertThat(toppar.state()).isIn(FetchState.OFFSET_QUERY, FetchState.OFFSET_WAIT);
  }

  private void answersThatItKnowsNothing() {
    int request = f.effects.only(ValidateEpoch.class).request();
    toppar.onEpochEnd(request, -1, -1, f.now, f.effects);
  }

  @Test
  void aLogCutBetweenTheLookUpsOfItsBoundsEndsWhereItStarts() {
    TopparFixture latest = new TopparFixture(ResetPolicy.LATEST).activeAt(4);
    latest.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    latest.pass(100);
    for (long bound : new long[] {5, 8}) {
      int request = latest.effects.only(ListOffsets.class).request();
      latest.toppar.onOffsetResolved(request, bound, 2, latest.now, latest.effects);
    }

    assertThat(latest.effects.only(PositionReset.class).to()).isEqualTo(8);
  }

  @Test
  void aTailIsLookedUpAnewAtAnotherLeader() {
    f.led();
    toppar.start(Offsets.tail(3), -1, f.now, f.effects);
    toppar.onOffsetResolved(f.effects.only(ListOffsets.class).request(), 10, 1, f.now, f.effects);
    f.effects.take();

    toppar.onLeader(2, 2, f.now, f.effects);
    f.left(LEADER);

    assertThat(f.effects.only(ListOffsets.class).timestamp()).isEqualTo(Offsets.END);
  }

  @Test
  void outOfRangeThatIsInRangeIsAskedOnceMoreWithoutTheEpochOfWhatWasRead() {
    f.activeAt(0);
    read(0, 5, 2);
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    f.pass(100);
    toppar.onOffsetResolved(f.effects.only(ListOffsets.class).request(), 5, 2, f.now, f.effects);
    toppar.onOffsetResolved(f.effects.only(ListOffsets.class).request(), 0, 2, f.now, f.effects);

    assertThat(f.effects.take(PositionReset.class)).as("5 is the end of 0 to 5").isEmpty();
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(5);
    assertThat(f.plan.lastFetchedEpoch()).isEqualTo(-1);
  }
}
