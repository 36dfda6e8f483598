package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.fake.FakeCluster;
import io.toppar.app.fake.TestClient;
import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The consumer over a fake cluster, driven by the test's own thread. */
@NullUnmarked
class ConsumerTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final TopicPartition T0 = new TopicPartition("t", 0);
  private static final TopicPartition T1 = new TopicPartition("t", 1);
  private static final TopicPartition S0 = new TopicPartition("s", 0);

  private final ManualClock clock = new ManualClock();
  private final FakeCluster cluster =
      new FakeCluster(clock).partition(T0, 1).partition(T1, 2).partition(S0, 1);
  private TestClient client = TestClient.over(cluster, clock);

  private Consumer consumer() {
    return client.consumer;
  }

  /** Polls until nothing comes within a second, and closes each batch read whole. */
  private List<Long> readAll() {
    List<Long> offsets = new ArrayList<>();
    RecordBatch batch = consumer().poll(SECOND);
    while (batch != null) {
      offsets.addAll(readAndClose(batch));
      batch = consumer().poll(SECOND);
    }
    return offsets;
  }

  private static List<Long> readAndClose(RecordBatch batch) {
    List<Long> offsets = new ArrayList<>();
    try (batch) {
      batch.forEach(record -> offsets.add(record.offset()));
    }
    return offsets;
  }

  private static List<Long> range(long from, long to) {
    List<Long> offsets = new ArrayList<>();
    for (long offset = from; offset < to; offset++) {
      offsets.add(offset);
    }
    return offsets;
  }

  @Test
  void readsAPartitionFromTheBeginningInOrder() {
    cluster.append(T0, 2_500);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(readAll()).isEqualTo(range(0, 2_500));
    assertThat(consumer().position(T0)).hasValue(2_500);
    assertThat(consumer().watermarks(T0)).hasValue(new Watermarks(0, 2_500, 2_500));
  }

  @Test
  void tellsTheEndOncePerEnd() {
    cluster.append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(events(3)).containsExactly("batch 0..2", "end 3", "none");
    cluster.append(T0, 1);
    assertThat(events(3)).containsExactly("batch 3..3", "end 4", "none");
  }

  private List<String> events(int count) {
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ConsumerEvent event = consumer().pollEvent(SECOND);
      if (event instanceof ConsumerEvent.Batch batch) {
        List<Long> offsets = readAndClose(batch.batch());
        seen.add("batch " + offsets.get(0) + ".." + offsets.get(offsets.size() - 1));
      } else if (event instanceof ConsumerEvent.EndOfPartition end) {
        seen.add("end " + end.offset());
      } else if (event instanceof ConsumerEvent.PositionMoved moved) {
        seen.add("moved " + moved.nextOffset());
      } else if (event instanceof ConsumerEvent.PartitionError error) {
        seen.add("error " + error.error().code());
      } else if (event instanceof ConsumerEvent.PositionReset reset) {
        seen.add("reset " + reset.to());
      } else {
        seen.add("none");
      }
    }
    return seen;
  }

  @Test
  void readersToTheEndFinishOverMarkersAndAbortedRecords() { // B095, B096
    cluster.append(T0, 9).appendMarkers(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(readAll()).isEqualTo(range(0, 9));
    assertThat(consumer().position(T0)).hasValue(10);
  }

  @Test
  void aPollReturnsEmptyAsSoonAsThePositionMovesOverNothing() { // B095, B094
    cluster.appendMarkers(T0, 4);
    consumer().assign(List.of(Assignment.beginning(T0)));
    long before = clock.nanoTime();

    assertThat(consumer().poll(Duration.ofHours(1))).isNull();
    assertThat(clock.nanoTime() - before).isLessThan(SECOND.toNanos());
    assertThat(consumer().position(T0)).hasValue(4);
    client.settle();
    assertThat(consumer().storedPosition(T0)).hasValue(4);
    assertThat(cluster.live()).isZero();
  }

  @Test
  void threeAssignmentsInQuickSuccessionAllEndUpReadingAndNothingTwice() { // B021
    cluster.append(T0, 5).append(T1, 5).append(S0, 5);
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    consumer()
        .assign(
            List.of(Assignment.beginning(T0), Assignment.beginning(T1), Assignment.beginning(S0)));

    assertThat(readAll()).hasSize(15);
    assertThat(consumer().position(T0)).hasValue(5);
    assertThat(consumer().position(T1)).hasValue(5);
    assertThat(consumer().position(S0)).hasValue(5);
  }

  @Test
  void aPausedPartitionHandsOutNothingAndKeepsWhatItHas() { // B037, B040
    cluster.append(T0, 10).batchRecords(5);
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readAndClose(consumer().poll(SECOND))).isEqualTo(range(0, 5));
    client.settle();
    consumer().pause(List.of(T0));

    for (int i = 0; i < 3; i++) {
      assertThat(consumer().poll(SECOND)).isNull();
    }
    consumer().resume(List.of(T0));
    assertThat(readAll()).isEqualTo(range(5, 10));
  }

  @Test
  void alternatingPausesFetchNothingAgain() { // B041
    cluster.append(T0, 100).append(S0, 100).batchRecords(10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    List<Long> offsets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      consumer().pause(List.of(i % 2 == 0 ? T0 : S0));
      consumer().resume(List.of(i % 2 == 0 ? S0 : T0));
      RecordBatch batch = consumer().poll(Duration.ZERO);
      client.settle();
      if (batch != null) {
        offsets.addAll(readAndClose(batch));
      }
    }
    consumer().resume(List.of(T0, S0));
    offsets.addAll(readAll());

    assertThat(offsets).hasSize(200);
    List<Long> fetchedFrom =
        cluster.requests(BrokerRequest.Fetch.class).stream()
            .flatMap(fetch -> fetch.changed().stream())
            .filter(changed -> changed.topicPartition().equals(T0))
            .map(changed -> changed.fetchOffset())
            .toList();
    assertThat(fetchedFrom).isSorted();
  }

  @Test
  void seekThenPauseThenResumeGoesOnAtTheSoughtPosition() { // B026
    cluster.append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().seek(T0, 0);
    consumer().pause(List.of(T0));
    consumer().resume(List.of(T0));

    assertThat(readAll()).isEqualTo(range(0, 3));
  }

  @Test
  void positionAnswersTheSoughtOffsetAtOnce() { // B047
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    consumer().seek(T0, 7);

    assertThat(consumer().position(T0)).hasValue(7);
    assertThat(consumer().poll(Duration.ZERO)).isNull();
    assertThat(readAll()).isEqualTo(range(7, 10));
  }

  @Test
  void whatWasFetchedBeforeASeekIsNeverHandedOutAfterIt() {
    cluster.append(T0, 1_000);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    consumer().seek(T0, 998);

    RecordBatch batch = consumer().poll(SECOND);
    assertThat(readAndClose(batch)).isEqualTo(range(998, 1_000));
  }

  @Test
  void aSeekOfAPartitionThatIsNotAssignedFailsAndTheConsumerLivesOn() { // B044
    cluster.append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThatThrownBy(() -> consumer().seek(T1, 5))
        .isInstanceOf(NotAssignedException.class)
        .hasMessageContaining("t[1]");
    assertThat(readAll()).isEqualTo(range(0, 3));
  }

  @Test
  void aPartitionNamedTwiceIsRefusedBeforeAnythingIsSent() { // B005
    assertThatThrownBy(() -> consumer().assign(List.of(Assignment.at(T0, 5), Assignment.at(T0, 9))))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("t[0]");
    assertThatThrownBy(() -> consumer().endOffsets(List.of(T0, T0), SECOND))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("t[0]");
    client.settle();
    assertThat(cluster.requests(BrokerRequest.class)).isEmpty();
  }

  @Test
  void aPauseIsForgottenByUnassignAndALaterPauseWorksAtOnce() { // B042
    cluster.append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().pause(List.of(T0));
    consumer().unassign();
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(consumer().paused()).isEmpty();
    consumer().pause(List.of(T0));
    assertThat(consumer().poll(SECOND)).isNull();
    consumer().resume(List.of(T0));
    assertThat(readAll()).isEqualTo(range(0, 3));
  }

  @Test
  void aPositionAskedForIsNoStart() { // B156
    cluster.append(T0, 10);
    client.offsets.put(new OffsetKey(T0, "g"), StoredOffset.of(4));
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().poll(SECOND);
    assertThat(consumer().position(T0)).hasValue(10);
    consumer().unassign();
    client.settle();
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(readAll()).isEqualTo(range(4, 10));
  }

  @Test
  void storedMeansReleasedAndReadNotHandedOver() {
    cluster.append(T0, 10).batchRecords(5);
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
    cluster.append(T0, 10);
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
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    batch.forEach(record -> {});
    batch.abandon();
    batch.close();
    client.settle();

    assertThat(consumer().storedPosition(T0)).isEmpty();
    assertThat(cluster.live()).isZero();
  }

  @Test
  void storedPositionsAreCommittedByIntervalAndAtClose() {
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.stored(T0)));
    readAll();
    client.pass(Duration.ofSeconds(6));
    assertThat(client.committed(T0)).isEqualTo(10);
    cluster.append(T0, 5);
    readAll();

    consumer().close(SECOND);
    assertThat(client.committed(T0)).isEqualTo(15);
  }

  @Test
  void goesOnFromTheStoredOffset() {
    cluster.append(T0, 10);
    client.offsets.put(new OffsetKey(T0, "g"), StoredOffset.of(8));
    consumer().assign(List.of(Assignment.stored(T0)));

    assertThat(readAll()).isEqualTo(range(8, 10));
  }

  @Test
  void commitWritesAtOnceAndAnswersForEachPartition() {
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.stored(T0), Assignment.stored(T1)));
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
  void anExplicitStoreIsTakenAsGivenAndVisibleAtOnce() {
    client = TestClient.over(cluster, clock, TestClient.settings(false, false, 64L << 20));
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    assertThat(consumer().storedPosition(T0)).isEmpty();

    consumer().store(T0, 4, -1, "m");
    assertThat(consumer().storedPosition(T0)).hasValue(4);
    client.settle();
    consumer().commit(SECOND);
    assertThat(client.offsets.offset(new OffsetKey(T0, "g")))
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
  void unreadableRecordsAreNamedEachTryAndASeekGoesOnBehindThem() { // B108
    cluster.append(T0, 20);
    BatchFault fault = new BatchFault(BatchFault.Kind.CHECKSUM, 10, 12, 77, "checksum is wrong");
    cluster.spoiling(batches -> batches.baseOffset() <= 12 ? batches.corrupt(fault) : batches);
    consumer().assign(List.of(Assignment.beginning(T0)));
    List<Long> seen = new ArrayList<>();

    RecordBatch batch = consumer().poll(SECOND);
    assertThatThrownBy(() -> batch.forEach(record -> seen.add(record.offset())))
        .isInstanceOf(UnreadableRecordsException.class)
        .hasMessageContaining("10..12")
        .hasMessageContaining("seek to 13");
    batch.close();
    assertThat(seen).isEqualTo(range(0, 10));
    client.settle();
    assertThat(consumer().storedPosition(T0)).hasValue(10);

    consumer().seek(T0, 13);
    assertThat(readAll()).isEqualTo(range(13, 20));
  }

  @Test
  void recordsAreValidUntilTheirBatchIsReleasedAndCopiesForEver() {
    cluster.append(T0, 2);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    RecordCursor cursor = batch.records();
    assertThat(cursor.next()).isTrue();
    Record view = batch.iterator().next();
    Record copy = view.copy();
    assertThat(view.value().utf8()).isEqualTo("0");
    assertThat(view.headerKey(0).utf8()).isEqualTo("h");
    assertThat(view.headerValue(0)).isNull();
    batch.close();

    assertThatThrownBy(view::value).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(batch::records).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(cursor::offset).isInstanceOf(IllegalStateException.class);
    assertThat(copy.value().utf8()).isEqualTo("0");
    assertThat(copy.timestamp()).isEqualTo(1_000);
  }

  @Test
  void pollRecordsReleasesWhatWasPolledBefore() {
    cluster.append(T0, 10).append(S0, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    client.settle();
    Records records = consumer().pollRecords(SECOND);
    List<Long> offsets = new ArrayList<>();
    records.forEach(record -> offsets.add(record.offset()));
    assertThat(offsets).hasSize(20);
    assertThat(consumer().storedPosition(T0)).isEmpty();

    assertThat(consumer().pollRecords(Duration.ZERO).isEmpty()).isTrue();
    client.settle();
    assertThat(consumer().storedPosition(T0)).hasValue(10);
    assertThat(cluster.live()).isZero();
  }

  @Test
  void closingWithAThousandPrefetchedReturnsAndReleasesThem() { // B210
    cluster.append(T0, 1_000).append(T1, 1_000);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    client.settle();
    assertThat(cluster.live()).isPositive();

    consumer().close(SECOND);
    assertThat(cluster.live()).isZero();
    assertThat(cluster.isClosed()).isTrue();
    assertThatThrownBy(() -> consumer().poll(SECOND))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("closed");
    consumer().close(SECOND);
  }

  @Test
  void batchesHeldAcrossCloseStayReadable() {
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    consumer().close(SECOND);

    assertThat(readAndClose(batch)).isEqualTo(range(0, 10));
    assertThat(cluster.live()).isZero();
  }

  @Test
  void closeKeepsItsDeadlineWhenNothingAnswers() {
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    cluster.silence(1).silence(2).silence(-1);
    long before = clock.nanoTime();
    consumer().close(Duration.ofSeconds(5));
    assertThat(clock.nanoTime() - before).isLessThanOrEqualTo(5_000_000_000L);
  }

  @Test
  void lookupsAnswerForEveryPartition() {
    cluster.append(T0, 10).append(T1, 5);
    Map<TopicPartition, OffsetResult> ends = consumer().endOffsets(List.of(T0, T1), SECOND);

    assertThat(ends.get(T0).offsetOrThrow()).isEqualTo(10);
    assertThat(ends.get(T1).offsetOrThrow()).isEqualTo(5);
    assertThat(consumer().queryWatermarks(T0, SECOND)).isEqualTo(new Watermarks(0, -1, 10));
  }

  @Test
  void aSilentLeaderCostsOnlyItsOwnPartitions() { // B008
    cluster.append(T0, 10).append(T1, 5).append(S0, 3).silence(2);
    Map<TopicPartition, OffsetResult> ends =
        consumer().endOffsets(List.of(T0, T1, S0), Duration.ofSeconds(5));

    assertThat(ends.get(T0).offset()).isEqualTo(10);
    assertThat(ends.get(S0).offset()).isEqualTo(3);
    assertThat(ends.get(T1).error()).isEqualTo(ErrorCode.LOCAL_TIMED_OUT);
    assertThat(ends.get(T1).offset()).isEqualTo(Offsets.INVALID);
    assertThatThrownBy(() -> ends.get(T1).offsetOrThrow()).isInstanceOf(PartitionException.class);
  }

  @Test
  void aPartitionThatDoesNotExistIsNamed() {
    TopicPartition missing = new TopicPartition("t", 9);
    assertThat(consumer().endOffsets(List.of(missing), SECOND).get(missing))
        .satisfies(
            result -> {
              assertThat(result.error()).isEqualTo(ErrorCode.LOCAL_UNKNOWN_PARTITION);
              assertThat(result.detail()).contains("the topic has 2");
            });
    consumer().assign(List.of(Assignment.beginning(missing)));
    assertThatThrownBy(() -> consumer().poll(SECOND))
        .isInstanceOf(PartitionException.class)
        .hasMessageContaining("t[9]")
        .hasMessageContaining("the topic has 2");
  }

  @Test
  void metadataOfTheClusterIsAskedFor() {
    assertThat(consumer().clusterMetadata(null, SECOND).topics())
        .extracting(topic -> topic.name())
        .containsExactly("s", "t");
    cluster.silence(-1);
    assertThatThrownBy(() -> consumer().clusterMetadata(List.of("t"), SECOND))
        .isInstanceOf(TopparException.class);
  }

  @Test
  void positionsAreUnknownOnlyWhileTheyAreLookedUp() {
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.end(T0), Assignment.at(T1, 3)));
    assertThat(consumer().position(T0)).isEqualTo(OptionalLong.empty());
    assertThat(consumer().position(T1)).hasValue(3);
    client.settle();
    assertThat(consumer().position(T0)).hasValue(10);
  }

  @Test
  void aMachineThatThrowsCostsItsPartitionOnly() {
    cluster.append(T0, 10).append(S0, 10);
    cluster.spoiling(
        batches -> batches.topicPartition().equals(T0) ? batches.breakingMachines() : batches);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    List<String> seen = events(6);

    assertThat(seen).contains("error LOCAL_FAIL", "batch 0..9", "end 10");
    assertThat(cluster.live()).isZero();
    cluster.spoiling(batches -> batches);
    consumer().assign(List.of(Assignment.beginning(S0)));
    consumer().assign(List.of(Assignment.beginning(S0), Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
  }

  @Test
  void aLateReplyOfALostRequestIsReleased() { // B207
    cluster.append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    readAll();
    cluster.silence(1);
    client.pass(Duration.ofSeconds(40));
    FakeCluster.Call lost =
        cluster.waiting().stream()
            .filter(call -> call.request() instanceof BrokerRequest.Fetch)
            .findFirst()
            .orElseThrow();
    cluster.append(T0, 5).unsilence(1);

    cluster.answer(lost, late());
    client.settle();
    assertThat(readAll()).isEqualTo(range(10, 15));
    assertThat(cluster.live()).isZero();
  }

  private BrokerOutcome late() {
    return FakeCluster.failed(BrokerOutcome.Kind.TRANSPORT, "late");
  }

  @Test
  void recordsThatComeForAPartitionNoLongerAssignedAreReleasedAndTheOthersGoOn() {
    cluster.append(T0, 3).append(S0, 3);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    assertThat(readAll()).hasSize(6);
    cluster.silence(1);
    client.pass(SECOND);
    assertThat(cluster.waiting()).hasSize(1);

    consumer().assign(List.of(Assignment.beginning(S0)));
    client.pass(SECOND);
    cluster.append(T0, 2).append(S0, 2).unsilence(1);

    assertThat(readAll()).isEqualTo(range(3, 5));
    assertThat(cluster.live()).isZero();
  }

  @Test
  void aBlockingCallFromTheDutyThreadThrows() {
    List<Throwable> thrown = new ArrayList<>();
    cluster.append(T0, 1);
    cluster.spoiling(
        batches -> {
          try {
            consumer().poll(SECOND);
          } catch (RuntimeException e) {
            thrown.add(e);
          }
          return batches;
        });
    // The stage's continuation runs where this test put it: on the thread that completes it.
    consumer()
        .clusterMetadataAsync(null, SECOND)
        .whenComplete(
            (answer, failure) -> {
              try {
                consumer().endOffsets(List.of(T0), SECOND);
              } catch (RuntimeException e) {
                thrown.add(e);
              }
            });
    client.settle();
    assertThat(thrown)
        .singleElement()
        .isInstanceOf(IllegalStateException.class)
        .satisfies(e -> assertThat(e).hasMessageContaining("own thread"));
  }

  @Test
  void twoBatchesOfOnePartitionComeInOrderAlsoWhenAnotherIsBusier() {
    cluster.append(T0, 30).append(S0, 3).batchRecords(10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    client.settle();
    RecordBatch first = consumer().poll(SECOND);
    client.settle();
    RecordBatch second = consumer().poll(SECOND);

    assertThat(List.of(first.topicPartition(), second.topicPartition()))
        .containsExactlyInAnyOrder(T0, S0);
    first.close();
    second.close();
  }
}
