package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a snapshot says of a partition: positions, counts, lag. */
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

  @Test
  void lagIsWhatLiesBetweenThePositionAndTheEndThatCanBeRead() { // O17
    assertThat(f.toppar.lag()).as("nothing is known").isEqualTo(-1);
    f.fetched(endsAt(160, 150));
    assertThat(f.toppar.lagStored()).as("nothing is stored").isEqualTo(-1);
    f.toppar.store(130, -1, "", f.now, f.effects);

    assertThat(f.toppar.lagStored()).as("to the last stable offset").isEqualTo(20);
    assertThat(f.toppar.lag()).as("nothing is committed").isEqualTo(-1);
    f.pass(5_000);
    f.toppar.onCommitted(130, -1, f.now, f.effects);
    assertThat(f.toppar.lag()).isEqualTo(20);
  }

  @Test
  void aPositionPastTheEndHasNoLag() {
    f.fetched(endsAt(160, 150));
    f.toppar.store(151, -1, "", f.now, f.effects);

    assertThat(f.toppar.lagStored()).isEqualTo(-1);
  }

  private static FetchedPartition endsAt(long highWatermark, long lastStable) {
    return new FetchedPartition(
        TopparFixture.T0,
        ErrorCode.NONE,
        highWatermark,
        lastStable,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
        null,
        null);
  }
}
