package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * What a snapshot says of a partition: positions and counts; its lag is in {@link TopparLagTest}.
 */
class TopparSnapshotTest {

  private final TopparFixture f = new TopparFixture().activeAt(100);

  @Test
  void itHoldsTheReadingsOfTheMomentItWasTaken() {
    f.fetched(TopparFixture.records(FakeBatches.of(100, 120), 150));
    TopparSnapshot before = f.toppar.snapshot(f.now);
    f.toppar.stop(f.now, f.effects);

    assertThat(before.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(before.fetchOffset()).isEqualTo(120);
    assertThat(before.appOffset()).isEqualTo(100);
    assertThat(before.queuedRecords()).isEqualTo(20);
    assertThat(before.highWatermark()).isEqualTo(150);
    assertThat(f.toppar.snapshot(f.now).state()).isEqualTo(FetchState.STOPPED);
  }

  @Test
  void whatWasReceivedIsCountedThroughSeeksAndStarts() {
    BatchHandle batches = FakeBatches.of(100, 120);
    int bytes = batches.sizeBytes();
    f.fetched(TopparFixture.records(batches, 150));
    f.toppar.seek(100, -1, f.now, f.effects);
    f.fetched(TopparFixture.records(FakeBatches.of(100, 120), 150));

    assertThat(f.toppar.snapshot(f.now).receivedRecords()).isEqualTo(40);
    assertThat(f.toppar.snapshot(f.now).receivedBytes()).isEqualTo(2L * bytes);
    assertThat(f.toppar.snapshot(f.now).queuedRecords()).isEqualTo(20);
  }

  @Test
  void theDecisionIsThatOfTheMomentThoughNobodyHasPlannedAFetchSince() { // F1
    assertThat(f.toppar.planFetch(f.now, f.plan)).isTrue();
    f.toppar.pause(f.now, f.effects);

    assertThat(f.toppar.snapshot(f.now).decision()).isEqualTo(FetchDecision.PAUSED);
    assertThat(f.toppar.decision()).as("of the last plan").isEqualTo(FetchDecision.FETCH);

    TopparFixture leaderless = new TopparFixture();
    leaderless.toppar.start(5, -1, leaderless.now, leaderless.effects);
    assertThat(leaderless.toppar.snapshot(leaderless.now).decision())
        .as("on no lane, so that it was never asked")
        .isEqualTo(FetchDecision.NO_LEADER);
  }

  @Test
  void theEpochsOfStoredAndCommittedAreThoseGiven() {
    TopparSnapshot fresh = f.toppar.snapshot(f.now);
    assertThat(fresh.storedLeaderEpoch()).isEqualTo(-1);
    assertThat(fresh.committedLeaderEpoch()).isEqualTo(-1);

    f.toppar.store(110, 3, "", f.now, f.effects);
    f.pass(5_000);
    f.toppar.onCommitted(110, 3, f.now, f.effects);
    f.toppar.store(115, 4, "", f.now, f.effects);

    assertThat(f.toppar.snapshot(f.now).storedLeaderEpoch()).isEqualTo(4);
    assertThat(f.toppar.snapshot(f.now).committedLeaderEpoch()).isEqualTo(3);
  }
}
