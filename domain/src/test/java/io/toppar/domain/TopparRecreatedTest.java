package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Barrier;
import io.toppar.domain.TopparEffect.Commit;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.FetchChanged;
import io.toppar.domain.TopparEffect.Leave;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.LoadStoredOffset;
import io.toppar.domain.TopparEffect.PositionReset;
import io.toppar.domain.TopparEffect.Stopped;
import io.toppar.domain.TopparEffect.ValidateEpoch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A topic deleted and made again while its partition is read (M16). */
final class TopparRecreatedTest {

  private static final TopicId OLD = new TopicId(1, 1);
  private static final TopicId NEW = new TopicId(1, 2);
  private static final String CAUSE =
      "the topic was deleted and made again: its id was " + OLD + " and is " + NEW;

  private TopparFixture f = new TopparFixture();

  private static List<ResetPolicy> policies() {
    return List.of(
        ResetPolicy.EARLIEST, ResetPolicy.LATEST, ResetPolicy.byDuration(Duration.ofHours(1)));
  }

  private Toppar toppar() {
    return f.toppar;
  }

  private void known(ResetPolicy policy) {
    f = new TopparFixture(policy).led();
    toppar().onTopicId(OLD, f.now, f.effects);
  }

  private void start(long offset) {
    toppar().start(offset, -1, f.now, f.effects);
  }

  private void recreate() {
    int from = toppar().brokerId();
    toppar().onTopicId(NEW, f.now, f.effects);
    if (from != Toppar.NO_BROKER) {
      toppar().onLeft(from, f.now, f.effects);
    }
  }

  private void lead() {
    toppar().onLeader(2, 0, f.now, f.effects);
  }

  private int asked() {
    return f.effects.only(ListOffsets.class).request();
  }

  private void found(long offset) {
    toppar().onOffsetResolved(asked(), offset, 0, f.now, f.effects);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void b223TheNewTopicIsReadFromItsBeginningWhicheverWayThePolicyPoints(ResetPolicy policy) {
    known(policy);
    start(500);
    f.effects.take();

    recreate();
    assertThat(f.effects.take())
        .containsExactly(
            new Leave(toppar(), 1), new Barrier(toppar(), 3), new FetchChanged(toppar()));
    assertThat(toppar().fetchOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar().leaderEpoch()).isEqualTo(-1);
    lead();
    assertThat(f.effects.take()).contains(new ListOffsets(toppar(), 1, 2, 0, Offsets.BEGINNING));
    toppar().onOffsetResolved(1, 0, 0, f.now, f.effects);

    assertThat(f.effects.take())
        .containsExactly(new PositionReset(toppar(), 3, 500, 0, CAUSE), new FetchChanged(toppar()));
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.topicId()).isEqualTo(NEW);
    assertThat(f.plan.fetchOffset()).isZero();
    assertThat(f.plan.lastFetchedEpoch()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 500, 900})
  void theBeginningOfTheNewLogIsTakenAsItIs(long beginning) {
    known(ResetPolicy.LATEST);
    start(500);
    f.fetched(TopparFixture.records(new FakeBatches(500, 510, 0, 10), 600));
    recreate();
    lead();
    found(beginning);

    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(beginning);
    assertThat(toppar().fetchOffset()).isEqualTo(beginning);
    assertThat(toppar().appOffset()).isEqualTo(beginning);
    assertThat(toppar().version()).as("one barrier, not two").isEqualTo(3);
  }

  @Test
  void whatTheOldTopicDeliveredMovesNothingAnyMore() {
    known(ResetPolicy.EARLIEST);
    start(500);
    f.fetched(TopparFixture.records(new FakeBatches(500, 510, 0, 10), 600));
    recreate();
    lead();
    found(0);
    int drops = toppar().versionDrops();
    toppar().onHandedOver(2, 510, 0, 10, 10, f.now, f.effects);
    toppar().onReleased(2, 510, 0, f.now, f.effects);
    toppar()
        .onRecordsUnreadable(
            2, new BatchFault(BatchFault.Kind.CHECKSUM, 500, 509, 9, "crc"), f.now, f.effects);

    assertThat(toppar().versionDrops()).isEqualTo(drops + 3);
    assertThat(toppar().appOffset()).isZero();
    assertThat(toppar().storedOffset()).isZero();
    assertThat(toppar().highWatermark()).isEqualTo(Offsets.INVALID);
  }

  @Test
  void b221PositionsOfTheOldTopicAreNotCommittedForTheNewOne() {
    known(ResetPolicy.EARLIEST);
    start(500);
    toppar().onReleased(2, 510, 0, f.now, f.effects);
    recreate();
    f.effects.take();
    f.pass(10_000);
    lead();
    assertThat(f.effects.take()).doesNotHaveAnyElementsOfTypes(Commit.class);
    assertThat(toppar().committedOffset()).isEqualTo(Offsets.INVALID);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 500, 900})
  void whereTheNewTopicBeginsIsCommittedThoughNothingOfItHasBeenReadYet(long beginning) { // B221
    known(ResetPolicy.LATEST);
    start(500);
    toppar().onReleased(2, 510, 0, f.now, f.effects);
    f.pass(5_000);
    toppar().onCommitted(510, 0, f.now, f.effects);
    recreate();
    lead();
    found(beginning);
    f.effects.take();
    f.pass(5_000);

    assertThat(f.effects.only(Commit.class))
        .as("or a reader that dies now would start at 510 of the new topic")
        .isEqualTo(new Commit(toppar(), beginning, -1, ""));
  }

  @Test
  void aForwardResetInTheNewTopicStoresNothingWhileItsRecordsAreNotProcessed() {
    known(ResetPolicy.EARLIEST);
    start(500);
    recreate();
    toppar().seek(0, -1, f.now, f.effects);
    lead();
    f.fetched(TopparFixture.records(FakeBatches.of(0, 5), 20));
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    f.effects.take();
    f.pass(100);
    found(20);
    found(10);

    assertThat(f.effects.only(PositionReset.class).to()).isEqualTo(10);
    assertThat(toppar().storedOffset()).as("0..4 wait").isEqualTo(Offsets.INVALID);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCommitInFlightEndsWithoutEffectAndTheNewTopicIsCommittedAfterIt(boolean well) {
    known(ResetPolicy.EARLIEST);
    start(500);
    toppar().onReleased(2, 510, 0, f.now, f.effects);
    f.pass(5_000);
    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(510);
    recreate();
    lead();
    found(0);
    toppar().onReleased(3, 4, 0, f.now, f.effects);
    f.effects.take();
    if (well) {
      toppar().onCommitted(510, 0, f.now, f.effects);
    } else {
      toppar().onCommitFailed(ErrorCode.LOCAL_FS, "disk", f.now, f.effects);
    }

    assertThat(f.effects.take()).isEmpty();
    assertThat(toppar().committedOffset()).isEqualTo(Offsets.INVALID);
    f.pass(5_000);
    assertThat(f.effects.only(Commit.class).offset())
        .as("lower than what was committed")
        .isEqualTo(4);
    toppar().onCommitted(4, 0, f.now, f.effects);
    assertThat(toppar().committedOffset()).isEqualTo(4);
  }

  @Test
  void aStopThatWaitsForACommitInTheOldTopicEndsWithIt() {
    known(ResetPolicy.EARLIEST);
    start(500);
    toppar().onReleased(2, 510, 0, f.now, f.effects);
    f.pass(5_000);
    toppar().onReleased(2, 520, 0, f.now, f.effects);
    toppar().stop(f.now, f.effects);
    recreate();
    f.effects.take();
    toppar().onCommitted(510, 0, f.now, f.effects);

    assertThat(f.effects.take())
        .as("520 is not committed")
        .containsExactly(new Stopped(toppar(), 3));
  }

  @Test
  void underPolicyErrorReadingEndsWithBothIds() {
    known(ResetPolicy.ERROR);
    start(500);
    f.effects.take();
    recreate();

    TopparError error = f.effects.only(Failed.class).error();
    assertThat(toppar().state()).isEqualTo(FetchState.NONE);
    assertThat(error.code()).isEqualTo(ErrorCode.LOCAL_AUTO_OFFSET_RESET);
    assertThat(error.offset()).isEqualTo(500);
    assertThat(error.fatalToPartition()).isTrue();
    assertThat(error.detail()).isEqualTo(CAUSE + "; seek to go on");

    lead();
    assertThat(toppar().seek(3, -1, f.now, f.effects)).isEqualTo(CommandResult.OK);
    assertThat(f.plans()).isTrue();
  }

  @Test
  void readingThatHadEndedByAnErrorEndsAgainAndTakesNoMoreAcknowledgements() {
    known(ResetPolicy.ERROR);
    start(500);
    f.fetched(TopparFixture.diverging(0, 5));
    f.effects.take();
    int version = toppar().version();
    recreate();

    assertThat(f.effects.only(Failed.class).error().detail()).startsWith(CAUSE);
    toppar().onReleased(version, 510, 0, f.now, f.effects);
    assertThat(toppar().storedOffset()).isEqualTo(Offsets.INVALID);
  }

  @ParameterizedTest
  @ValueSource(longs = {Offsets.BEGINNING, Offsets.END, -2_010})
  void aLogicalOffsetStillLookedForIsAskedForAgainInTheNewLog(long logical) {
    known(ResetPolicy.ERROR);
    start(logical);
    ListOffsets first = f.effects.only(ListOffsets.class);
    recreate();
    toppar().onOffsetResolved(first.request(), 77, 0, f.now, f.effects);
    assertThat(toppar().versionDrops()).as("the answer of the old log").isEqualTo(1);
    f.effects.take();
    lead();

    assertThat(f.effects.only(ListOffsets.class).timestamp()).isEqualTo(first.timestamp());
    assertThat(toppar().version()).isEqualTo(2);
  }

  @Test
  void theEndOfTheOldLogIsNoPartOfATailInTheNewOne() {
    known(ResetPolicy.EARLIEST);
    start(Offsets.tail(10));
    found(1_000);
    f.effects.take();
    recreate();
    lead();
    ListOffsets end = f.effects.only(ListOffsets.class);
    assertThat(end.timestamp()).isEqualTo(Offsets.END);
    toppar().onOffsetResolved(end.request(), 30, 0, f.now, f.effects);
    found(0);

    assertThat(toppar().fetchOffset()).isEqualTo(20);
  }

  @Test
  void aStoredOffsetStillBeingLoadedIsNotWaitedFor() {
    known(ResetPolicy.LATEST);
    start(Offsets.STORED);
    int load = f.effects.only(LoadStoredOffset.class).request();
    recreate();
    toppar().onStoredOffset(load, 500, 0, f.now, f.effects);
    assertThat(toppar().versionDrops()).isEqualTo(1);
    f.effects.take();
    lead();
    found(0);

    assertThat(f.effects.only(PositionReset.class))
        .isEqualTo(new PositionReset(toppar(), 3, Offsets.INVALID, 0, CAUSE));
    assertThat(toppar().committedOffset()).isEqualTo(Offsets.INVALID);
  }

  @Test
  void aDoubtedPositionIsNotJudgedByTheNewLog() {
    known(ResetPolicy.LATEST);
    start(500);
    f.fetched(TopparFixture.error(ErrorCode.OFFSET_OUT_OF_RANGE));
    recreate();
    f.effects.take();
    lead();
    assertThat(asked()).isPositive();
  }

  @Test
  void aValidationInTheOldTopicHasNoAnswerInTheNewOne() {
    known(ResetPolicy.LATEST);
    start(500);
    f.fetched(TopparFixture.records(new FakeBatches(500, 510, 0, 10), 600));
    toppar().onLeader(1, 1, f.now, f.effects);
    int validation = f.effects.only(ValidateEpoch.class).request();
    recreate();
    toppar().onEpochEnd(validation, 0, 3, f.now, f.effects);
    assertThat(toppar().versionDrops()).isEqualTo(1);
    f.effects.take();
    lead();
    found(0);

    assertThat(f.effects.only(PositionReset.class).from()).isEqualTo(510);
  }

  @Test
  void theLeaderEpochStartsAnew() {
    f = new TopparFixture();
    toppar().onLeader(1, 7, f.now, f.effects);
    toppar().onTopicId(OLD, f.now, f.effects);
    recreate();
    lead();

    assertThat(toppar().leaderEpoch()).isZero();
    assertThat(toppar().leaderId()).isEqualTo(2);
  }

  @Test
  void withoutALeaderInTheNewTopicItIsAskedForUntilThereIsOne() {
    known(ResetPolicy.EARLIEST);
    start(500);
    recreate();
    f.effects.take();
    f.pass(500);

    assertThat(f.effects.only(TopparEffect.RefreshMetadata.class).reason())
        .isEqualTo(RefreshReason.UNKNOWN_LEADER);
    assertThat(toppar().deadline()).isNotEqualTo(Deadlines.NONE);
  }

  @Test
  void anAnswerWithoutAnIdMakesNothingForgotten() {
    known(ResetPolicy.EARLIEST);
    start(500);
    toppar().onTopicId(TopicId.ZERO, f.now, f.effects);
    f.effects.take();
    recreate();

    assertThat(toppar().topicId()).isEqualTo(NEW);
    assertThat(toppar().version()).as("the old id was still known").isEqualTo(3);
  }
}
