package io.toppar.testing.memory;

import static io.toppar.testing.memory.MemoryRig.T0;
import static io.toppar.testing.memory.MemoryRig.T1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.testing.contracts.FetchNews;
import io.toppar.testing.contracts.SeenRecord;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BrokerFaultTest {

  private static final FaultTarget FETCH = FaultTarget.next(RequestFamily.FETCH);
  private static final FaultTarget LOOKUP = FaultTarget.next(RequestFamily.LIST_OFFSETS);

  private static final FaultTarget COMMIT = FaultTarget.next(RequestFamily.OFFSET_COMMIT);

  private final MemoryRig rig = new MemoryRig();

  @AfterEach
  void everyFaultWasPlayedAndNothingIsHeld() {
    assertThat(rig.cluster.waitingFaults()).isZero();
    rig.close();
  }

  @Test
  void aDelayedReplyComesLater() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.inject(new BrokerFault.Delay(FETCH, Duration.ofSeconds(3)));
    long before = rig.clock.nanoTime();
    assertThat(rig.fetch(0).ask().of(T0).texts()).containsExactly("a");
    assertThat(rig.clock.nanoTime() - before).isEqualTo(Duration.ofSeconds(3).toNanos());
  }

  @Test
  void aReplyBehindItsDeadlineIsDroppedAndReleased() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.inject(new BrokerFault.Delay(FETCH, Duration.ofSeconds(31)));
    rig.probe.fails(rig.fetch(0).request(), Kind.TIMED_OUT);
    assertThat(rig.gateway().droppedReplies()).isEqualTo(1);
    assertThat(rig.cluster.outstandingBuffers()).isZero();
  }

  @Test
  void aLostRequestTimesOutAndTheSessionIsOver() {
    rig.fetch(0).ask();
    rig.cluster.inject(new BrokerFault.LoseRequest(FETCH));
    rig.probe.fails(rig.delta().request(), Kind.TIMED_OUT);
    rig.probe.fails(rig.delta().request(), Kind.SESSION_LOST);
  }

  @Test
  void aCommitThatIsActedOnLateOvertakesTheOneThatCameAfterIt() {
    int coordinator = rig.cluster.coordinator("g");
    BrokerRequest first = rig.probe.commitOf(coordinator, "g", position(3));
    rig.cluster.inject(new BrokerFault.ActLate(COMMIT, Duration.ofMinutes(2)));
    rig.probe.fails(first, Kind.TIMED_OUT);
    assertThat(rig.cluster.committed("g", T0)).as("not acted on yet").isNull();

    rig.probe.commit(coordinator, "g", position(7));
    assertThat(committed()).isEqualTo(7);
    assertThat(rig.cluster.actedLate()).isZero();

    rig.pass(Duration.ofMinutes(3));
    assertThat(committed()).isEqualTo(3);
    assertThat(rig.cluster.actedLate()).isEqualTo(1);
  }

  @Test
  void whatIsHeldUpIsActedOnWhenToldTo() {
    int coordinator = rig.cluster.coordinator("g");
    BrokerRequest request = rig.probe.commitOf(coordinator, "g", position(3));
    rig.cluster.inject(new BrokerFault.ActLate(COMMIT, Duration.ofMinutes(2)));
    rig.probe.fails(request, Kind.TIMED_OUT);

    rig.cluster.actOnLate();

    assertThat(committed()).isEqualTo(3);
  }

  @Test
  void aBrokerThatDiedMeanwhileDoesNotActOnWhatLayThere() {
    int coordinator = rig.cluster.coordinator("g");
    BrokerRequest request = rig.probe.commitOf(coordinator, "g", position(3));
    rig.cluster.inject(new BrokerFault.ActLate(COMMIT, Duration.ofMinutes(2)));
    rig.probe.fails(request, Kind.TIMED_OUT);
    rig.cluster.stop(coordinator);
    rig.cluster.start(coordinator);

    rig.pass(Duration.ofMinutes(3));

    assertThat(rig.cluster.committed("g", T0)).isNull();
    assertThat(rig.cluster.actedLate()).isZero();
  }

  @Test
  void aCoordinatorThatDoesNotExistCannotBeReached() {
    rig.cluster.inject(
        new BrokerFault.NameCoordinator(FaultTarget.next(RequestFamily.FIND_COORDINATOR), 9));
    assertThat(rig.probe.coordinator("g")).isEqualTo(9);
    rig.probe.fails(rig.probe.commitOf(9, "g", position(3)), Kind.TRANSPORT);
  }

  private static OffsetToCommit position(long offset) {
    return new OffsetToCommit(T0, offset, -1, "");
  }

  private long committed() {
    return Objects.requireNonNull(rig.cluster.committed("g", T0)).offset();
  }

  @Test
  void aLostReplyTimesOutAndIsReleased() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.inject(new BrokerFault.LoseReply(FETCH));
    rig.probe.fails(rig.fetch(0).request(), Kind.TIMED_OUT);
    assertThat(rig.cluster.outstandingBuffers()).isZero();
    assertThat(rig.fetch(0).ask().of(T0).texts()).containsExactly("a");
  }

  @Test
  void aBrokenConnectionIsToldAtOnce() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.inject(new BrokerFault.Disconnect(FETCH));
    long before = rig.clock.nanoTime();
    rig.probe.fails(rig.fetch(0).request(), Kind.TRANSPORT);
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
    assertThat(rig.fetch(0).ask().of(T0).texts()).containsExactly("a");
  }

  @Test
  void aRefusalCarriesItsError() {
    rig.cluster.inject(new BrokerFault.Refuse(FETCH, ErrorCode.CLUSTER_AUTHORIZATION_FAILED));
    BrokerOutcome.Failed failed = rig.probe.fails(rig.fetch(0).request(), Kind.BROKER_ERROR);
    assertThat(failed.error()).isEqualTo(ErrorCode.CLUSTER_AUTHORIZATION_FAILED);
  }

  @Test
  void onePartitionOfAFetchFailsWhileTheOthersAreServed() {
    rig.cluster.moveLeader(T1, rig.cluster.leader(T0));
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.append(T1, MemoryRecord.of("b"));
    rig.cluster.inject(new BrokerFault.FailPartition(FETCH.of(T1), ErrorCode.KAFKA_STORAGE_ERROR));
    FetchNews news = rig.fetch(0).from(T1, 0).ask();
    assertThat(news.of(T0).texts()).containsExactly("a");
    assertThat(news.of(T1).told().error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
    assertThat(rig.fetch(1).from(T1, 0).ask().of(T1).texts()).containsExactly("b");
  }

  @Test
  void aFailingPartitionThatWasToldEarlierIsHitInADelta() {
    rig.fetch(0).ask();
    rig.cluster.inject(
        new BrokerFault.FailPartition(FETCH.of(T0), ErrorCode.NOT_LEADER_OR_FOLLOWER));
    long before = rig.clock.nanoTime();
    FetchedPartition told = rig.delta().ask().of(T0).told();
    assertThat(told.error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    assertThat(told.leaderHintId()).isEqualTo(rig.cluster.leader(T0));
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
  }

  @Test
  void aLookUpOfOnePartitionFails() {
    rig.cluster.inject(
        new BrokerFault.FailPartition(LOOKUP.of(T0), ErrorCode.OFFSET_NOT_AVAILABLE));
    assertThat(rig.end(T1).error()).isEqualTo(ErrorCode.NONE);
    assertThat(rig.end(T0).error()).isEqualTo(ErrorCode.OFFSET_NOT_AVAILABLE);
    assertThat(rig.end(T0).error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void metadataHidesALeader() {
    FaultTarget target = FaultTarget.next(RequestFamily.METADATA).of(T0);
    rig.cluster.inject(new BrokerFault.FailPartition(target, ErrorCode.LEADER_NOT_AVAILABLE));
    PartitionMetadata hidden = rig.probe.partition(T0);
    assertThat(hidden.error()).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE);
    assertThat(hidden.leaderId()).isEqualTo(-1);
    assertThat(rig.probe.leader(T0)).isEqualTo(rig.cluster.leader(T0));
  }

  @Test
  void aSessionIsLostOnce() {
    rig.fetch(0).ask();
    rig.cluster.inject(new BrokerFault.LoseSession(FETCH));
    rig.probe.fails(rig.delta().request(), Kind.SESSION_LOST);
    assertThat(rig.fetch(0).ask().of(T0).told().error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void aThrottledBrokerIsAskedNothingForThatTime() {
    rig.cluster.inject(new BrokerFault.Throttle(LOOKUP.of(T0), Duration.ofSeconds(5)));
    long before = rig.clock.nanoTime();
    rig.end(T0);
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
    rig.end(T1);
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
    rig.end(T0);
    assertThat(rig.clock.nanoTime() - before).isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void throttledTimeIsNotTheRequestsTime() { // B205
    rig.cluster.inject(new BrokerFault.Throttle(LOOKUP.of(T0), Duration.ofSeconds(20)));
    rig.end(T0);
    long before = rig.clock.nanoTime();
    assertThat(rig.probe.await(rig.probe.submit(lookUp(Duration.ofSeconds(15)))))
        .isInstanceOf(BrokerOutcome.Offsets.class);
    assertThat(rig.clock.nanoTime() - before).isEqualTo(Duration.ofSeconds(20).toNanos());
  }

  @Test
  void aRequestIsHeldBackByThrottlesNoLongerThanThePortSays() {
    rig.cluster.inject(new BrokerFault.Throttle(LOOKUP.of(T0), Duration.ofHours(1)));
    rig.end(T0);
    long before = rig.clock.nanoTime();
    assertThat(rig.probe.await(rig.probe.submit(lookUp(Duration.ofSeconds(15)))))
        .isInstanceOf(BrokerOutcome.Failed.class);
    assertThat(rig.clock.nanoTime() - before)
        .isEqualTo(BrokerGateway.MAX_THROTTLED.plusSeconds(15).toNanos());
  }

  private BrokerRequest.ListOffsets lookUp(Duration timeout) {
    return new BrokerRequest.ListOffsets(
        rig.cluster.leader(T0),
        List.of(new BrokerRequest.OffsetQuery(T0, -1, BrokerRequest.OffsetQuery.LATEST)),
        IsolationLevel.READ_COMMITTED,
        rig.clock.nanoTime() + timeout.toNanos());
  }

  @Test
  void aReplyThatArrivesTwiceIsCompletedOnce() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.inject(new BrokerFault.DuplicateReply(FETCH));
    assertThat(rig.fetch(0).ask().of(T0).texts()).containsExactly("a");
    assertThat(rig.gateway().droppedReplies()).isEqualTo(1);
  }

  @Test
  void damageOnTheWayIsFoundByTheReaderAndGoneTheNextTime() {
    rig.cluster.append(T0, MemoryRecord.of("a"), MemoryRecord.of("b"));
    rig.cluster.inject(new BrokerFault.DamageRecords(FETCH.of(T0), BatchFault.Kind.CHECKSUM));
    FetchedBatches batches = batches(rig.probe.await(rig.probe.submit(rig.fetch(1).request())));
    try (RecordCursor cursor = batches.records()) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(cursor::next)
            .isInstanceOfSatisfying(
                CorruptRecordsException.class,
                corrupt -> {
                  assertThat(corrupt.topicPartition()).isEqualTo(T0);
                  assertThat(corrupt.fault().kind()).isEqualTo(BatchFault.Kind.CHECKSUM);
                  assertThat(corrupt.fault().firstOffset()).isEqualTo(1);
                  assertThat(corrupt.fault().lastOffset()).isEqualTo(1);
                });
      }
    }
    batches.release();
    assertThat(rig.fetch(1).ask().of(T0).texts()).containsExactly("b");
  }

  @Test
  void aDamagedHeaderIsFoundOnArrivalBehindTheGoodBatches() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.append(T0, MemoryRecord.of("b"));
    rig.cluster.damage(T0, 1, BatchFault.Kind.UNKNOWN_MAGIC);
    FetchNews.Part part = rig.fetch(0).ask().of(T0);
    assertThat(part.texts()).containsExactly("a");
    assertThat(part.nextOffset()).isEqualTo(1);
    BatchFault fault = Objects.requireNonNull(part.told().fault());
    assertThat(fault.kind()).isEqualTo(BatchFault.Kind.UNKNOWN_MAGIC);
    assertThat(fault.firstOffset()).isEqualTo(1);
    FetchNews.Part behind = rig.fetch(1).ask().of(T0);
    assertThat(behind.told().batches()).isNull();
    assertThat(behind.told().fault()).isNotNull();
  }

  @Test
  void damageOnTheDiskStaysUntilItIsHealed() {
    rig.cluster.append(T0, MemoryRecord.of("a"));
    rig.cluster.append(T0, MemoryRecord.of("b"));
    rig.cluster.append(T0, MemoryRecord.of("c"));
    rig.cluster.damage(T0, 1, BatchFault.Kind.DECOMPRESSION);
    for (int i = 0; i < 2; i++) {
      FetchedBatches batches = batches(rig.probe.await(rig.probe.submit(rig.fetch(0).request())));
      try (RecordCursor cursor = batches.records()) {
        assertThat(cursor.next()).isTrue();
        assertThat(SeenRecord.at(cursor).text()).isEqualTo("a");
        assertThatThrownBy(cursor::next).isInstanceOf(CorruptRecordsException.class);
      }
      batches.release();
    }
    assertThat(rig.fetch(2).ask().of(T0).texts()).containsExactly("c");
    rig.cluster.damage(T0, 1, null);
    assertThat(rig.fetch(0).ask().of(T0).texts()).containsExactly("a", "b", "c");
  }

  @Test
  void aFaultHitsAsManyRequestsAsItSaysAndOnlyAtItsBroker() {
    int broker = rig.cluster.leader(T0);
    rig.cluster.inject(
        new BrokerFault.Refuse(LOOKUP.at(broker).times(2), ErrorCode.REQUEST_TIMED_OUT));
    assertThat(rig.end(T1).error()).isEqualTo(ErrorCode.NONE);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> rig.end(T0)).hasMessageContaining("REQUEST_TIMED_OUT");
    }
    assertThat(rig.end(T0).error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void clearedFaultsAreNotPlayed() {
    rig.cluster.inject(new BrokerFault.LoseRequest(LOOKUP));
    rig.cluster.clearFaults();
    assertThat(rig.end(T0).error()).isEqualTo(ErrorCode.NONE);
  }

  @Test
  void aPartitionsErrorNeedsAPartition() {
    assertThatThrownBy(() -> new BrokerFault.FailPartition(FETCH, ErrorCode.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("add of(partition)");
  }

  private static FetchedBatches batches(BrokerOutcome outcome) {
    List<FetchedPartition> parts = ((BrokerOutcome.Fetched) outcome).partitions();
    TopicPartition only = parts.get(0).topicPartition();
    assertThat(parts).as("parts beside " + only).hasSize(1);
    return (FetchedBatches) Objects.requireNonNull(parts.get(0).batches());
  }
}
