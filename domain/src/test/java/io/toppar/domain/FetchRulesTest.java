package io.toppar.domain;

import static io.toppar.domain.TopparFixture.LEADER;
import static io.toppar.domain.TopparFixture.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.TopparEffect.EndOfPartition;
import io.toppar.domain.TopparEffect.FetchChanged;
import org.junit.jupiter.api.Test;

/** Rules of fetching that stand in no story of their own. */
final class FetchRulesTest {

  private static final FetchedPartition DAMAGED =
      TopparFixture.fault(BatchFault.Kind.CHECKSUM, 10, 12, 90, 20);

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void aPositionPastTheLastStableOffsetHasReachedTheEnd() {
    f.activeAt(20);

    f.fetched(TopparFixture.nothing(15));

    assertThat(f.effects.only(TopparEffect.EndOfPartition.class).offset()).isEqualTo(20);
  }

  @Test
  void aHandOverOfMoreThanWasDeliveredIsRefusedAndChangesNothing() {
    f.activeAt(10);
    FakeBatches batches = FakeBatches.of(10, 13);
    f.fetched(TopparFixture.records(batches, 30));
    f.effects.take();
    int version = f.toppar.version();

    assertThatThrownBy(() -> f.toppar.onHandedOver(version, 20, 0, 10, 10, f.now, f.effects))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more was handed over than delivered");

    assertThat(f.toppar.snapshot(f.now).queuedRecords()).isEqualTo(batches.recordCount());
  }

  @Test
  void theReasonNotToFetchIsTheFirstThatHolds() { // F1
    f.activeAt(10);
    f.fetched(TopparFixture.records(FakeBatches.of(10, 110), 300));
    assertThat(decision()).isEqualTo(FetchDecision.QUEUE_FULL_RECORDS);
    f.fetched(DAMAGED);
    assertThat(decision()).isEqualTo(FetchDecision.BACKING_OFF);
    toppar.pause(f.now, f.effects);
    assertThat(decision()).isEqualTo(FetchDecision.PAUSED);
    toppar.onLeader(2, -1, f.now, f.effects);
    assertThat(decision()).isEqualTo(FetchDecision.MIGRATING);
    toppar.onLeader(Toppar.NO_BROKER, -1, f.now, f.effects);
    f.left(LEADER);
    assertThat(decision()).isEqualTo(FetchDecision.NO_LEADER);
    toppar.seek(Offsets.END, -1, f.now, f.effects);
    assertThat(decision()).isEqualTo(FetchDecision.LOGICAL_POSITION);
    toppar.stop(f.now, f.effects);
    assertThat(decision()).isEqualTo(FetchDecision.NOT_ACTIVE);
  }

  private FetchDecision decision() {
    assertThat(f.plans()).isFalse();
    return toppar.decision();
  }

  @Test
  void aPartitionWithEnoughBytesWaitingIsNotFetched() { // F4
    TopparConfig usual = TopparFixture.config(ResetPolicy.EARLIEST);
    TopparFixture small = new TopparFixture(withQueuedBytes(usual, 50)).activeAt(0);
    small.fetched(TopparFixture.records(FakeBatches.of(0, 4), 20));
    assertThat(small.plans()).as("40 bytes").isTrue();
    small.fetched(TopparFixture.records(FakeBatches.of(4, 5), 20));
    assertThat(small.plans()).as("50 bytes").isFalse();
    assertThat(small.toppar.decision()).isEqualTo(FetchDecision.QUEUE_FULL_BYTES);
    small.effects.take();

    small.toppar.onHandedOver(2, 4, 0, 4, 40, small.now, small.effects);

    assertThat(small.effects.take()).containsExactly(new FetchChanged(small.toppar));
    assertThat(small.plans()).isTrue();
  }

  private static TopparConfig withQueuedBytes(TopparConfig usual, long bytes) {
    return new TopparConfig(
        usual.resetPolicy(),
        usual.isolationLevel(),
        usual.partitionEof(),
        usual.maxPartitionFetchBytes(),
        usual.maxFetchBytes(),
        usual.maxQueuedRecords(),
        bytes,
        usual.errorBackoffNanos(),
        usual.queryBackoffNanos(),
        usual.resetDelayNanos(),
        usual.commitIntervalNanos(),
        usual.commits());
  }

  @Test
  void theBackOffOfAnErrorEndsWithASeek() { // section 3.3, invariant 65
    f.activeAt(10);
    f.fetched(DAMAGED);
    assertThat(toppar.deadline()).isEqualTo(f.now + millis(500));

    toppar.seek(13, -1, f.now, f.effects);

    assertThat(f.plans()).isTrue();
    assertThat(toppar.deadline()).isEqualTo(Deadlines.NONE);
  }

  @Test
  void whatOnlyMovesThePositionDoesNotGrowTheSizeAskedFor() { // F17, invariant 43
    f.activeAt(20);
    for (long next = 25; next < 50; next += 5) {
      f.fetched(TopparFixture.records(new FakeBatches(next - 5, next, 0, 0), 90));
      assertThat(f.plans()).isTrue();
      assertThat(f.plan.fetchOffset()).isEqualTo(next);
      assertThat(f.plan.maxBytes()).isEqualTo(1_000);
    }
  }

  @Test
  void theEndOfThePartitionMovesNoPosition() { // F18, invariant 71
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 5), 5));
    assertThat(f.effects.take(EndOfPartition.class)).hasSize(1);

    assertThat(toppar.appOffset()).as("0..4 are not handed over yet").isZero();
    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.fetchOffset()).isEqualTo(5);
  }

  @Test
  void anErrorMovesNoPosition() { // F18
    f.activeAt(10);
    f.fetched(TopparFixture.records(FakeBatches.of(10, 13), 20));
    f.fetched(TopparFixture.error(ErrorCode.TOPIC_AUTHORIZATION_FAILED));
    f.fetched(TopparFixture.error(ErrorCode.UNKNOWN_SERVER_ERROR));

    assertThat(toppar.appOffset()).isEqualTo(10);
    assertThat(toppar.fetchOffset()).isEqualTo(13);
    assertThat(toppar.storedOffset()).isEqualTo(Offsets.INVALID);
  }

  @Test
  void theEndIsToldAgainToEachStart() { // S3, F9
    f.activeAt(5);
    f.fetched(TopparFixture.nothing(5));
    assertThat(f.effects.take(EndOfPartition.class)).hasSize(1);
    toppar.start(5, -1, f.now, f.effects);

    f.fetched(TopparFixture.nothing(5));

    assertThat(f.effects.only(EndOfPartition.class).version()).isEqualTo(3);
  }
}
