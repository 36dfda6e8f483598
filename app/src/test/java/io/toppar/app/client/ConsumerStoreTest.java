package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is stored, when, and what is committed of it. */
@NullUnmarked
class ConsumerStoreTest extends ConsumerFixture {

  @Test
  void storedMeansReleasedAndReadNotHandedOver() {
    reopen(new TestSettings().partitionFetchBytes(130));
    appendBatches(T0, 2, 5);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch first = consumer().poll(SECOND);
    client.settle();
    RecordBatch second = consumer().poll(SECOND);
    assertThat(consumer().storedPosition(T0)).isEmpty();

    readAndClose(second);
    client.settle();
    assertThat(consumer().storedPosition(T0)).as("an earlier batch is still held").isEmpty();
    readAndClose(first);
    client.settle();
    assertThat(consumer().storedPosition(T0)).hasValue(10);
  }

  @Test
  void aBatchLeftHalfReadStoresUpToTheRecordItStoppedAt() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    try (batch) {
      for (Record record : batch) {
        if (record.offset() == 6) {
          break;
        }
      }
    }
    client.settle();
    assertThat(consumer().storedPosition(T0)).hasValue(6);
  }

  @Test
  void anAbandonedBatchStoresNothing() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    batch.forEach(record -> {});
    batch.abandon();
    batch.close();
    client.settle();

    assertThat(consumer().storedPosition(T0)).isEmpty();
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void storedPositionsAreCommittedByIntervalAndAtClose() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.stored(T0)));
    readAll();
    client.pass(Duration.ofSeconds(6));
    assertThat(client.committed(T0)).isEqualTo(10);
    append(T0, 5);
    readAll();

    consumer().close(SECOND);
    assertThat(client.committed(T0)).isEqualTo(15);
  }

  @Test
  void goesOnFromTheStoredOffset() {
    append(T0, 10);
    client.offsets.put(new OffsetKey(T0, TestClient.GROUP), StoredOffset.of(8));
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(readAll()).isEqualTo(range(8, 10));
  }

  @Test
  void commitWritesAtOnceAndAnswersForEachPartition() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.stored(T0), Assignment.beginning(T1)));
    readAll();

    Map<TopicPartition, CommitResult> results = consumer().commit(SECOND);
    assertThat(results.get(T0)).isEqualTo(new CommitResult(T0, ErrorCode.NONE, 10, ""));
    assertThat(results.get(T1).error()).isEqualTo(ErrorCode.LOCAL_NO_OFFSET);
    assertThat(client.committed(T0)).isEqualTo(10);
    assertThat(consumer().committed(List.of(T0, T1), SECOND))
        .containsOnlyKeys(T0)
        .extractingByKey(T0)
        .extracting(StoredOffset::offset)
        .isEqualTo(10L);
  }

  @Test
  void whatIsReadOnAfterACommitFurtherBackIsCommittedAgain() {
    append(T0, 2);
    append(T0, 6);
    reopen(new TestSettings().partitionFetchBytes(1));
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 8));
    consumer().commit(SECOND);
    consumer().seek(T0, 0);
    assertThat(readOne()).isEqualTo(range(0, 2));
    client.settle();
    consumer().commit(SECOND);
    assertThat(client.committed(T0)).isEqualTo(2);

    assertThat(readAll()).isEqualTo(range(2, 8));
    consumer().close();
    assertThat(client.committed(T0)).isEqualTo(8);
  }

  @Test
  void anExplicitStoreIsTakenAsGivenAndVisibleAtOnce() {
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    assertThat(consumer().storedPosition(T0)).isEmpty();

    consumer().store(T0, 4, -1, "m");
    assertThat(consumer().storedPosition(T0)).hasValue(4);
    client.settle();
    consumer().commit(SECOND);
    assertThat(client.offsets.offset(new OffsetKey(T0, TestClient.GROUP)))
        .isEqualTo(new StoredOffset(4, -1, "m"));
  }

  @Test
  void storeIsRefusedWhileReleasesStore() {
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThatThrownBy(() -> consumer().store(T0, 4))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("enable.auto.offset.store");
  }

  @Test
  void nothingRepeatsOverRestartsAndAnEmptyRunStoresNothingElse() { // B129
    append(T0, 10);
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
    consumer().close(SECOND);
    assertThat(client.committed(T0)).isEqualTo(10);
    for (int run = 0; run < 2; run++) {
      client = TestClient.over(cluster, clock, new TestSettings(), client.offsets);
      consumer().assign(List.of(Assignment.stored(T0)));
      assertThat(readAll()).isEmpty();
      assertThat(consumer().position(T0)).hasValue(10);
      consumer().close(SECOND);
      assertThat(client.committed(T0)).isEqualTo(10);
    }
  }

  @Test
  void whatComesBetweenTheFirstRunAndTheNextIsReadThoughTheFirstBeganAtTheEndAndReadNothing() {
    TestSettings latest = new TestSettings().resetPolicy(ResetPolicy.LATEST);
    reopen(latest);
    append(T0, 80);
    consumer().assign(List.of(Assignment.stored(T0)));
    assertThat(readAll()).isEmpty();
    consumer().close(SECOND);
    append(T0, 5);

    client = TestClient.over(cluster, clock, latest, client.offsets);
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(readAll()).isEqualTo(range(80, 85));
  }

  @Test
  void aLookupOfTheStoredOffsetThatFailsForAWhileDoesNotReset() { // B061
    reopen(new TestSettings().resetPolicy(ResetPolicy.LATEST));
    append(T0, 80);
    client.offsets.put(new OffsetKey(T0, TestClient.GROUP), StoredOffset.of(77));
    for (int i = 0; i < 3; i++) {
      client.store.inject(
          new StoreFault.Fail(StoreFault.Operation.LOAD, StoreOutcome.Reason.IO, "disk is away"));
    }
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(events(6))
        .filteredOn(event -> !event.equals("none"))
        .containsExactly("error LOCAL_FS", "batch 77..79", "end 80");
  }

  @Test
  void anIntervalOfAnHourIsAnHour() { // B217
    reopen(new TestSettings().commitInterval(Duration.ofHours(1)));
    append(T0, 10);
    consumer().assign(List.of(Assignment.stored(T0)));
    readAll();
    client.pass(Duration.ofMinutes(59));
    assertThat(client.committed(T0)).isEqualTo(-1);
    client.pass(Duration.ofMinutes(1));
    assertThat(client.committed(T0)).isEqualTo(10);
  }
}
