package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.TopparEffect.Barrier;
import io.toppar.domain.TopparEffect.Commit;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.FetchChanged;
import io.toppar.domain.TopparEffect.ListOffsets;
import io.toppar.domain.TopparEffect.LoadStoredOffset;
import io.toppar.domain.TopparEffect.Stopped;
import org.junit.jupiter.api.Test;

/** Stored and committed positions, and the stop. */
final class TopparCommitTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void aReleasedBatchIsCommittedAtTheInterval() {
    f.activeAt(0);
    toppar.onReleased(2, 10, 3, f.now, f.effects);
    assertThat(f.effects.take()).isEmpty();

    f.pass(5_000);

    assertThat(f.effects.take()).containsExactly(new Commit(toppar, 10, 3, ""));
    toppar.onCommitted(10, 3, f.now, f.effects);
    assertThat(toppar.committedOffset()).isEqualTo(10);
    assertThat(toppar.deadline()).as("nothing left to commit").isEqualTo(Deadlines.NONE);
  }

  @Test
  void oneCommitIsInFlightAndWhatIsStoredMeanwhileFollows() {
    f.activeAt(0);
    toppar.onReleased(2, 10, -1, f.now, f.effects);
    f.pass(5_000);
    toppar.onReleased(2, 20, -1, f.now, f.effects);
    f.effects.take();
    f.pass(5_000);
    assertThat(f.effects.take()).isEmpty();

    toppar.onCommitted(10, -1, f.now, f.effects);
    f.pass(5_000);

    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(20);
  }

  @Test
  void whatTheDriverWroteItselfIsWhatTheStoreHoldsFromThenOn() {
    f.activeAt(0);
    toppar.onReleased(2, 80, -1, f.now, f.effects);
    f.pass(5_000);
    toppar.onCommitted(80, -1, f.now, f.effects);
    toppar.onReleased(2, 20, -1, f.now, f.effects);
    toppar.onWritten(20, -1, f.now);
    assertThat(toppar.committedOffset()).isEqualTo(20);
    assertThat(toppar.deadline()).as("it is what is stored").isEqualTo(Deadlines.NONE);
    f.effects.take();

    toppar.onReleased(2, 80, -1, f.now, f.effects);
    f.pass(5_000);
    assertThat(f.effects.only(Commit.class).offset()).as("not taken for committed").isEqualTo(80);
  }

  @Test
  void aReleaseOfAnOlderVersionStoresNothing() {
    f.activeAt(0);
    toppar.seek(50, -1, f.now, f.effects);
    toppar.onReleased(2, 10, -1, f.now, f.effects);

    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.versionDrops()).isEqualTo(1);
  }

  @Test
  void b129StopWithoutAnythingNewCommitsNothing() {
    f.led();
    toppar.start(Offsets.STORED, -1, f.now, f.effects);
    int load = f.effects.only(LoadStoredOffset.class).request();
    toppar.onStoredOffset(load, 10, -1, f.now, f.effects);
    f.effects.take();

    toppar.stop(f.now, f.effects);

    assertThat(f.effects.take())
        .containsExactly(new Barrier(toppar, 3), new FetchChanged(toppar), new Stopped(toppar, 3));
  }

  @Test
  void whereReadingBeginsThatHasNothingStoredIsStoredThoughNothingIsReadBeforeItStops() {
    TopparFixture latest = new TopparFixture(ResetPolicy.LATEST).led();
    latest.toppar.start(Offsets.STORED, -1, latest.now, latest.effects);
    int load = latest.effects.only(LoadStoredOffset.class).request();
    latest.toppar.onStoredOffset(load, Offsets.INVALID, -1, latest.now, latest.effects);
    int lookup = latest.effects.only(ListOffsets.class).request();
    latest.toppar.onOffsetResolved(lookup, 100, 0, latest.now, latest.effects);
    assertThat(latest.toppar.storedOffset()).isEqualTo(100);
    latest.effects.take();

    latest.toppar.stop(latest.now, latest.effects);

    assertThat(latest.effects.only(Commit.class).offset()).isEqualTo(100);
  }

  @Test
  void whereACommandSaysToBeginIsNotStoredByItself() {
    f.led();
    toppar.start(Offsets.END, -1, f.now, f.effects);
    int lookup = f.effects.only(ListOffsets.class).request();
    toppar.onOffsetResolved(lookup, 100, 0, f.now, f.effects);

    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
  }

  @Test
  void b149AnUnknownEpochIsNotOlderThanAKnownOne() {
    f.activeAt(0);
    toppar.onReleased(2, 10, 3, f.now, f.effects);
    f.pass(5_000);
    toppar.onCommitted(10, 3, f.now, f.effects);
    toppar.onReleased(2, 20, -1, f.now, f.effects);
    f.effects.take();

    f.pass(5_000);

    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(20);
  }

  @Test
  void autoStoreGoesForwardOnlyAndAnExplicitStoreMayGoBack() {
    f.activeAt(0);
    commit(30);
    toppar.onReleased(2, 20, -1, f.now, f.effects);
    assertThat(toppar.deadline()).as("O3").isEqualTo(Deadlines.NONE);

    assertThat(toppar.store(20, -1, "note", f.now, f.effects)).isEqualTo(CommandResult.OK);
    f.pass(5_000);

    assertThat(f.effects.only(Commit.class)).isEqualTo(new Commit(toppar, 20, -1, "note"));
  }

  @Test
  void b145AStoredPositionBehindTheEndOfATruncatedLogGivesWayBeforeAnythingElseIsRead() {
    f.led();
    toppar.start(500, -1, f.now, f.effects);
    toppar.onReleased(toppar.version(), 510, 0, f.now, f.effects);
    f.pass(5_000);
    toppar.onCommitted(510, 0, f.now, f.effects);
    f.effects.take();
    f.fetched(TopparFixture.diverging(0, 450));
    f.pass(5_000);

    assertThat(toppar.storedOffset()).isEqualTo(450);
    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(450);
  }

  @Test
  void aStoredPositionBeforeTheOneResetToStays() {
    f.led();
    toppar.start(500, -1, f.now, f.effects);
    toppar.onReleased(toppar.version(), 440, 0, f.now, f.effects);
    f.fetched(TopparFixture.diverging(0, 450));

    assertThat(toppar.fetchOffset()).isEqualTo(450);
    assertThat(toppar.storedOffset()).as("what lies between is not processed").isEqualTo(440);
  }

  @Test
  void b145AfterAResetTheLowerPositionIsCommitted() {
    f.activeAt(300);
    commit(300);
    f.fetched(TopparFixture.diverging(1, 250));
    toppar.onReleased(toppar.version(), 249, -1, f.now, f.effects);
    f.effects.take();

    f.pass(5_000);

    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(249);
  }

  @Test
  void b144WhatWasStoredBeforeAStopIsNotCommittedByTheNextStart() {
    f.activeAt(0);
    toppar.onReleased(2, 50, -1, f.now, f.effects);
    toppar.stop(f.now, f.effects);
    toppar.onCommitFailed(ErrorCode.LOCAL_FS, "disk full", f.now, f.effects);
    assertThat(toppar.state()).isEqualTo(FetchState.STOPPED);
    f.effects.take();

    toppar.start(500, -1, f.now, f.effects);
    f.pass(10_000);

    assertThat(f.effects.take(Commit.class)).isEmpty();
    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
  }

  @Test
  void aStopWaitsForItsLastCommitAndCommandsAreRefusedMeanwhile() {
    f.activeAt(0);
    toppar.onReleased(2, 10, -1, f.now, f.effects);
    toppar.stop(f.now, f.effects);
    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(10);
    assertThat(toppar.state()).isEqualTo(FetchState.STOPPING);
    CommandResult busy = CommandResult.PREVIOUS_IN_PROGRESS;
    assertThat(toppar.start(0, -1, f.now, f.effects)).isEqualTo(busy);
    assertThat(toppar.seek(0, -1, f.now, f.effects)).isEqualTo(busy);
    assertThat(toppar.stop(f.now, f.effects)).isEqualTo(busy);
    assertThat(toppar.store(1, -1, "", f.now, f.effects)).isEqualTo(busy);
    assertThat(toppar.version()).as("refusals are no barriers").isEqualTo(3);

    toppar.onCommitted(10, -1, f.now, f.effects);

    assertThat(f.effects.take()).containsExactly(new Stopped(toppar, 3));
    assertThat(toppar.state()).isEqualTo(FetchState.STOPPED);
  }

  @Test
  void aStopDuringACommitStillCommitsTheLastPositionEvenIfThatCommitFails() {
    f.activeAt(0);
    toppar.onReleased(2, 10, -1, f.now, f.effects);
    f.pass(5_000);
    toppar.onReleased(2, 20, -1, f.now, f.effects);
    toppar.stop(f.now, f.effects);
    f.effects.take();
    toppar.onCommitFailed(ErrorCode.LOCAL_FS, "io", f.now, f.effects);
    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(20);

    toppar.onCommitFailed(ErrorCode.LOCAL_FS, "io", f.now, f.effects);

    assertThat(f.effects.take(Stopped.class)).as("a failure never blocks a stop").hasSize(1);
  }

  @Test
  void aFailingCommitIsToldOncePerStreakAndTriedAgain() {
    f.activeAt(0);
    toppar.onReleased(2, 10, -1, f.now, f.effects);
    for (int i = 0; i < 3; i++) {
      f.pass(5_000);
      f.effects.take();
      toppar.onCommitFailed(ErrorCode.LOCAL_FS, "disk full", f.now, f.effects);
      assertThat(f.effects.take(Failed.class)).hasSize(i == 0 ? 1 : 0);
    }
    f.pass(5_000);
    toppar.onCommitted(10, -1, f.now, f.effects);
    toppar.onReleased(2, 11, -1, f.now, f.effects);
    f.pass(5_000);
    toppar.onCommitFailed(ErrorCode.LOCAL_FS, "disk full", f.now, f.effects);
    assertThat(f.effects.take(Failed.class)).as("a new streak").hasSize(1);
  }

  @Test
  void aStartFurtherBackIsCommittedAsItGoesOnWhateverTheOneBeforeHadLeftToCommit() { // O3
    TopparFixture committed = readTo150();
    committed.pass(5_000);
    committed.toppar.onCommitted(150, -1, committed.now, committed.effects);
    assertStartAt10IsCommitted(committed, false);

    TopparFixture inFlight = readTo150();
    inFlight.pass(5_000);
    assertStartAt10IsCommitted(inFlight, true);

    assertStartAt10IsCommitted(readTo150(), true);
  }

  private static TopparFixture readTo150() {
    TopparFixture f = new TopparFixture().activeAt(100);
    f.toppar.onReleased(2, 150, -1, f.now, f.effects);
    return f;
  }

  private static void assertStartAt10IsCommitted(TopparFixture f, boolean commitEndsLater) {
    f.toppar.start(10, -1, f.now, f.effects);
    if (commitEndsLater) {
      f.toppar.onCommitted(150, -1, f.now, f.effects);
    }
    f.toppar.onReleased(3, 20, -1, f.now, f.effects);
    f.effects.take();
    f.pass(5_000);
    assertThat(f.effects.only(Commit.class).offset()).isEqualTo(20);
    f.toppar.onCommitted(20, -1, f.now, f.effects);
    f.toppar.onReleased(3, 15, -1, f.now, f.effects);
    f.pass(5_000);
    assertThat(f.effects.take(Commit.class)).as("from here on forward only").isEmpty();
  }

  @Test
  void withoutAnIntervalOnlyAStopCommits() { // O6
    TopparConfig usual = TopparFixture.config(ResetPolicy.EARLIEST);
    TopparFixture rare = new TopparFixture(withoutInterval(usual, true)).activeAt(0);
    rare.toppar.onReleased(2, 10, -1, rare.now, rare.effects);
    rare.pass(3_600_000);
    assertThat(rare.effects.take(Commit.class)).isEmpty();
    assertThat(rare.toppar.deadline()).isEqualTo(Deadlines.NONE);

    rare.toppar.stop(rare.now, rare.effects);
    assertThat(rare.effects.only(Commit.class).offset()).isEqualTo(10);

    TopparFixture never = new TopparFixture(withoutInterval(usual, false)).activeAt(0);
    never.toppar.onReleased(2, 10, -1, never.now, never.effects);
    never.effects.take();
    never.toppar.stop(never.now, never.effects);
    assertThat(never.effects.take(Commit.class)).isEmpty();
    assertThat(never.toppar.state()).isEqualTo(FetchState.STOPPED);
  }

  private static TopparConfig withoutInterval(TopparConfig usual, boolean commits) {
    return new TopparConfig(
        usual.resetPolicy(),
        usual.isolationLevel(),
        usual.partitionEof(),
        usual.maxPartitionFetchBytes(),
        usual.maxFetchBytes(),
        usual.maxQueuedRecords(),
        usual.maxQueuedBytes(),
        usual.errorBackoffNanos(),
        usual.queryBackoffNanos(),
        usual.resetDelayNanos(),
        0,
        commits);
  }

  private void commit(long offset) {
    toppar.onReleased(2, offset, -1, f.now, f.effects);
    f.pass(5_000);
    toppar.onCommitted(offset, -1, f.now, f.effects);
    f.effects.take();
  }
}
