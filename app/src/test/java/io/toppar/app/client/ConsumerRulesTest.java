package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Rules of reading that stand in no story of their own, as the application meets them. */
@NullUnmarked
class ConsumerRulesTest extends ConsumerFixture {

  @Test
  void startsOfEveryKindStandBesideOneAnother() { // L13, invariant 28
    append(T0, 10);
    append(T1, 10);
    append(S0, 10);
    client.offsets.put(new OffsetKey(T1, TestClient.GROUP), StoredOffset.of(6));
    consumer()
        .assign(
            List.of(
                Assignment.at(T0, 3), Assignment.stored(T1), Assignment.at(S0, Offsets.tail(2))));

    client.settle();
    assertThat(consumer().position(T0)).hasValue(3);
    assertThat(consumer().position(T1)).hasValue(6);
    assertThat(consumer().position(S0)).hasValue(8);
    assertThat(readAll()).hasSize(7 + 4 + 2);
  }

  @Test
  void aSeekRightBehindAnAssignmentHolds() { // F29
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().seek(T0, 7);

    assertThat(readAll()).isEqualTo(range(7, 10));
  }

  @Test
  void aRecordIsFoundByHalving() { // scenario 0059
    for (int i = 0; i < 100; i++) {
      cluster.append(T0, MemoryRecord.of("r").at(10L * i));
    }
    consumer().assign(List.of(Assignment.beginning(T0)));
    long from = 0;
    long to = 100;
    while (from < to) {
      long middle = (from + to) / 2;
      consumer().seek(T0, middle);
      try (RecordBatch batch = consumer().poll(SECOND)) {
        Record first = batch.iterator().next();
        assertThat(first.offset()).isEqualTo(middle);
        if (first.timestamp() < 625) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
    }
    assertThat(from).isEqualTo(63);
    assertThat(consumer().offsetsForTimes(Map.of(T0, 625L), SECOND).get(T0).offset()).isEqualTo(63);
  }

  @Test
  void timesAreLookedUpForEachPartition() { // O18
    cluster.append(T0, MemoryRecord.of("a").at(1_000), MemoryRecord.of("b").at(2_000));
    cluster.append(T1, MemoryRecord.of("a").at(1_000));
    TopicPartition missing = new TopicPartition("t", 5);
    Map<TopicPartition, OffsetResult> found =
        consumer().offsetsForTimes(Map.of(T0, 1_500L, T1, 1_500L, missing, 1_500L), SECOND);

    assertThat(found.get(T0).offset()).isEqualTo(1);
    assertThat(found.get(T0).timestamp()).isEqualTo(2_000);
    assertThat(found.get(T1).isOk()).as("there is none").isTrue();
    assertThat(found.get(T1).offset()).isEqualTo(-1);
    assertThat(found.get(missing).error()).isEqualTo(ErrorCode.LOCAL_UNKNOWN_PARTITION);
  }

  @Test
  void aQuestionForTheBoundsKeepsItsTimeoutAsAWhole() { // O16, invariant 56
    append(T0, 1);
    assertThat(consumer().queryWatermarks(T0, SECOND)).isEqualTo(new Watermarks(0, -1, 1));
    cluster.silence(1);
    long before = clock.nanoTime();

    assertThatThrownBy(() -> consumer().queryWatermarks(T0, Duration.ofSeconds(5)))
        .isInstanceOf(TopparException.class);
    assertThat(clock.nanoTime() - before).isLessThanOrEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void boundsAreUnknownUntilAFetchHasToldThem() { // O16
    append(T0, 10);
    cluster.deleteRecords(T0, 4);
    consumer().assign(List.of(Assignment.end(T0)));
    assertThat(consumer().watermarks(T0)).isEmpty();
    client.pass(SECOND);
    assertThat(consumer().watermarks(T0)).hasValue(new Watermarks(4, 10, 10));
  }

  @Test
  void aFetchMayTakeAsLongAsARequestAndTheBrokersWaitBesideIt() { // F7
    consumer().assign(List.of(Assignment.at(T0, 0)));
    long before = clock.nanoTime();
    client.settle();

    BrokerRequest.Fetch fetch = client.watched.requests(BrokerRequest.Fetch.class).get(0);
    assertThat(Duration.ofNanos(fetch.deadlineNanos() - before))
        .isEqualTo(Duration.ofSeconds(30).plusMillis(fetch.maxWaitMillis()));
  }

  @Test
  void aCommitThatSucceedsShowsNoErrorOfTheOneBefore() { // B160, invariant 69
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().store(T0, 4);
    client.store.inject(
        new StoreFault.Fail(StoreFault.Operation.STORE, StoreOutcome.Reason.IO, "disk is full"));
    assertThat(consumer().commit(SECOND).get(T0).error()).isNotEqualTo(ErrorCode.NONE);

    assertThat(consumer().commit(SECOND).get(T0))
        .isEqualTo(new CommitResult(T0, ErrorCode.NONE, 4, ""));
    assertThat(client.committed(T0)).isEqualTo(4);
  }

  @Test
  void nothingIsStoredForAPartitionThatIsNotAssignedAnyMore() { // O1, invariant 42
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().unassign();

    assertThatThrownBy(() -> consumer().store(T0, 4)).isInstanceOf(NotAssignedException.class);
    client.settle();
    assertThat(client.committed(T0)).isEqualTo(-1);
  }

  @Test
  void aReleaseAfterTheRevocationStoresNothing() { // invariants 19 and 42
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    consumer().unassign();
    client.settle();
    readAndClose(batch);
    client.pass(Duration.ofSeconds(20));

    assertThat(client.committed(T0)).isEqualTo(-1);
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void partitionsAreTakenUpAndGivenUpOneByOne() { // scenarios 0050 and 0051
    List<Assignment> assigned = new ArrayList<>();
    cluster.createTopic("many", 20);
    int read = 0;
    for (int i = 0; i < 20; i++) {
      TopicPartition name = new TopicPartition("many", i);
      append(name, 5);
      assigned.add(Assignment.beginning(name));
      consumer().assign(assigned);
      read += readAll().size();
      assertThat(read).isEqualTo(5 * (i + 1));
    }
    while (!assigned.isEmpty()) {
      TopicPartition gone = assigned.remove(0).topicPartition();
      consumer().assign(assigned);
      append(gone, 1);
      assertThat(readAll()).isEmpty();
    }
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void manyPartitionsStartedAndStoppedInAnyStateLeaveNothingBehind() { // B023
    cluster.createTopic("many", 120);
    List<Assignment> all = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      TopicPartition name = new TopicPartition("many", i);
      append(name, 3);
      all.add(i % 3 == 0 ? Assignment.end(name) : Assignment.beginning(name));
    }
    for (int round = 0; round < 60; round++) {
      if (round % 10 == 5) {
        cluster.silence(2); // whose partitions are caught in a lookup
      }
      consumer().assign(all);
      for (int turn = 0; turn < round % 4; turn++) {
        client.pass(Duration.ofMillis(round % 7));
        RecordBatch batch = consumer().poll(Duration.ZERO);
        if (batch != null) {
          readAndClose(batch);
        }
      }
      consumer().unassign();
      cluster.start(2);
    }
    client.pass(Duration.ofMinutes(5));
    assertThat(cluster.outstandingBuffers()).isZero();

    consumer().assign(all.subList(1, 2));
    assertThat(readAll()).isEqualTo(range(0, 3));
    consumer().close(SECOND);
    assertThat(cluster.outstandingBuffers()).isZero();
  }
}
