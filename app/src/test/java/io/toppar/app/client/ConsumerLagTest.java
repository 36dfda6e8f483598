package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.TestClient;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.MemoryTransaction;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** How far a partition is behind (O16, O17). */
@NullUnmarked
class ConsumerLagTest extends ConsumerFixture {

  @Test
  void nothingIsKnownBeforeTheFirstFetchAndNoneOfItIsNegative() { // B163
    append(T0, 29);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(consumer().lag(T0)).isEqualTo(new Lag(-1, -1, -1, -1));
    client.settle();
    assertThat(consumer().lag(T0)).isEqualTo(new Lag(29, 29, -1, -1));
  }

  @Test
  void itIsOfThePositionTheStoredAndTheCommittedOffsetEachForItself() {
    append(T0, 10);
    append(T0, 30);
    consumer().assign(List.of(Assignment.at(T0, 5)));
    client.settle();
    RecordBatch batch = consumer().poll(SECOND);
    assertThat(consumer().lag(T0)).isEqualTo(new Lag(40, 40 - batch.nextOffset(), -1, -1));
    Acknowledgement records = batch.acknowledgement();
    readAndClose(batch);
    records.acknowledgeUpTo(8);
    client.settle();
    consumer().commit(SECOND);
    records.acknowledgeUpTo(9);
    client.settle();
    assertThat(consumer().lag(T0)).isEqualTo(new Lag(40, 40 - batch.nextOffset(), 31, 32));
    records.acknowledge();
    readAll();
    consumer().commit(SECOND);
    assertThat(consumer().lag(T0)).isEqualTo(new Lag(40, 0, 0, 0));
  }

  @Test
  void anOpenTransactionIsNotBehindAndAMarkerAtTheEndIsPassed() {
    append(T0, 10);
    MemoryTransaction open = cluster.begin();
    open.append(T0, List.of(MemoryRecord.of("a"), MemoryRecord.of("b")));
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    assertThat(consumer().lag(T0))
        .as("up to the last stable offset")
        .isEqualTo(new Lag(10, 0, 0, -1));
    open.abort();
    client.pass(SECOND);
    assertThat(consumer().lag(T0).ofPosition()).isEqualTo(6);
    readAll();
    assertThat(consumer().lag(T0)).as("behind the marker").isEqualTo(new Lag(16, 0, 0, -1));
  }

  @Test
  void itCountsOffsetsAndIsZeroAtTheEndOfACompactedLog() { // B172
    append(T0, 1);
    appendBatches(T0, 50, 10);
    cluster.removeRecords(T0, range(100, 480), false);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    assertThat(consumer().lag(T0).ofPosition()).isEqualTo(501);
    List<Long> seen = readAll();
    assertThat(seen).hasSizeLessThan(501);
    assertThat(consumer().lag(T0).ofPosition()).isZero();
    assertThat(consumer().lag(T0).ofStored()).isZero();
  }

  @Test
  void whilePausedItIsAsOfTheLastFetchAndAskingTellsTheTruth() {
    append(T0, 10);
    client.offsets.put(new OffsetKey(T0, TestClient.GROUP), StoredOffset.of(4));
    consumer().assign(List.of(Assignment.stored(T0)));
    client.settle();
    consumer().pause(List.of(T0));
    client.pass(Duration.ofSeconds(5));
    append(T0, 90);
    client.pass(Duration.ofSeconds(5));

    assertThat(consumer().lag(T0)).isEqualTo(new Lag(10, 6, -1, 6));
    assertThat(consumer().queryLag(List.of(T0), SECOND).get(T0))
        .isEqualTo(new LagResult(T0, ErrorCode.NONE, 4, 100, ""))
        .extracting(LagResult::lag)
        .isEqualTo(96L);
  }

  @Test
  void askingAnswersForEveryPartitionAssignedOrNot() {
    append(T0, 10);
    append(S0, 3);
    TopicPartition missing = new TopicPartition("t", 7);
    client.offsets.put(new OffsetKey(T0, TestClient.GROUP), StoredOffset.of(12));

    Map<TopicPartition, LagResult> told = consumer().queryLag(List.of(T0, S0, missing), SECOND);

    assertThat(told.get(T0).lag()).as("past the end").isEqualTo(-1); // B165
    assertThat(told.get(T0).committed()).isEqualTo(12);
    assertThat(told.get(S0)).isEqualTo(new LagResult(S0, ErrorCode.NONE, -1, 3, ""));
    assertThat(told.get(S0).lag()).as("nothing is committed").isEqualTo(-1); // B163
    assertThat(told.get(missing).isOk()).isFalse();
    assertThat(told.get(missing).error()).isEqualTo(ErrorCode.LOCAL_UNKNOWN_PARTITION);
  }

  @Test
  void anOffsetThatCannotBeReadIsAnErrorOfItsPartition() {
    append(T0, 10);
    append(S0, 3);
    client.store.inject(
        new StoreFault.Fail(StoreFault.Operation.LOAD, StoreOutcome.Reason.IO, "the disk is away"));
    Map<TopicPartition, LagResult> told = consumer().queryLag(List.of(T0, S0), SECOND);
    assertThat(told.get(T0))
        .isEqualTo(new LagResult(T0, ErrorCode.LOCAL_FS, -1, 10, "the disk is away"));
    assertThat(told.get(S0).isOk()).isTrue();
  }
}
