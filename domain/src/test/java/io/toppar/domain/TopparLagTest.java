package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The lag of a partition, where others have told wrong ones (O17). */
final class TopparLagTest {

  private final TopparFixture f = new TopparFixture();
  private final Toppar toppar = f.toppar;

  @Test
  void itIsWhatLiesBetweenThePositionAndTheEndThatCanBeRead() {
    f.activeAt(100);
    assertThat(toppar.lag()).as("nothing is known").isEqualTo(-1);
    f.fetched(endsAt(160, 150));
    assertThat(toppar.lagStored()).as("nothing is stored").isEqualTo(-1);
    toppar.store(130, -1, "", f.now, f.effects);

    assertThat(toppar.lagStored()).as("to the last stable offset").isEqualTo(20);
    assertThat(toppar.lag()).as("nothing is committed").isEqualTo(-1);
    f.pass(5_000);
    toppar.onCommitted(130, -1, f.now, f.effects);
    assertThat(toppar.lag()).isEqualTo(20);
    assertThat(toppar.snapshot(f.now).lag()).isEqualTo(20);
    assertThat(toppar.snapshot(f.now).lagStored()).isEqualTo(20);
  }

  @Test
  void underReadUncommittedItGoesToTheHighWatermark() {
    TopparFixture all = new TopparFixture(uncommitted()).activeAt(100);
    all.fetched(endsAt(160, 150));
    all.toppar.store(130, -1, "", all.now, all.effects);
    assertThat(all.toppar.lagStored()).isEqualTo(30);
  }

  @Test
  void betweenTheLastStableOffsetAndTheHighWatermarkItIsNotKnown() {
    f.activeAt(100);
    f.fetched(endsAt(160, 150));
    toppar.store(151, -1, "", f.now, f.effects);
    assertThat(toppar.lagStored()).isEqualTo(-1);
  }

  @Test
  void aPauseLeavesItAsItWasAndANewTopicEndsIt() {
    f.activeAt(100);
    f.fetched(endsAt(160, 150));
    commit(130);
    toppar.pause(f.now, f.effects);
    assertThat(toppar.lag()).as("as of the last Fetch").isEqualTo(20);
    toppar.onTopicId(new TopicId(1, 1), f.now, f.effects);
    assertThat(toppar.lag()).isEqualTo(20);

    toppar.onTopicId(new TopicId(1, 2), f.now, f.effects);

    assertThat(toppar.lag()).isEqualTo(-1);
    assertThat(toppar.lagStored()).isEqualTo(-1);
  }

  @Test
  void b163WithoutAPositionThereIsNoLag() {
    f.activeAt(0);
    f.fetched(TopparFixture.nothing(29));

    assertThat(toppar.committedOffset()).isEqualTo(Offsets.INVALID);
    assertThat(toppar.lag()).isEqualTo(-1);
    assertThat(toppar.lagStored()).isEqualTo(-1);
  }

  @Test
  void b165AnEndThatIsOlderThanThePositionGivesNoLagAndNoNegativeOne() {
    f.activeAt(100);
    f.fetched(TopparFixture.nothing(100));
    commit(104);
    assertThat(toppar.lag()).isEqualTo(-1);

    f.fetched(TopparFixture.nothing(104));

    assertThat(toppar.lag()).isZero();
  }

  @Test
  void b172TheLagIsADistanceOfOffsetsThatDropsAtOnceOverGapsAndEndsAtZero() {
    f.activeAt(0);
    commit(0);
    f.fetched(kept(5_000_000));
    assertThat(toppar.lag()).isEqualTo(9_000_001);
    commit(5_000_001);
    assertThat(toppar.lag()).isEqualTo(4_000_000);
    f.fetched(kept(9_000_000));
    commit(9_000_001);
    assertThat(toppar.lag()).isZero();
  }

  @Test
  void theLagOfTheStoredPositionIsOfThatAndNotOfWhatWasHandedOver() { // invariant 32
    f.activeAt(0);
    f.fetched(TopparFixture.records(FakeBatches.of(0, 10), 40));
    toppar.onHandedOver(2, 10, 0, 10, 100, f.now, f.effects);
    assertThat(toppar.lagStored()).isEqualTo(-1);

    toppar.onReleased(2, 10, 0, f.now, f.effects);

    assertThat(toppar.lagStored()).isEqualTo(30);
    assertThat(toppar.lag()).as("nothing is committed").isEqualTo(-1);
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

  private static TopparConfig uncommitted() {
    TopparConfig usual = TopparFixture.config(ResetPolicy.EARLIEST);
    return new TopparConfig(
        usual.resetPolicy(),
        IsolationLevel.READ_UNCOMMITTED,
        usual.partitionEof(),
        usual.maxPartitionFetchBytes(),
        usual.maxFetchBytes(),
        usual.maxQueuedRecords(),
        usual.maxQueuedBytes(),
        usual.errorBackoffNanos(),
        usual.queryBackoffNanos(),
        usual.resetDelayNanos(),
        usual.commitIntervalNanos(),
        usual.commits());
  }

  private static FetchedPartition kept(long offset) {
    return TopparFixture.records(new FakeBatches(offset, offset + 1, 0, 1), 9_000_001);
  }

  private void commit(long offset) {
    toppar.store(offset, -1, "", f.now, f.effects);
    f.pass(5_000);
    toppar.onCommitted(offset, -1, f.now, f.effects);
  }
}
