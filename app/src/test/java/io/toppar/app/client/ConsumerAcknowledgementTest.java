package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.BatchFault;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Records acknowledged one by one, in whatever order. */
@NullUnmarked
class ConsumerAcknowledgementTest extends ConsumerFixture {

  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void storedIsTheLowestUnfinishedOffsetInWhateverOrderRecordsAreFinished() {
    append(T0, 10);
    Acknowledgement records = takeAll(Assignment.beginning(T0));
    acknowledge(records, 3, 2, 9);
    assertThat(stored()).isEmpty();
    acknowledge(records, 0);
    assertThat(stored()).hasValue(1);
    acknowledge(records, 1);
    assertThat(stored()).hasValue(4);
    acknowledge(records, 8, 7, 6, 4);
    assertThat(stored()).hasValue(5);
    assertThat(records.unfinished()).isEqualTo(1);
    assertThat(records.isOver()).isFalse();
    acknowledge(records, 5);

    assertThat(stored()).hasValue(10);
    assertThat(records.isOver()).isTrue();
  }

  @Test
  void aBatchThatIsFinishedBeforeTheOneBeforeItWaitsForThat() {
    oneBatchEach(3, 100);
    consumer().assign(List.of(Assignment.beginning(T0)));
    Acknowledgement first = takeOne();
    Acknowledgement second = takeOne();
    Acknowledgement third = takeOne();
    second.acknowledge();
    acknowledge(third, 10);
    assertThat(stored()).isEmpty();
    acknowledge(first, 1, 2, 3, 4);
    assertThat(stored()).isEmpty();

    acknowledge(first, 0);
    assertThat(stored()).as("and what is finished of the third").hasValue(11);
  }

  @Test
  void batchesOfBothKindsWaitForOneAnother() {
    oneBatchEach(3, 100);
    consumer().assign(List.of(Assignment.beginning(T0)));
    Acknowledgement first = takeOne();
    readOne();
    RecordBatch held = next();
    Acknowledgement third = held.acknowledgement();
    readAndClose(held);
    third.acknowledge();
    assertThat(stored()).isEmpty();
    first.acknowledge();
    assertThat(stored()).hasValue(15);
  }

  @Test
  void closingTheBatchIsNoAcknowledgementOnceThatWasTaken() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = next();
    Acknowledgement records = batch.acknowledgement();
    assertThat(batch.acknowledgement()).isSameAs(records);
    readAndClose(batch);
    client.pass(LONG);

    assertThat(stored()).isEmpty();
    assertThat(cluster.outstandingBuffers()).as("the memory went back").isZero();
    consumer().close(SECOND);
    assertThat(client.committed(T0)).isEqualTo(-1);
  }

  @Test
  void whatWasNotReadIsNotFinishedUntilAllIs() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = next();
    Acknowledgement records = batch.acknowledgement();
    try (batch) {
      for (Record record : batch) {
        records.acknowledge(record.offset());
        if (record.offset() == 5) {
          break;
        }
      }
    }
    assertThat(stored()).hasValue(6);
    assertThatThrownBy(() -> records.acknowledge(7))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not read yet")
        .hasMessageContaining("0..9 of t[0]");
    records.acknowledgeUpTo(8);
    assertThat(stored()).hasValue(8);
    records.acknowledge();
    assertThat(stored()).hasValue(10);
  }

  @Test
  void acknowledgingAgainIsHarmless() {
    append(T0, 10);
    Acknowledgement records = takeAll(Assignment.beginning(T0));
    assertThat(records.acknowledge(0)).isTrue();
    assertThat(records.acknowledge(0)).isFalse();
    records.acknowledge();
    records.acknowledge();
    records.acknowledgeUpTo(4);
    records.abandon();
    assertThat(records.acknowledge(4)).isFalse();

    assertThat(stored()).hasValue(10);
    assertThat(records.unfinished()).isZero();
  }

  @Test
  void offsetsOutsideTheBatchAndAcknowledgementsTakenTooLateAreRefused() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.at(T0, 4)));
    RecordBatch batch = next();
    Acknowledgement records = batch.acknowledgement();
    readAndClose(batch);
    assertThatThrownBy(() -> records.acknowledge(3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> records.acknowledge(10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> records.acknowledgeUpTo(11))
        .isInstanceOf(IllegalArgumentException.class);

    append(T0, 5);
    RecordBatch begun = next();
    assertThat(begun.iterator().hasNext()).isTrue();
    assertThatThrownBy(begun::acknowledgement)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before its records");
    begun.close();
    append(T0, 5);
    RecordBatch closed = next();
    closed.close();
    assertThatThrownBy(closed::acknowledgement).hasMessageContaining("released");
  }

  @Test
  void offsetsWithoutRecordsNeedNoAcknowledgement() { // B094
    append(T0, 4);
    appendTransaction(T0, 3, true);
    appendTransaction(T0, 3, false);
    append(T0, 2);
    append(T0, 1);
    cluster.removeRecords(T0, List.of(1L, 2L, 13L), false);
    consumer().assign(List.of(Assignment.beginning(T0)));
    List<Long> seen = new ArrayList<>();
    RecordBatch batch = consumer().poll(SECOND);
    while (batch != null) {
      Acknowledgement records = batch.acknowledgement();
      for (Long offset : readAndClose(batch)) {
        seen.add(offset);
        records.acknowledge(offset);
      }
      batch = consumer().poll(SECOND);
    }

    assertThat(seen).isEqualTo(List.of(0L, 3L, 4L, 5L, 6L, 12L, 14L));
    assertThat(stored()).hasValue(cluster.highWatermark(T0));
  }

  @Test
  void theEpochOfTheRecordBeforeIsStoredWithIt() {
    append(T0, 5);
    int first = cluster.leaderEpoch(T0);
    cluster.moveLeader(T0, 2);
    append(T0, 5);
    Acknowledgement records = takeAll(Assignment.beginning(T0));
    records.acknowledgeUpTo(5);
    assertThat(committed()).isEqualTo(new StoredOffset(5, first, ""));
    records.acknowledgeUpTo(7);
    assertThat(committed()).isEqualTo(new StoredOffset(7, first + 1, ""));
    records.acknowledge();
    assertThat(committed()).isEqualTo(new StoredOffset(10, first + 1, ""));
  }

  @Test
  void aPositionBehindAHoleWhereTheLeaderChangedIsNotTakenForOneInACutLog() {
    append(T0, 3);
    cluster.moveLeader(T0, 2);
    appendTransaction(T0, 3, false);
    append(T0, 2);
    Acknowledgement records = takeAll(Assignment.beginning(T0));
    records.acknowledgeUpTo(3);
    assertThat(committed()).isEqualTo(new StoredOffset(7, -1, ""));
    consumer().close(SECOND);
    client = TestClient.over(cluster, clock, new TestSettings(), client.offsets);
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(events(2)).containsExactly("batch 7..8", "end 9");
  }

  private StoredOffset committed() {
    client.settle();
    consumer().commit(SECOND);
    return client.offsets.offset(new OffsetKey(T0, TestClient.GROUP));
  }

  @Test
  void explicitAcknowledgementsStoreWithoutAutoStoreToo() {
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    Acknowledgement records = takeAll(Assignment.beginning(T0));
    assertThat(stored()).isEmpty();
    acknowledge(records, 0, 1, 2);
    assertThat(stored()).hasValue(3);
    append(T0, 5);
    readOne();
    acknowledge(records, 3);
    assertThat(stored()).as("a batch without acknowledgement says nothing").hasValue(4);
  }

  @Test
  void recordsOutliveTheirBatchAndAreAcknowledgedWhenTheyAreThrough() {
    append(T0, 6);
    append(T1, 3);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    List<Runnable> work = new ArrayList<>();
    for (int polls = 0; polls < 4; polls++) {
      try (Records records = consumer().pollRecords(SECOND)) {
        for (RecordBatch batch : records.batches()) {
          Acknowledgement done = batch.acknowledgement();
          for (Record record : batch) {
            Record own = record.copy();
            work.add(() -> done.acknowledge(own.offset()));
          }
        }
      }
    }
    assertThat(work).hasSize(9);
    assertThat(stored()).isEmpty();
    for (int i = work.size() - 1; i >= 0; i--) {
      work.get(i).run();
    }
    assertThat(stored()).hasValue(6);
    assertThat(consumer().storedPosition(T1)).hasValue(3);
  }

  @Test
  void whatIsAbandonedHoldsNothingBackAndStoresNoMoreThanWasFinished() {
    oneBatchEach(2, 100);
    consumer().assign(List.of(Assignment.beginning(T0)));
    Acknowledgement first = takeOne();
    Acknowledgement second = takeOne();
    acknowledge(first, 0, 1, 4);
    second.acknowledge();
    assertThat(stored()).hasValue(2);
    consumer().commit(SECOND);
    first.abandon();
    assertThat(stored()).hasValue(10);

    append(T0, 5);
    RecordBatch third = next();
    Acknowledgement none = third.acknowledgement();
    third.abandon();
    assertThat(none.isOver()).isTrue();
    assertThat(stored()).hasValue(10);
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void afterASeekBackWhatComesAgainHoldsNothingBackAndWhatDoesNotStillDoes() {
    append(T0, 10);
    Acknowledgement old = takeAll(Assignment.beginning(T0));
    acknowledge(old, 0, 7);
    assertThat(stored()).hasValue(1);
    consumer().seek(T0, 3);
    assertThat(old.counts()).isFalse();
    Acknowledgement again = takeOne();
    again.acknowledge();
    assertThat(stored()).as("1 and 2 do not come again").hasValue(1);

    acknowledge(old, 1);
    assertThat(stored()).as("by itself it stores nothing").hasValue(1);
    acknowledge(old, 2);
    assertThat(stored()).hasValue(10);
    acknowledge(old, 3, 4, 5);
    assertThat(stored()).hasValue(10);
  }

  @Test
  void afterASeekToTheStartNothingOldIsWaitedFor() {
    append(T0, 10);
    Acknowledgement old = takeAll(Assignment.beginning(T0));
    consumer().seek(T0, 0);
    takeOne().acknowledge();
    assertThat(stored()).hasValue(10);
    old.acknowledge();
    client.settle();
    assertThat(stored()).hasValue(10);
  }

  @Test
  void acknowledgementsThatWaitAreForgottenWhenThePartitionIsRevoked() { // B153
    oneBatchEach(4, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    Acknowledgement old = takeOne();
    Acknowledgement older = takeOne();
    acknowledge(older, 5, 6, 7);
    assertThat(consumer().withheld(T0)).hasValue(Withheld.UNFINISHED_RECORDS);
    consumer().unassign();
    client.settle();
    consumer().assign(List.of(Assignment.at(T0, 8)));

    assertThat(consumer().withheld(T0)).isEmpty();
    Acknowledgement fresh = takeOne();
    assertThat(consumer().unfinishedRecords(T0)).isLessThan(10);
    fresh.acknowledge();
    assertThat(stored()).hasValue(10);
    old.acknowledge();
    older.acknowledge();
    client.settle();
    assertThat(stored()).hasValue(10);
    assertThat(readAll()).isEqualTo(range(10, 20));
    consumer().close(SECOND);
    assertThat(client.committed(T0)).isEqualTo(20);
  }

  @Test
  void anotherStartOfAnAssignedPartitionForgetsThemToo() { // B153
    oneBatchEach(4, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    Acknowledgement old = takeOne();
    takeOne();
    assertThat(consumer().poll(SECOND)).isNull();
    consumer().assign(List.of(Assignment.at(T0, 15)));
    takeOne().acknowledge();
    old.acknowledge();
    assertThat(stored()).hasValue(20);
  }

  @Test
  void noMoreIsHandedOutThanMayBeUnfinishedAndThatIsSaid() { // B153
    oneBatchEach(4, 10);
    append(T1, 5);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    List<Acknowledgement> taken = new ArrayList<>();
    RecordBatch batch = consumer().poll(SECOND);
    while (batch != null) {
      taken.add(batch.acknowledgement());
      readAndClose(batch);
      client.settle();
      batch = consumer().poll(SECOND);
    }
    taken.removeIf(one -> !one.topicPartition().equals(T0));
    assertThat(taken).as("two batches of five; the other partition went on").hasSize(2);
    assertThat(consumer().unfinishedRecords(T0)).isEqualTo(10);
    assertThat(consumer().withheld(T0)).hasValue(Withheld.UNFINISHED_RECORDS);
    assertThat(consumer().withheld(T1)).isEmpty();
    taken.get(1).acknowledge();
    client.settle();
    assertThat(consumer().withheld(T0)).as("the first is still open").isPresent();

    taken.get(0).acknowledge();
    assertThat(readAll()).isEqualTo(range(10, 20));
    assertThat(consumer().unfinishedRecords(T0)).isZero();
    consumer().pause(List.of(T0));
    assertThat(consumer().withheld(T0)).hasValue(Withheld.PAUSED);
  }

  @Test
  void aSeekBackOverThemOpensTheGateToo() { // B153
    oneBatchEach(2, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    takeOne();
    takeOne();
    assertThat(consumer().poll(SECOND)).isNull();
    consumer().seek(T0, 0);
    assertThat(readAll()).isEqualTo(range(0, 10));
    assertThat(stored()).hasValue(10);
  }

  @Test
  void whatATruncationCutAwayNeedsNoAcknowledgementAndGetsNone() {
    append(T0, 120);
    Acknowledgement old = takeAll(Assignment.beginning(T0));
    old.acknowledgeUpTo(90);
    assertThat(stored()).hasValue(90);
    cluster.electUnclean(T0, 2, 100);
    append(T0, 50);
    assertThat(events(2)).containsExactly("end 120", "reset 120 to 100");
    takeOne().acknowledge();
    assertThat(stored()).as("90 to 99 are still being worked on").hasValue(90);

    old.acknowledge();
    assertThat(stored()).hasValue(150);
  }

  @Test
  void anAcknowledgementOfATopicThatWasMadeAgainMovesNothingInTheNewOne() { // B221
    append(T0, 500);
    Acknowledgement old = takeAll(Assignment.beginning(T0));
    acknowledge(old, 0);
    cluster.recreateTopic("t");
    append(T0, 5);
    client.pass(LONG);
    old.acknowledge();
    client.pass(LONG);
    assertThat(stored()).hasValue(0);

    assertThat(readAll()).isEqualTo(range(0, 5));
    client.pass(LONG);
    assertThat(client.committed(T0)).isEqualTo(5);
  }

  @Test
  void recordsBeforeUnreadableOnesAreStoredOnceTheyAreFinished() { // B108
    append(T0, 10);
    append(T0, 3);
    cluster.damage(T0, 11, BatchFault.Kind.CHECKSUM);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = next();
    Acknowledgement records = batch.acknowledgement();
    assertThatThrownBy(() -> batch.forEach(record -> {}))
        .isInstanceOf(UnreadableRecordsException.class);
    batch.close();
    client.settle();
    assertThat(stored()).isEmpty();
    consumer().seek(T0, 13);
    append(T0, 2);
    Acknowledgement behind = takeAfterErrors();
    behind.acknowledge();
    assertThat(stored()).as("0 to 9 are open").isEmpty();

    for (long offset = 0; offset < 10; offset++) {
      records.acknowledge(offset);
    }
    assertThat(stored()).as("what cannot be read was stepped over by the seek").hasValue(15);
  }

  private Acknowledgement takeAfterErrors() {
    ConsumerEvent event = consumer().pollEvent(SECOND);
    while (!(event instanceof ConsumerEvent.Batch)) {
      event = Objects.requireNonNull(consumer().pollEvent(LONG));
    }
    RecordBatch batch = ((ConsumerEvent.Batch) event).batch();
    Acknowledgement records = batch.acknowledgement();
    readAndClose(batch);
    return records;
  }

  @Test
  void afterARestartWhatWasNotAcknowledgedComesAgainAndWhatLiesBehindIt() {
    append(T0, 10);
    Acknowledgement records = takeAll(Assignment.stored(T0));
    acknowledge(records, 0, 1, 2, 4, 5);
    consumer().close(SECOND);
    client = TestClient.over(cluster, clock, new TestSettings(), client.offsets);
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(readAll()).isEqualTo(range(3, 10));
  }

  @Test
  void metadataStoredFromABatchComesBackAndAnOldBatchStoresNothing() {
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = next();
    assertThat(batch.store(4, "four")).isTrue();
    assertThat(stored()).hasValue(4);
    readAndClose(batch);
    assertThat(batch.store(10, "ten")).as("released").isTrue();
    consumer().commit(SECOND);
    assertThat(client.offsets.offset(new OffsetKey(T0, TestClient.GROUP)))
        .isEqualTo(new StoredOffset(10, cluster.leaderEpoch(T0), "ten"));
    consumer().seek(T0, 2);
    assertThat(batch.store(10, "")).isFalse();
    consumer().store(T0, 3);
    client.settle();
    assertThat(stored()).as("by number it is an order").hasValue(3);
  }

  @Test
  void aBatchOfATopicThatWasMadeAgainStoresNothingThere() { // B221
    reopen(new TestSettings().explicitStore());
    append(T0, 500);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = next();
    cluster.recreateTopic("t");
    append(T0, 5);
    client.pass(LONG);

    assertThat(batch.store(500, "")).isFalse();
    assertThat(stored()).hasValue(0);
    batch.close();
  }

  @Test
  void storingFromABatchTakesAnOffsetBehindOneOfItsRecords() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.at(T0, 5)));
    RecordBatch releases = next();
    assertThatThrownBy(() -> releases.store(7, "")).hasMessageContaining("auto.offset.store");
    releases.close();
    reopen(new TestSettings().explicitStore());
    consumer().assign(List.of(Assignment.at(T0, 5)));
    RecordBatch batch = next();
    assertThatThrownBy(() -> batch.store(5, "")).hasMessageContaining("5..9 of t[0]");
    assertThatThrownBy(() -> batch.store(11, "")).hasMessageContaining("behind a record");
    batch.close();
    consumer().close(SECOND);
    assertThat(batch.store(7, "")).isFalse();
  }

  /** Appends batches of five that come one by one, of which so many records may be unfinished. */
  private void oneBatchEach(int batches, int limit) {
    reopen(new TestSettings().partitionFetchBytes(1).unfinishedLimit(limit));
    appendBatches(T0, batches, 5);
  }

  private RecordBatch next() {
    return Objects.requireNonNull(consumer().poll(SECOND), "no records came");
  }

  /** Assigns one partition, and takes what comes first of it. */
  private Acknowledgement takeAll(Assignment assignment) {
    consumer().assign(List.of(assignment));
    return takeOne();
  }

  /** Takes a batch, reads it whole and closes it. */
  private Acknowledgement takeOne() {
    RecordBatch batch = next();
    Acknowledgement records = batch.acknowledgement();
    readAndClose(batch);
    client.settle();
    return records;
  }

  private static void acknowledge(Acknowledgement records, long... offsets) {
    for (long offset : offsets) {
      assertThat(records.acknowledge(offset)).as("%d", offset).isTrue();
    }
  }

  private OptionalLong stored() {
    client.settle();
    return consumer().storedPosition(T0);
  }
}
