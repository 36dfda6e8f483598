package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopparEffect.Deliver;
import io.toppar.domain.TopparEffect.EndOfPartition;
import io.toppar.domain.TopparEffect.Failed;
import io.toppar.domain.TopparEffect.FetchChanged;
import io.toppar.domain.TopparEffect.LeaderHint;
import io.toppar.domain.TopparEffect.RefreshMetadata;
import io.toppar.domain.TopparEffect.Release;
import org.junit.jupiter.api.Test;

/** Replies: delivery, position, end, errors, faults, back-pressure. */
final class TopparFetchTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void recordsAreDeliveredAndTheNextFetchFollowsThem() {
    f.activeAt(10);
    FakeBatches batches = new FakeBatches(10, 13, 7, 3);
    f.fetched(TopparFixture.records(batches, 20));

    assertThat(f.effects.take()).containsExactly(new Deliver(toppar, 2, batches));
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(13);
    assertThat(f.plan.lastFetchedEpoch()).isEqualTo(7);
    assertThat(toppar.appOffset()).as("nothing was handed over").isEqualTo(10);
    assertThat(toppar.queuedRecords()).isEqualTo(3);
    assertThat(toppar.highWatermark()).isEqualTo(20);
  }

  @Test
  void b083b084b094ABatchWithoutRecordsMovesThePosition() {
    f.activeAt(20);
    FakeBatches empty = new FakeBatches(20, 25, 0, 0);
    f.fetched(TopparFixture.records(empty, 30));
    assertThat(f.effects.only(Deliver.class).batches()).isSameAs(empty);
    assertThat(toppar.fetchOffset()).isEqualTo(25);

    toppar.onHandedOver(2, 25, 0, 0, empty.sizeBytes(), f.now, f.effects);
    toppar.onReleased(2, 25, 0, f.now, f.effects);

    assertThat(toppar.appOffset()).isEqualTo(25);
    assertThat(toppar.storedOffset()).isEqualTo(25);
    assertThat(toppar.queuedBytes()).isZero();
  }

  @Test
  void b095b096TheEndIsToldAfterTheBatchThatReachesItEvenIfThatIsAMarker() {
    f.activeAt(0);
    FakeBatches data = FakeBatches.of(0, 9);
    f.fetched(TopparFixture.records(data, 10));
    FakeBatches marker = new FakeBatches(9, 10, 0, 0);
    f.fetched(TopparFixture.records(marker, 10));

    assertThat(f.effects.take())
        .containsExactly(
            new Deliver(toppar, 2, data),
            new Deliver(toppar, 2, marker),
            new EndOfPartition(toppar, 2, 10));
  }

  @Test
  void theEndIsToldOncePerEndAgainAfterGrowthAndAfterASeek() {
    f.activeAt(5);
    f.fetched(TopparFixture.nothing(5));
    f.fetched(TopparFixture.nothing(5));
    assertThat(f.effects.take(EndOfPartition.class)).hasSize(1);
    f.fetched(TopparFixture.records(FakeBatches.of(5, 6), 6));
    assertThat(f.effects.only(EndOfPartition.class).offset()).isEqualTo(6);
    toppar.seek(6, -1, f.now, f.effects);
    f.fetched(TopparFixture.nothing(6));
    assertThat(f.effects.only(EndOfPartition.class).offset()).isEqualTo(6);
  }

  @Test
  void theEndIsTheLastStableOffsetOnlyUnderReadCommittedAndIfToldAtAll() {
    FetchedPartition open = watermarks(9, 5);
    f.activeAt(5);
    f.fetched(open);
    assertThat(f.effects.only(EndOfPartition.class).offset()).isEqualTo(5);
    f.fetched(watermarks(9, -1));
    assertThat(toppar.lastStableOffset()).as("old brokers tell none").isEqualTo(9);

    TopparFixture quiet = new TopparFixture(uncommittedWithoutEof()).activeAt(5);
    quiet.fetched(open);
    quiet.fetched(watermarks(5, 5));
    assertThat(quiet.effects.take(EndOfPartition.class)).as("enable.partition.eof").isEmpty();
  }

  @Test
  void aPartOfAnOlderVersionIsReleasedAndCountedAndItsBoundsAreKept() { // V5
    f.activeAt(0);
    toppar.seek(7, -1, f.now, f.effects);
    f.effects.take();
    FakeBatches late = FakeBatches.of(0, 3);

    toppar.onFetched(2, TopparFixture.records(late, 9), f.now, f.effects);

    assertThat(f.effects.take()).containsExactly(new Release(toppar, late));
    assertThat(toppar.highWatermark()).isEqualTo(9);
    assertThat(toppar.versionDrops()).isEqualTo(1);
    assertThat(toppar.fetchOffset()).isEqualTo(7);
  }

  @Test
  void batchesThatDoNotReachThePositionAreReleasedAndBackedOff() {
    f.activeAt(10);
    FakeBatches old = FakeBatches.of(5, 10);
    f.fetched(TopparFixture.records(old, 20));

    assertThat(f.effects.take()).containsExactly(new Release(toppar, old));
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.BACKING_OFF);
  }

  @Test
  void b037b040b041PauseKeepsWhatIsBufferedAndFetchesNothing() {
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 10), 20));
    toppar.pause(f.now, f.effects);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.queuedRecords()).isEqualTo(10);

    toppar.resume(f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).as("never what is buffered").isEqualTo(10);
  }

  @Test
  void aFullQueueIsNotFetchedUntilSomethingWasHandedOver() {
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 100), 500));
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.QUEUE_FULL_RECORDS);
    f.effects.take();

    toppar.onHandedOver(2, 100, 0, 100, 1000, f.now, f.effects);

    assertThat(f.effects.take()).containsExactly(new FetchChanged(toppar));
    assertThat(f.plans()).isTrue();
    assertThatThrownBy(() -> toppar.onHandedOver(2, 101, 0, 1, 10, f.now, f.effects))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("handed over", "ACTIVE", "t[0]");
  }

  // Errors.

  @Test
  void errorsOfTheLeaderAreSilentRefreshAndBackOff() {
    f.activeAt(0);
    f.fetched(TopparFixture.error(ErrorCode.NOT_LEADER_OR_FOLLOWER));

    assertThat(f.effects.take())
        .containsExactly(new RefreshMetadata(toppar, RefreshReason.LEADER_ERROR));
    assertThat(toppar.deadline()).isEqualTo(f.now + TopparFixture.millis(500));
    f.pass(500);
    assertThat(f.effects.take()).containsExactly(new FetchChanged(toppar));
    assertThat(f.plans()).isTrue();
  }

  @Test
  void aLeaderHintIsPassedOn() {
    f.activeAt(0);
    f.fetched(
        new FetchedPartition(
            TopparFixture.T0,
            ErrorCode.NOT_LEADER_OR_FOLLOWER,
            -1,
            -1,
            -1,
            -1,
            -1,
            3,
            8,
            -1,
            null,
            null));
    assertThat(f.effects.only(LeaderHint.class)).isEqualTo(new LeaderHint(toppar, 3, 8));
  }

  @Test
  void aDenialIsToldOnceUntilSuccessOrANewVersionAndBacksOffLonger() {
    f.activeAt(0);
    FetchedPartition denied = TopparFixture.error(ErrorCode.TOPIC_AUTHORIZATION_FAILED);
    f.fetched(denied);
    assertThat(f.effects.only(Failed.class).error().fatalToPartition()).isFalse();
    assertThat(toppar.deadline()).isEqualTo(f.now + TopparFixture.millis(5_000));
    f.pass(5_000);
    f.fetched(denied);
    assertThat(f.effects.take(Failed.class)).isEmpty();
    f.pass(5_000);
    f.fetched(TopparFixture.nothing(9));
    f.fetched(denied);
    assertThat(f.effects.take(Failed.class)).as("after success").hasSize(1);
    toppar.seek(0, -1, f.now, f.effects);
    f.fetched(denied);
    assertThat(f.effects.take(Failed.class)).as("after a seek").hasSize(1);
  }

  @Test
  void anErrorThatCannotPassEndsReading() {
    f.activeAt(3);
    f.fetched(TopparFixture.error(ErrorCode.INVALID_TOPIC_EXCEPTION));

    TopparError error = f.effects.only(Failed.class).error();
    assertThat(error.fatalToPartition()).isTrue();
    assertThat(error.offset()).isEqualTo(3);
    assertThat(toppar.state()).isEqualTo(FetchState.NONE);
  }

  // Faults.

  @Test
  void b103AnOversizeBatchIsAskedForWithMoreBytesUpToTheCeilingAndThenToldOnce() {
    f.activeAt(5);
    FetchedPartition cut = TopparFixture.fault(BatchFault.Kind.OVERSIZE, 5, 5, 3_000, 6);
    f.fetched(cut);
    assertThat(f.effects.take()).isEmpty();
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.maxBytes()).as("at once what it needs").isEqualTo(3_000);
    FetchedPartition huge = TopparFixture.fault(BatchFault.Kind.OVERSIZE, 5, 5, 20_000, 6);
    f.fetched(huge);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.maxBytes()).isEqualTo(8_000);
    for (int i = 0; i < 3; i++) {
      f.fetched(huge);
      assertThat(f.plans()).as("no spin").isFalse();
      f.pass(500);
    }
    TopparError error = f.effects.only(Failed.class).error();
    assertThat(error.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    assertThat(error.offset()).isEqualTo(5);
    assertThat(error.detail()).contains("20000");
  }

  @Test
  void b105ATailCutOffBehindWholeBatchesIsNormal() {
    f.activeAt(0);
    f.fetched(
        new FetchedPartition(
            TopparFixture.T0,
            ErrorCode.NONE,
            9,
            9,
            0,
            -1,
            -1,
            -1,
            -1,
            -1,
            FakeBatches.of(0, 3),
            new BatchFault(BatchFault.Kind.OVERSIZE, 3, 3, 215_053, "cut")));

    assertThat(f.effects.take()).hasOnlyElementsOfType(Deliver.class);
    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(3);
    assertThat(f.plan.maxBytes()).isEqualTo(1_000);
  }

  @Test
  void b108b120BytesThatCannotBeReadAreToldAtEachTryWithABackOffAndASeekGoesOn() {
    f.activeAt(10);
    FetchedPartition bad = TopparFixture.fault(BatchFault.Kind.CHECKSUM, 10, 12, 90, 20);
    for (int i = 0; i < 3; i++) {
      f.fetched(bad);
      TopparError error = f.effects.only(Failed.class).error();
      assertThat(error.detail()).contains("10..12", "seek to 13");
      assertThat(error.fatalToPartition()).isFalse();
      assertThat(f.plans()).isFalse();
      f.pass(500);
      f.effects.take();
      assertThat(f.plans()).isTrue();
      assertThat(f.plan.fetchOffset()).isEqualTo(10);
    }

    toppar.seek(13, -1, f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(f.plan.fetchOffset()).isEqualTo(13);
  }

  @Test
  void recordsThatTheTakerCannotDecodeAreReadAgainFromTheFaultUnderANewVersion() {
    f.activeAt(10);
    f.fetched(TopparFixture.records(FakeBatches.of(10, 20), 20));
    toppar.onHandedOver(2, 20, 0, 10, 100, f.now, f.effects);
    toppar.onReleased(2, 15, 0, f.now, f.effects);
    f.effects.take();
    BatchFault fault = new BatchFault(BatchFault.Kind.CHECKSUM, 15, 19, 50, "crc");

    toppar.onRecordsUnreadable(2, fault, f.now, f.effects);

    assertThat(toppar.version()).isEqualTo(3);
    assertThat(toppar.fetchOffset()).isEqualTo(15);
    assertThat(toppar.storedOffset()).isEqualTo(15);
    Failed failed = f.effects.only(Failed.class);
    assertThat(failed.version()).as("not dropped by its own barrier").isEqualTo(3);
    assertThat(f.plans()).isFalse();
    assertThat(toppar.decision()).isEqualTo(FetchDecision.BACKING_OFF);
    toppar.onRecordsUnreadable(2, fault, f.now, f.effects);
    assertThat(toppar.version()).as("a late one moves nothing").isEqualTo(3);
  }

  @Test
  void nothingDeliveredBehindBadRecordsIsHandedOutWhereReadingHasEnded() {
    TopparFixture strict = new TopparFixture(ResetPolicy.ERROR).activeAt(10);
    strict.fetched(TopparFixture.records(FakeBatches.of(10, 20), 20));
    strict.fetched(TopparFixture.records(FakeBatches.of(20, 30), 30));
    strict.fetched(TopparFixture.diverging(0, 25));
    assertThat(strict.toppar.state()).isEqualTo(FetchState.NONE);
    strict.toppar.onHandedOver(2, 20, 0, 10, 100, strict.now, strict.effects);
    strict.effects.take();
    BatchFault fault = new BatchFault(BatchFault.Kind.CHECKSUM, 15, 19, 50, "crc");

    strict.toppar.onRecordsUnreadable(2, fault, strict.now, strict.effects);

    assertThat(strict.toppar.version()).as("20..29 are void").isEqualTo(3);
    assertThat(strict.effects.take())
        .filteredOn(Failed.class::isInstance)
        .extracting(effect -> ((Failed) effect).error().fatalToPartition())
        .as("the error that ended reading was void with them, so one is told")
        .containsExactly(true, false);
    assertThat(strict.toppar.state()).isEqualTo(FetchState.NONE);
  }

  private static FetchedPartition watermarks(long high, long stable) {
    return new FetchedPartition(
        TopparFixture.T0, ErrorCode.NONE, high, stable, 0, -1, -1, -1, -1, -1, null, null);
  }

  private static TopparConfig uncommittedWithoutEof() {
    return new TopparConfig(
        ResetPolicy.EARLIEST,
        IsolationLevel.READ_UNCOMMITTED,
        false,
        1_000,
        8_000,
        100,
        100_000,
        0,
        1,
        1,
        0,
        false);
  }
}
