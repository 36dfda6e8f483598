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
    TopparSnapshot before = f.toppar.snapshot();
    f.toppar.stop(f.now, f.effects);

    assertThat(before.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(before.fetchOffset()).isEqualTo(120);
    assertThat(before.appOffset()).isEqualTo(100);
    assertThat(before.queuedRecords()).isEqualTo(20);
    assertThat(before.highWatermark()).isEqualTo(150);
    assertThat(f.toppar.snapshot().state()).isEqualTo(FetchState.STOPPED);
  }

  @Test
  void whatWasReceivedIsCountedThroughSeeksAndStarts() {
    BatchHandle batches = FakeBatches.of(100, 120);
    int bytes = batches.sizeBytes();
    f.fetched(TopparFixture.records(batches, 150));
    f.toppar.seek(100, -1, f.now, f.effects);
    f.fetched(TopparFixture.records(FakeBatches.of(100, 120), 150));

    assertThat(f.toppar.snapshot().receivedRecords()).isEqualTo(40);
    assertThat(f.toppar.snapshot().receivedBytes()).isEqualTo(2L * bytes);
    assertThat(f.toppar.snapshot().queuedRecords()).isEqualTo(20);
  }
}
