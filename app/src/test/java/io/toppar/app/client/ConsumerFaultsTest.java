package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.FetchedBatches;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever goes wrong costs the partition it is about, and is told. */
@NullUnmarked
class ConsumerFaultsTest extends ConsumerFixture {

  @Test
  void aBatchInWhichRecordsCannotBeReadSaysThatItNoLongerStoresAndAnOrderDoes() {
    reopen(new TestSettings().explicitStore());
    append(T0, 10);
    append(T0, 3);
    cluster.damage(T0, 11, BatchFault.Kind.CHECKSUM);
    consumer().assign(List.of(Assignment.beginning(T0)));
    RecordBatch batch = nextOf(T0);
    assertThatThrownBy(() -> batch.forEach(record -> {}))
        .isInstanceOf(UnreadableRecordsException.class);

    assertThat(batch.store(10, "")).as("the batch still counts").isFalse();
    consumer().store(T0, 10);
    batch.close();

    assertThat(consumer().storedPosition(T0)).hasValue(10);
  }

  @ParameterizedTest
  @EnumSource(names = {"CHECKSUM", "UNSUPPORTED_CODEC", "DECOMPRESSION"})
  void unreadableRecordsAreNamedEachTryAndASeekGoesOnBehindThem(BatchFault.Kind kind) {
    // B108, B120
    append(T0, 10);
    append(T0, 3);
    append(T0, 7);
    append(S0, 2);
    cluster.damage(T0, 11, kind);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    List<Long> seen = new ArrayList<>();
    long before = clock.nanoTime();

    for (int tries = 0; tries < 5; tries++) {
      RecordBatch batch = nextOf(T0);
      assertThatThrownBy(() -> batch.forEach(record -> seen.add(record.offset())))
          .isInstanceOf(UnreadableRecordsException.class)
          .hasMessageContaining("t[0]")
          .hasMessageContaining("10..12")
          .hasMessageContaining("seek to 13");
      batch.close();
      assertThatThrownBy(() -> nextOf(T0))
          .isInstanceOf(PartitionException.class)
          .hasMessageContaining("10");
    }
    assertThat(clock.nanoTime() - before).as("no retry storm").isGreaterThan(4 * 400_000_000L);
    assertThat(seen).isEqualTo(range(0, 10));
    assertThat(consumer().storedPosition(T0)).hasValue(10);
    assertThat(consumer().position(S0)).hasValue(2);

    consumer().seek(T0, 13);
    assertThat(readAll()).isEqualTo(range(13, 20));
  }

  /** Reads what comes of others, until something of this partition does. */
  private RecordBatch nextOf(TopicPartition name) {
    RecordBatch batch = consumer().poll(SECOND.multipliedBy(3));
    while (!batch.topicPartition().equals(name)) {
      readAndClose(batch);
      batch = consumer().poll(SECOND.multipliedBy(3));
    }
    return batch;
  }

  @Test
  void nothingBehindUnreadableRecordsIsHandedOutBeforeThem() { // B108
    reopen(new TestSettings().partitionFetchBytes(130));
    appendBatches(T0, 4, 5);
    cluster.inject(
        new BrokerFault.DamageRecords(
            FaultTarget.next(RequestFamily.FETCH).of(T0), BatchFault.Kind.CHECKSUM));
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    RecordBatch batch = consumer().poll(SECOND);
    assertThatThrownBy(() -> batch.forEach(record -> {}))
        .isInstanceOf(UnreadableRecordsException.class);
    batch.close();

    assertThat(consumer().position(T0)).hasValue(0);
    assertThatThrownBy(() -> consumer().poll(SECOND)).isInstanceOf(PartitionException.class);
    assertThat(readAll()).isEqualTo(range(0, 20));
  }

  @ParameterizedTest
  @EnumSource(names = {"MALFORMED", "UNKNOWN_MAGIC"})
  void aBatchOfImpossibleBytesIsNamedEachTryAndCostsItsPartitionOnly(BatchFault.Kind kind) {
    // B110
    append(T0, 5);
    append(T0, 5);
    append(S0, 2);
    cluster.damage(T0, 5, kind);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    assertThat(readOne().size() + readOne().size()).isEqualTo(7);
    for (int tries = 0; tries < 3; tries++) {
      assertThatThrownBy(() -> consumer().poll(SECOND))
          .isInstanceOf(PartitionException.class)
          .hasMessageContaining("t[0]")
          .hasMessageContaining("5");
    }
    append(S0, 1);
    RecordBatch batch = nextOf(S0);
    assertThat(readAndClose(batch)).isEqualTo(range(2, 3));
    cluster.damage(T0, 5, null);
    assertThat(readAndClose(nextAfterErrors())).isEqualTo(range(5, 10));
  }

  private RecordBatch nextAfterErrors() {
    try {
      return consumer().poll(SECOND.multipliedBy(3));
    } catch (PartitionException toldBefore) {
      return consumer().poll(SECOND.multipliedBy(3));
    }
  }

  @Test
  void aBatchThatDoesNotFitIsToldOnceAndOtherPartitionsGoOn() { // B103
    reopen(new TestSettings().partitionFetchBytes(1_024).fetchBytes(1_024));
    append(T0, 5);
    append(T0, 1);
    append(S0, 2);
    client.watched.changing(outcome -> changed(outcome, ConsumerFaultsTest::oversize));
    consumer().assign(List.of(Assignment.at(T0, 5), Assignment.beginning(S0)));
    List<String> seen = events(12);

    assertThat(seen).filteredOn(event -> event.startsWith("error")).hasSize(1);
    assertThat(seen).contains("batch 0..1");
    append(S0, 1);
    assertThat(events(2)).contains("batch 2..2");
    assertThat(client.watched.requests(BrokerRequest.Fetch.class).size())
        .as("no spin in a dozen seconds")
        .isLessThan(60);
  }

  private static FetchedPartition oversize(FetchedPartition part) {
    if (!part.topicPartition().equals(T0) || !(part.batches() instanceof FetchedBatches batches)) {
      return part;
    }
    batches.release();
    return with(
        part, null, new BatchFault(BatchFault.Kind.OVERSIZE, 5, 5, 2_000, "2000 bytes are needed"));
  }

  @Test
  void throttledTimeIsNoRequestTimeAndNothingIsAskedMeanwhile() { // B205
    append(T0, 1);
    cluster.inject(
        new BrokerFault.Throttle(FaultTarget.next(RequestFamily.FETCH), Duration.ofSeconds(100)));
    consumer().assign(List.of(Assignment.beginning(T0)));
    assertThat(readOne()).isEqualTo(range(0, 1));
    append(T0, 1);
    int asked = client.watched.requests(BrokerRequest.class).size();
    client.pass(Duration.ofSeconds(99));
    assertThat(client.watched.requests(BrokerRequest.class))
        .as("no time-out, hence nothing asked in its wake")
        .hasSizeLessThanOrEqualTo(asked + 1);
    assertThat(events(3)).contains("batch 1..1").doesNotContain("error LOCAL_TIMED_OUT");
  }

  @Test
  void aSilentLeaderCostsOnlyItsOwnPartitions() { // B008
    append(T0, 10);
    append(T1, 5);
    append(S0, 3);
    consumer().clusterMetadata(null, SECOND);
    cluster.silence(2);
    Map<TopicPartition, OffsetResult> ends =
        consumer().endOffsets(List.of(T0, T1, S0), Duration.ofSeconds(5));

    assertThat(ends.get(T0).offset()).isEqualTo(10);
    assertThat(ends.get(S0).offset()).isEqualTo(3);
    assertThat(ends.get(T1).error()).isEqualTo(ErrorCode.LOCAL_TIMED_OUT);
    assertThat(ends.get(T1).offset()).isEqualTo(Offsets.INVALID);
    assertThatThrownBy(() -> ends.get(T1).offsetOrThrow()).isInstanceOf(PartitionException.class);
  }

  @Test
  void aLeaderThatHangsUpCostsOnlyItsOwnPartitions() { // B008
    append(T0, 10);
    append(T1, 5);
    FaultTarget asked = FaultTarget.next(RequestFamily.LIST_OFFSETS).at(2).times(1_000);
    cluster.inject(new BrokerFault.Disconnect(asked));
    Map<TopicPartition, OffsetResult> ends =
        consumer().endOffsets(List.of(T0, T1), Duration.ofSeconds(2));

    assertThat(ends.get(T0).offset()).isEqualTo(10);
    assertThat(ends.get(T1).error()).isNotEqualTo(ErrorCode.NONE);
    assertThat(ends.get(T1).detail()).contains("connection to broker 2 was lost");
  }

  @Test
  void aMachineThatThrowsCostsItsPartitionOnly() {
    append(T0, 10);
    append(S0, 10);
    client.watched.changing(outcome -> breaking(outcome, T0));
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(S0)));
    List<String> seen = events(6);

    assertThat(seen).contains("error LOCAL_FAIL", "batch 0..9", "end 10");
    Map<String, Statistics.Topic> topics = consumer().statistics(SECOND).topics();
    assertThat(topics.get("t").partitions().get(0).failed()).isTrue();
    assertThat(topics.get("s").partitions().get(0).failed()).isFalse();
    assertThat(cluster.outstandingBuffers()).isZero();
    client.watched.changing(outcome -> outcome);
    consumer().assign(List.of(Assignment.beginning(S0)));
    consumer().assign(List.of(Assignment.beginning(S0), Assignment.beginning(T0)));
    assertThat(readAll()).isEqualTo(range(0, 10));
  }

  /** Asking the partition's batches where they end throws, inside of whatever machine asks. */
  private static BrokerOutcome breaking(BrokerOutcome outcome, TopicPartition name) {
    return changed(
        outcome,
        part ->
            part.topicPartition().equals(name) && part.batches() instanceof FetchedBatches real
                ? with(part, breaking(real), null)
                : part);
  }

  private static FetchedBatches breaking(FetchedBatches real) {
    return (FetchedBatches)
        Proxy.newProxyInstance(
            FetchedBatches.class.getClassLoader(),
            new Class<?>[] {FetchedBatches.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("nextOffset")) {
                throw new IllegalStateException("made to break");
              }
              return method.invoke(real, arguments);
            });
  }

  private static BrokerOutcome changed(
      BrokerOutcome outcome, UnaryOperator<FetchedPartition> change) {
    return outcome instanceof BrokerOutcome.Fetched fetched
        ? new BrokerOutcome.Fetched(
            fetched.partitions().stream().map(change).toList(), fetched.frame())
        : outcome;
  }

  private static FetchedPartition with(
      FetchedPartition part, FetchedBatches batches, BatchFault fault) {
    return new FetchedPartition(
        part.topicPartition(),
        part.error(),
        part.highWatermark(),
        part.lastStableOffset(),
        part.logStartOffset(),
        part.divergingEpoch(),
        part.divergingEndOffset(),
        part.leaderHintId(),
        part.leaderHintEpoch(),
        part.preferredReadReplica(),
        batches,
        fault);
  }

  /**
   * Found by simulation: a request that the close cut off was asked again of the closed gateway.
   */
  @Test
  void aRequestThatTheCloseCutsOffIsNotAskedAgain() {
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    cluster.inject(new BrokerFault.LoseReply(FaultTarget.next(RequestFamily.METADATA)));
    cluster.inject(
        new BrokerFault.FailPartition(
            FaultTarget.next(RequestFamily.FETCH).of(T0), ErrorCode.NOT_LEADER_OR_FOLLOWER));
    client.pass(SECOND.multipliedBy(2));
    cluster.inject(new BrokerFault.Disconnect(FaultTarget.next(RequestFamily.FETCH)));
    client.pass(SECOND);
    int asked = client.watched.requests(BrokerRequest.class).size();

    consumer().close(SECOND);

    assertThat(client.watched.isClosed()).isTrue();
    assertThat(client.watched.requests(BrokerRequest.class)).hasSize(asked);
  }

  @Test
  void aLateReplyOfALostRequestIsReleased() { // B207
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    client.watched.losing(true);
    append(T0, 5);
    client.settle();
    assertThat(cluster.outstandingBuffers()).as("the lost reply holds records").isEqualTo(1);

    client.pass(BrokerGateway.MAX_THROTTLED.plusSeconds(40));
    client.watched.losing(false);
    client.watched.postLost();
    client.settle();
    assertThat(readAll()).isEqualTo(range(10, 15));
    assertThat(cluster.outstandingBuffers()).isZero();
  }
}
