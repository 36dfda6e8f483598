package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.app.rig.TestSettings;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchDecision;
import io.toppar.domain.FetchState;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicState;
import io.toppar.domain.TopparSnapshot;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What {@code statistics} tells at one moment. */
@NullUnmarked
class ConsumerStatisticsTest extends ConsumerFixture {

  private static final TopicPartition T5 = new TopicPartition("t", 5);

  private Statistics statistics() {
    return consumer().statistics(SECOND);
  }

  private PartitionStatistics partition(TopicPartition name) {
    return statistics().topics().get(name.topic()).partitions().get(name.partition());
  }

  @Test
  void aClientWithoutPartitionsKnowsNothingAndSaysSo() {
    reopen(new TestSettings().clientId("idle"));
    Statistics idle = statistics();

    assertThat(idle.clientId()).isEqualTo("idle");
    assertThat(idle.brokers()).isEmpty();
    assertThat(idle.topics()).isEmpty();
    assertThat(idle.receivedRecords()).isZero();
    assertThat(idle.fetchBufferBytes()).isZero();
  }

  @Test
  void thePositionsTheEndsAndTheLagsOfAPartitionAreTold() { // O17
    reopen(new TestSettings().explicitStore().commitInterval(Duration.ZERO));
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    consumer().store(T0, 4, 0, "");
    consumer().commit(SECOND);
    consumer().store(T0, 7, 0, "");

    TopparSnapshot told = partition(T0).toppar();

    assertThat(told.topicPartition()).isEqualTo(T0);
    assertThat(told.state()).isEqualTo(FetchState.ACTIVE);
    assertThat(told.decision()).isEqualTo(FetchDecision.FETCH);
    assertThat(told.leaderId()).isEqualTo(cluster.leader(T0));
    assertThat(told.brokerId()).isEqualTo(cluster.leader(T0));
    assertThat(told.leaderEpoch()).isZero();
    assertThat(told.fetchOffset()).isEqualTo(10);
    assertThat(told.appOffset()).isEqualTo(10);
    assertThat(told.storedOffset()).isEqualTo(7);
    assertThat(told.storedLeaderEpoch()).isZero();
    assertThat(told.committedOffset()).isEqualTo(4);
    assertThat(told.committedLeaderEpoch()).isZero();
    assertThat(told.eofOffset()).isEqualTo(10);
    assertThat(told.logStartOffset()).isZero();
    assertThat(told.highWatermark()).isEqualTo(10);
    assertThat(told.lastStableOffset()).isEqualTo(10);
    assertThat(told.lag()).isEqualTo(6);
    assertThat(told.lagStored()).isEqualTo(3);
    assertThat(told.queuedRecords()).isZero();
    assertThat(told.receivedRecords()).isEqualTo(10);
    assertThat(told.receivedBytes()).isPositive();
  }

  @Test
  void whatIsNotKnownOfAPartitionIsMinusOneAndForOffsetsMinus1001() {
    cluster.stop(1);
    cluster.stop(2);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();

    PartitionStatistics unknown = partition(T0);
    TopparSnapshot told = unknown.toppar();

    assertThat(unknown.assigned()).isTrue();
    assertThat(unknown.missing()).as("no metadata has named it").isTrue();
    assertThat(List.of(told.leaderId(), told.leaderEpoch(), told.brokerId())).containsOnly(-1);
    assertThat(List.of(told.storedLeaderEpoch(), told.committedLeaderEpoch())).containsOnly(-1);
    assertThat(List.of(told.lag(), told.lagStored())).containsOnly(-1L);
    assertThat(
            List.of(
                told.appOffset(),
                told.storedOffset(),
                told.committedOffset(),
                told.eofOffset(),
                told.highWatermark(),
                told.lastStableOffset(),
                told.logStartOffset()))
        .containsOnly(Offsets.INVALID)
        .containsOnly(-1001L);
    Statistics.Topic topic = statistics().topics().get("t");
    assertThat(topic.partitionCount()).isEqualTo(-1);
    assertThat(topic.state()).isEqualTo(TopicState.UNKNOWN);
  }

  /** The decision: not of the last Fetch that was planned, but of now (F1). */
  @Test
  void whyAPartitionIsNotFetchedIsTold() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T5)));
    client.settle();
    consumer().pause(List.of(T0));

    assertThat(partition(T0).toppar().decision()).isEqualTo(FetchDecision.PAUSED);
    assertThat(partition(T0).toppar().paused()).isTrue();
    assertThat(partition(T0).missing()).isFalse();
    assertThat(partition(T5).missing()).isTrue();
    assertThat(partition(T5).toppar().leaderId()).isEqualTo(-1);
    assertThat(statistics().topics().get("t").partitionCount()).isEqualTo(2);
    assertThat(statistics().topics().get("t").state()).isEqualTo(TopicState.EXISTS);
  }

  @Test
  void recordsThatWaitForTheApplicationAndThoseItHasNotFinishedAreCounted() {
    appendBatches(T0, 2, 5);
    consumer().assign(List.of(Assignment.beginning(T0)));
    client.settle();
    assertThat(partition(T0).toppar().queuedRecords()).isEqualTo(10);
    assertThat(partition(T0).toppar().queuedBytes()).isPositive();
    assertThat(partition(T0).unfinishedRecords()).isZero();
    assertThat(statistics().fetchBufferBytes()).isPositive();

    RecordBatch batch = consumer().poll(SECOND);
    Acknowledgement acknowledgement = batch.acknowledgement();
    batch.forEach(record -> assertThat(record.offset()).isNotNegative());
    batch.close();

    assertThat(partition(T0).toppar().queuedRecords()).isZero();
    assertThat(partition(T0).unfinishedRecords())
        .isEqualTo(consumer().unfinishedRecords(T0))
        .isEqualTo(10);
    acknowledgement.acknowledge();
    assertThat(partition(T0).unfinishedRecords()).isZero();
  }

  @Test
  void b167ABrokerThatWasNeverAskedHasNoIdleTimeAndOneThatNeverAnsweredNoAnswer() {
    append(T0, 1);
    int asked = cluster.leader(T0);
    int never = 3 - asked;
    consumer().assign(List.of(Assignment.beginning(T0)));
    readOne();

    BrokerStatistics idle = statistics().brokers().get(never);
    assertThat(idle.requests()).isZero();
    assertThat(idle.sinceRequestMicros()).isEqualTo(-1);
    assertThat(idle.sinceReplyMicros()).isEqualTo(-1);
    assertThat(idle.decision()).isNull();
    assertThat(idle.endpoint()).isNotNull();

    cluster.silence(never);
    consumer().assign(List.of(Assignment.beginning(T1)));
    client.pass(SECOND);
    BrokerStatistics silent = statistics().brokers().get(never);
    assertThat(silent.requests()).isPositive();
    assertThat(silent.requestsInFlight()).isEqualTo(1);
    assertThat(silent.sinceRequestMicros()).isNotNegative();
    assertThat(silent.sinceReplyMicros()).isEqualTo(-1);
    client.pass(Duration.ofSeconds(32));
    assertThat(statistics().brokers().get(never).requestsTimedOut()).isPositive();
    assertThat(statistics().brokers().get(never).replies()).isZero();
  }

  @Test
  void theRequestsToABrokerAndTheTimeSinceItsLastReplyAreTold() {
    append(T0, 1);
    int leader = cluster.leader(T0);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readOne();
    client.pass(Duration.ofMillis(5_250));

    BrokerStatistics broker = statistics().brokers().get(leader);

    int fetches = client.watched.requests(BrokerRequest.Fetch.class).size();
    int lookups = client.watched.requests(BrokerRequest.ListOffsets.class).size();
    assertThat(broker.requests()).isEqualTo(fetches + lookups);
    assertThat(broker.replies()).as("the last Fetch waits").isEqualTo(broker.requests() - 1);
    assertThat(broker.requestsInFlight()).isEqualTo(1);
    assertThat(broker.decision()).isEqualTo(FetchDecision.IN_FLIGHT);
    assertThat(broker.partitions()).isEqualTo(1);
    assertThat(broker.sinceReplyMicros()).as("a Fetch waits 500 ms").isBetween(0L, 500_000L);
    assertThat(statistics().brokers().get(-1).requests())
        .as("metadata, which any broker may answer")
        .isEqualTo(client.watched.requests(BrokerRequest.Metadata.class).size());
  }

  @Test
  void whatCameForPartitionsNoLongerAssignedStaysInTheTotals() {
    append(T0, 10);
    append(S0, 5);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    long bytes = statistics().receivedBytes();
    consumer().assign(List.of(Assignment.beginning(S0)));
    readAll();

    assertThat(statistics().topics()).containsOnlyKeys("s");
    assertThat(statistics().receivedRecords()).isEqualTo(15);
    assertThat(statistics().receivedBytes()).isGreaterThan(bytes);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readAll();
    assertThat(partition(T0).toppar().receivedRecords()).as("of this assignment").isEqualTo(10);
    assertThat(statistics().receivedRecords()).isEqualTo(25);
  }

  @Test
  void aPartitionWhoseStopWaitsForItsLastCommitIsStillListed() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readOne();
    client.store.inject(new StoreFault.Stall(StoreFault.Operation.STORE));
    consumer().unassign();
    client.settle();

    assertThat(partition(T0).assigned()).isFalse();
    assertThat(partition(T0).toppar().state()).isEqualTo(FetchState.STOPPING);
    client.store.resume();
    client.settle();
    assertThat(statistics().topics()).isEmpty();
  }

  @Test
  void theTopicsTroubleIsTold() {
    TopicPartition nowhere = new TopicPartition("nowhere", 0);
    consumer().assign(List.of(Assignment.beginning(nowhere)));
    client.pass(Duration.ofSeconds(1));

    Statistics.Topic topic = statistics().topics().get("nowhere");
    assertThat(topic.error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(topic.state()).as("within the grace time").isEqualTo(TopicState.UNKNOWN);
  }

  @Test
  void takingThemAsksNobodyAndChangesNothing() {
    append(T0, 10);
    consumer().assign(List.of(Assignment.beginning(T0), Assignment.beginning(T1)));
    client.settle();
    int before = client.watched.requests(BrokerRequest.class).size();
    long deadline = client.engine.nowNanos();
    Statistics first = statistics();
    for (int i = 0; i < 100; i++) {
      assertThat(statistics()).isEqualTo(first);
    }

    assertThat(client.engine.nowNanos()).isEqualTo(deadline);
    assertThat(client.watched.requests(BrokerRequest.class)).hasSize(before);
    assertThat(readAll()).isEqualTo(range(0, 10));
  }

  @Test
  void theirTimesAreThoseOfTheClock() {
    Statistics first = statistics();
    client.pass(Duration.ofMillis(1_234));
    Statistics second = statistics();

    assertThat(second.ageMicros() - first.ageMicros()).isEqualTo(1_234_000);
    assertThat(second.clockMicros() - first.clockMicros()).isEqualTo(1_234_000);
    assertThat(second.timeMillis()).isEqualTo(clock.currentTimeMillis());
  }

  @Test
  void theyCannotBeChangedAndAClosedClientHasNone() {
    append(T0, 1);
    consumer().assign(List.of(Assignment.beginning(T0)));
    readOne();
    Statistics taken = statistics();
    assertThatThrownBy(() -> taken.topics().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> taken.brokers().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> taken.topics().get("t").partitions().clear())
        .isInstanceOf(UnsupportedOperationException.class);

    CompletionStage<Statistics> asked = consumer().statisticsAsync();
    consumer().close();
    assertThat(asked.toCompletableFuture()).as("asked before the end").isCompleted();
    assertThatThrownBy(() -> consumer().statistics(SECOND)).isInstanceOf(TopparException.class);
  }
}
