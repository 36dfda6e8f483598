package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.RecordCursor;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Reading, asking and closing. */
@NullUnmarked
class ConsumerTest extends ConsumerFixture {

  @Test
  void readsAPartitionFromTheBeginningInOrder() {
    append(T0, 2_500);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(readAll()).isEqualTo(range(0, 2_500));
    assertThat(consumer().position(T0)).hasValue(2_500);
    assertThat(consumer().watermarks(T0)).hasValue(new Watermarks(0, 2_500, 2_500));
  }

  @Test
  void tellsTheEndOncePerEnd() {
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(events(3)).containsExactly("batch 0..2", "end 3", "none");
    append(T0, 1);
    assertThat(events(3)).containsExactly("batch 3..3", "end 4", "none");
  }

  @Test
  void readersToTheEndFinishOverMarkersAndAbortedRecords() { // B095, B096
    appendTransaction(T0, 9, true);
    assertThat(cluster.highWatermark(T0)).isEqualTo(10);
    consumer().assign(List.of(Assignment.beginning(T0)));

    assertThat(events(3)).containsExactly("batch 0..8", "end 10", "none");
    assertThat(consumer().position(T0)).hasValue(10);
    appendTransaction(T0, 2, false);
    assertThat(events(3)).containsExactly("moved 13", "end 13", "none");
    assertThat(consumer().position(T0)).hasValue(13);
  }

  @Test
  void aPollReturnsEmptyAsSoonAsThePositionMovesOverNothing() { // B095, B094
    appendTransaction(T0, 2, false);
    consumer().assign(List.of(Assignment.stored(T0)));
    long before = clock.nanoTime();

    assertThat(consumer().poll(Duration.ofHours(1))).isNull();
    assertThat(clock.nanoTime() - before).isLessThan(SECOND.toNanos());
    assertThat(consumer().position(T0)).hasValue(3);
    client.settle();
    assertThat(consumer().storedPosition(T0)).hasValue(3);
    assertThat(consumer().commit(SECOND).get(T0).error()).isEqualTo(ErrorCode.NONE);
    assertThat(client.committed(T0)).isEqualTo(3);
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void recordsAreValidUntilTheirBatchIsReleasedAndCopiesForEver() {
    append(T0, 2);
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
    assertThat(copy.timestamp()).isEqualTo(clock.currentTimeMillis());
  }

  @Test
  void pollRecordsReleasesWhatWasPolledBefore() {
    append(T0, 10);
    append(S0, 10);
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
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void closingWithAThousandPrefetchedReturnsAndReleasesThem() { // B210
    append(T0, 1_000);
    append(T1, 1_000);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    client.settle();
    assertThat(cluster.outstandingBuffers()).isPositive();

    consumer().close(SECOND);
    assertThat(cluster.outstandingBuffers()).isZero();
    assertThat(client.watched.isClosed()).isTrue();
    assertThatThrownBy(() -> consumer().poll(SECOND))
        .isInstanceOf(TopparException.class)
        .hasMessageContaining("closed");
    consumer().close(SECOND);
  }

  @Test
  void afterCloseEveryCallAboutAPartitionSaysClosedAndNotUnassigned() {
    append(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0)));
    consumer().close(SECOND);

    for (ThrowingCallable call : callsAbout(T0)) {
      assertThatThrownBy(call)
          .isInstanceOf(TopparException.class)
          .isNotInstanceOf(NotAssignedException.class)
          .hasMessage("the client is closed; make a new one");
    }
  }

  private List<ThrowingCallable> callsAbout(TopicPartition name) {
    return List.of(
        () -> consumer().seek(name, 0),
        () -> consumer().pause(List.of(name)),
        () -> consumer().resume(List.of(name)),
        () -> consumer().position(name),
        () -> consumer().watermarks(name),
        () -> consumer().storedPosition(name),
        () -> consumer().assign(List.of(Assignment.beginning(name))));
  }

  @Test
  void nullIsRefusedByTheArgumentsName() {
    assertThatThrownBy(() -> consumer().assign(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("assignments");
    assertThatThrownBy(() -> consumer().assign(Collections.singleton(null)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("an assignment");
    assertThatThrownBy(() -> consumer().pause(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("partitions");
    assertThatThrownBy(() -> consumer().position(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("topicPartition");
  }

  @Test
  void batchesHeldAcrossCloseStayReadable() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = consumer().poll(SECOND);
    consumer().close(SECOND);

    assertThat(readAndClose(batch)).isEqualTo(range(0, 10));
    assertThat(cluster.outstandingBuffers()).isZero();
  }

  @Test
  void closeKeepsItsDeadlineWhenNothingAnswers() {
    append(T0, 3);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    cluster.silence(1);
    cluster.silence(2);
    client.store.inject(new StoreFault.Stall(StoreFault.Operation.STORE));
    long before = clock.nanoTime();
    consumer().close(Duration.ofSeconds(5));
    assertThat(clock.nanoTime() - before).isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void lookupsAnswerForEveryPartition() {
    append(T0, 10);
    append(T1, 5);
    Map<TopicPartition, OffsetResult> ends = consumer().endOffsets(List.of(T0, T1), SECOND);

    assertThat(ends.get(T0).offsetOrThrow()).isEqualTo(10);
    assertThat(ends.get(T1).offsetOrThrow()).isEqualTo(5);
    assertThat(consumer().queryWatermarks(T0, SECOND)).isEqualTo(new Watermarks(0, -1, 10));
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
        .containsExactlyInAnyOrder("s", "t");
    cluster.silence(1);
    cluster.silence(2);
    assertThatThrownBy(() -> consumer().clusterMetadata(List.of("t"), SECOND))
        .isInstanceOf(TopparException.class);
  }

  @Test
  void positionsAreUnknownOnlyWhileTheyAreLookedUp() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.end(T0), Assignment.at(T1, 3)));
    assertThat(consumer().position(T0)).isEqualTo(OptionalLong.empty());
    assertThat(consumer().position(T1)).hasValue(3);
    client.settle();
    assertThat(consumer().position(T0)).hasValue(10);
  }

  @Test
  void aBlockingCallFromTheDutyThreadThrows() {
    List<Throwable> thrown = new ArrayList<>();
    append(T0, 1);
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
  void aBusyPartitionDoesNotStarveAnother() {
    reopen(new TestSettings().partitionFetchBytes(200));
    appendBatches(T0, 3, 10);
    append(S0, 3);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    client.settle();
    List<TopicPartition> order = new ArrayList<>();
    RecordBatch batch = consumer().poll(SECOND);
    while (batch != null) {
      order.add(batch.topicPartition());
      batch.close();
      batch = consumer().poll(SECOND);
    }
    assertThat(order).hasSize(4);
    assertThat(order.subList(0, 2)).containsExactlyInAnyOrder(T0, S0);
  }

  @Test
  void aWallClockSetBackDoesNotProlongAPoll() { // B215
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    client.watched.changing(
        outcome -> {
          clock.jumpWall(Duration.ofHours(-1));
          return outcome;
        });
    long before = clock.nanoTime();
    assertThat(consumer().poll(SECOND)).isNull();
    assertThat(clock.nanoTime() - before).isEqualTo(SECOND.toNanos());
  }

  @Test
  void hundredsOfIdleTopicsCostOneSmallRequestPerBrokerAndWait() { // B213
    List<Assignment> many = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      cluster.createTopic("idle" + i, 2);
      many.add(Assignment.end(new TopicPartition("idle" + i, i % 2)));
    }
    consumer().assign(many);
    client.pass(Duration.ofSeconds(2));
    int before = client.watched.requests(BrokerRequest.class).size();
    int turnsBefore = client.turns();
    client.pass(Duration.ofSeconds(60));

    List<BrokerRequest> requests = client.watched.requests(BrokerRequest.class);
    List<BrokerRequest> idle = requests.subList(before, requests.size());
    assertThat(idle).hasSizeLessThanOrEqualTo(2 * 60 * 2 + 2);
    assertThat(idle)
        .allSatisfy(
            request -> {
              assertThat(request).isInstanceOf(BrokerRequest.Fetch.class);
              assertThat(((BrokerRequest.Fetch) request).changed()).isEmpty();
            });
    assertThat(client.turns() - turnsBefore).as("times of waking up").isLessThan(3 * 60 * 2 * 2);
  }
}
