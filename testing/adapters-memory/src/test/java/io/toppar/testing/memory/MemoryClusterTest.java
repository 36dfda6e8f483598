package io.toppar.testing.memory;

import static io.toppar.testing.memory.MemoryRig.T0;
import static io.toppar.testing.memory.MemoryRig.T1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.testing.contracts.FetchNews;
import io.toppar.testing.contracts.GatewayProbe;
import io.toppar.testing.contracts.SeenRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MemoryClusterTest {

  private final MemoryRig rig = new MemoryRig();
  private final MemoryCluster cluster = rig.cluster;

  @AfterEach
  void nothingIsHeld() {
    rig.close();
  }

  @Test
  void compactionKeepsTheLastRecordOfEachKeyAtItsOffset() {
    cluster.append(T0, MemoryRecord.of("k", "1"), MemoryRecord.of("l", "2"));
    cluster.append(T0, MemoryRecord.of("k", "3"));
    cluster.append(T0, MemoryRecord.of("k", "4"), MemoryRecord.of("no key"));
    cluster.append(T0, MemoryRecord.tombstone("l"));
    cluster.compact(T0);
    FetchNews.Part part = rig.fetch(0).ask().of(T0);
    assertThat(part.records()).extracting(SeenRecord::offset).containsExactly(3L, 4L, 5L);
    assertThat(part.texts()).containsExactly("4", "no key", "null");
    assertThat(part.nextOffset()).isEqualTo(6);
  }

  @Test
  void compactionLeavesTheLastBatchSoThatTheEndIsKnown() {
    cluster.append(T0, MemoryRecord.of("k", "1"));
    cluster.append(T0, MemoryRecord.of("k", "2"));
    cluster.removeRecords(T0, List.of(0L, 1L), false);
    FetchNews.Part part = rig.fetch(0).ask().of(T0);
    assertThat(part.records()).isEmpty();
    assertThat(part.nextOffset()).isEqualTo(2);
  }

  @Test
  void anUncleanElectionCutsTheLogUnderANewEpoch() {
    cluster.append(T0, MemoryRecord.of("a"), MemoryRecord.of("b"), MemoryRecord.of("c"));
    cluster.electUnclean(T0, 2, 1);
    assertThat(cluster.leader(T0)).isEqualTo(2);
    assertThat(cluster.leaderEpoch(T0)).isEqualTo(1);
    assertThat(cluster.highWatermark(T0)).isEqualTo(1);
    cluster.append(T0, MemoryRecord.of("x"));
    List<SeenRecord> seen = rig.probe.read(T0, 0, 2, IsolationLevel.READ_COMMITTED);
    assertThat(seen).extracting(SeenRecord::text).containsExactly("a", "x");
    assertThat(seen).extracting(SeenRecord::leaderEpoch).containsExactly(0, 1);
  }

  @Test
  void anotherReplicaTakesOverFromAStoppedLeader() {
    cluster.createTopic("r", 1, TopicSettings.DEFAULTS.withReplicas(2));
    TopicPartition replicated = new TopicPartition("r", 0);
    int old = cluster.leader(replicated);
    cluster.stop(old);
    PartitionMetadata partition = rig.probe.partition(replicated);
    assertThat(partition.leaderId()).isNotIn(old, -1);
    assertThat(partition.leaderEpoch()).isEqualTo(1);
    assertThat(partition.offlineReplicas()).containsExactly(old);
    assertThat(partition.inSyncReplicas()).doesNotContain(old);
  }

  @Test
  void aPartitionWithoutARunningReplicaHasNoLeaderUntilOneIsBack() {
    int only = cluster.leader(T0);
    cluster.stop(only);
    PartitionMetadata gone = rig.probe.partition(T0);
    assertThat(gone.error()).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE);
    assertThat(gone.leaderId()).isEqualTo(-1);
    assertThat(rig.probe.metadata().brokers()).hasSize(2);
    cluster.start(only);
    assertThat(rig.probe.leader(T0)).isEqualTo(only);
  }

  @Test
  void stoppingABrokerBreaksTheConnectionUnderAWaitingFetch() {
    long token = rig.probe.submit(rig.fetch(0).waiting(1, 20_000).request());
    rig.gateway().runDue();
    int broker = cluster.leader(T0);
    cluster.stop(broker);
    cluster.start(broker);
    long before = rig.clock.nanoTime();
    assertThat(((BrokerOutcome.Failed) rig.probe.await(token)).kind()).isEqualTo(Kind.TRANSPORT);
    assertThat(rig.clock.nanoTime()).isEqualTo(before);
  }

  @Test
  void aBrokerWithTooManySessionsForgetsTheOldest() {
    cluster.moveLeader(T1, cluster.leader(T0));
    rig.fetch(0).ask();
    cluster.sessionSlots(cluster.leader(T0), 1);
    rig.delta().ask();
    try (GatewayProbe other = new GatewayProbe(rig.fixture)) {
      other.metadata();
      other.fetch(cluster.leader(T0)).from(T1, 0).ask();
      rig.probe.fails(rig.delta().request(), Kind.SESSION_LOST);
    }
  }

  @Test
  void aTopicMadeAgainIsEmptyAndHasAnotherId() {
    cluster.append(T0, MemoryRecord.of("a"));
    TopicId before = rig.probe.topicId("t");
    TopicId after = cluster.recreateTopic("t");
    assertThat(after).isNotEqualTo(before);
    assertThat(rig.probe.topicId("t")).isEqualTo(after);
    assertThat(rig.probe.topic("t").partitions()).hasSize(3);
    assertThat(cluster.highWatermark(T0)).isZero();
  }

  @Test
  void addedPartitionsAreSpreadOverTheBrokers() {
    cluster.addPartitions("t", 6);
    assertThat(rig.probe.topic("t").partitions())
        .extracting(PartitionMetadata::leaderId)
        .containsExactly(1, 2, 3, 1, 2, 3);
  }

  @Test
  void aTopicIsCreatedByAskingOnlyWhereThatIsAllowedOnBothSides() {
    BrokerRequest asking =
        new BrokerRequest.Metadata(
            BrokerRequest.ANY_BROKER,
            List.of("new"),
            List.of(),
            true,
            rig.probe.deadlineIn(Duration.ofSeconds(30)));
    assertThat(created(asking)).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    cluster.autoCreateTopics(2);
    assertThat(rig.probe.metadata("new").topics().get(0).error())
        .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    assertThat(created(asking)).isEqualTo(ErrorCode.NONE);
    assertThat(rig.probe.topic("new").partitions()).hasSize(2);
  }

  @Test
  void aPartitionNamedTwiceIsRefusedAsRealBrokersDo() {
    OffsetQuery query = new OffsetQuery(T0, -1, OffsetQuery.LATEST);
    assertThat(rig.probe.offsets(cluster.leader(T0), IsolationLevel.READ_COMMITTED, query, query))
        .extracting(BrokerOutcome.OffsetAnswer::error)
        .containsExactly(ErrorCode.NONE, ErrorCode.INVALID_REQUEST);
  }

  @Test
  void deletedRecordsMoveTheStartIntoABatch() {
    cluster.append(T0, MemoryRecord.of("a"), MemoryRecord.of("b"), MemoryRecord.of("c"));
    cluster.deleteRecords(T0, 1);
    assertThat(cluster.logStart(T0)).isEqualTo(1);
    assertThat(rig.fetch(1).ask().of(T0).texts()).containsExactly("b", "c");
  }

  @Test
  void anOpenTransactionHoldsTheStableOffsetBack() {
    MemoryTransaction open = cluster.begin();
    open.append(T0, MemoryRecord.of("a"));
    assertThat(cluster.lastStableOffset(T0)).isZero();
    assertThat(cluster.highWatermark(T0)).isEqualTo(1);
    open.abort();
    assertThat(cluster.lastStableOffset(T0)).isEqualTo(2);
    assertThatThrownBy(() -> open.append(T0, MemoryRecord.of("b")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("begin another");
    assertThatThrownBy(open::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void misuseIsToldWithWhatToDo() {
    assertThatThrownBy(() -> cluster.append(new TopicPartition("t", 7), MemoryRecord.of("a")))
        .hasMessageContaining("t[7]")
        .hasMessageContaining("create it first");
    assertThatThrownBy(() -> cluster.append(T0)).hasMessageContaining("at least one");
    assertThatThrownBy(() -> cluster.createTopic("t", 1)).hasMessageContaining("delete it first");
    assertThatThrownBy(() -> cluster.createTopic("no good", 1))
        .hasMessageContaining("no topic name");
    assertThatThrownBy(() -> cluster.stop(9)).hasMessageContaining("no broker 9");
    cluster.stop(3);
    assertThatThrownBy(() -> cluster.moveLeader(T0, 3)).hasMessageContaining("start it first");
    assertThatThrownBy(() -> cluster.damage(T0, 5, null))
        .hasMessageContaining("no batch at offset 5");
  }

  private ErrorCode created(BrokerRequest asking) {
    List<TopicMetadata> topics =
        rig.probe.ask(asking, BrokerOutcome.Metadata.class).cluster().topics();
    return topics.get(0).error();
  }
}
