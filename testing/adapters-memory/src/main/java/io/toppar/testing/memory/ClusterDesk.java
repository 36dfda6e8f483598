package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.Clock;
import io.toppar.ports.TimestampType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What serves the gateways of a {@link MemoryCluster}, and who leads what. Guarded by it. */
final class ClusterDesk {

  private final ClusterState state;
  private final Clock clock;
  private final FaultScript faults = new FaultScript();
  private final BufferLedger ledger = new BufferLedger();
  private final BufferLedger outgoing = new BufferLedger();
  private final ClusterNews news = new ClusterNews();
  private final MetadataAnswers metadata;
  private final OffsetAnswers offsets;
  private final FetchAnswers fetches;
  private final GroupAnswers groups;
  private final ProduceAnswers produces;
  private final LateRequests late;

  ClusterDesk(ClusterState state, Clock clock) {
    this.state = state;
    this.clock = clock;
    this.metadata = new MetadataAnswers(state);
    this.offsets = new OffsetAnswers(state);
    this.fetches = new FetchAnswers(state, faults, ledger);
    this.groups = new GroupAnswers(state, state.groups());
    this.produces = new ProduceAnswers(state, clock, news);
    this.late = new LateRequests(groups, produces);
  }

  ClusterState state() {
    return state;
  }

  FaultScript faults() {
    return faults;
  }

  /** What was fetched and not released. */
  BufferLedger ledger() {
    return ledger;
  }

  /** What is on its way out and not ended. */
  BufferLedger outgoing() {
    return outgoing;
  }

  ClusterNews news() {
    return news;
  }

  MetadataAnswers metadata() {
    return metadata;
  }

  OffsetAnswers offsets() {
    return offsets;
  }

  FetchAnswers fetches() {
    return fetches;
  }

  GroupAnswers groups() {
    return groups;
  }

  ProduceAnswers produces() {
    return produces;
  }

  LateRequests late() {
    return late;
  }

  /** Appends a batch that nobody produced; the offset of its first record. */
  long append(
      TopicPartition topicPartition,
      List<MemoryRecord> batch,
      @Nullable LogTransaction transaction) {
    if (transaction != null && !transaction.isOpen()) {
      throw new IllegalStateException("the transaction has ended; begin another");
    }
    if (batch.isEmpty()) {
      throw new IllegalArgumentException("a batch of no records; append at least one");
    }
    MemoryPartition partition = state.existingPartition(topicPartition);
    TimestampType type = state.existingTopic(topicPartition.topic()).settings().timestampType();
    long now = clock.currentTimeMillis();
    boolean brokersTime = type == TimestampType.LOG_APPEND_TIME;
    List<MemoryRecord> stamped = new ArrayList<>(batch.size());
    for (MemoryRecord record : batch) {
      boolean stamp = brokersTime || record.timestamp() == MemoryRecord.NOW;
      stamped.add(stamp ? record.at(now) : record);
    }
    return partition.log().append(stamped, partition.leaderEpoch(), type, transaction);
  }

  /** Ends a transaction: a marker goes to every partition that it touched and that is there. */
  void end(LogTransaction transaction, Iterable<TopicPartition> touched, boolean commit) {
    transaction.end(commit);
    state.groups().all().forEach(group -> group.end(transaction, commit));
    for (TopicPartition topicPartition : touched) {
      MemoryPartition partition = state.partition(topicPartition);
      if (partition != null) {
        partition.log().appendMarker(transaction, partition.leaderEpoch());
      }
    }
  }

  void moveLeader(MemoryPartition partition, int toBroker) {
    if (!state.broker(toBroker).isUp()) {
      throw new IllegalArgumentException(
          "broker " + toBroker + " does not run, so it cannot lead; start it first");
    }
    if (!partition.replicas().contains(toBroker)) {
      List<Integer> replicas = new ArrayList<>(partition.replicas());
      replicas.remove(replicas.size() - 1);
      replicas.add(0, toBroker);
      partition.replicas(replicas);
    }
    partition.lead(toBroker);
  }

  void stop(MemoryBroker broker) {
    broker.up(false);
    for (MemoryTopic topic : state.topics()) {
      for (MemoryPartition partition : topic.partitions()) {
        if (partition.leaderId() == broker.id()) {
          state.elect(partition);
        }
      }
    }
  }

  void start(MemoryBroker broker) {
    if (broker.isUp()) {
      broker.silent(false);
      return;
    }
    broker.up(true);
    for (MemoryTopic topic : state.topics()) {
      for (MemoryPartition partition : topic.partitions()) {
        if (partition.leaderId() == MemoryPartition.NO_LEADER
            && partition.replicas().contains(broker.id())) {
          state.elect(partition);
        }
      }
    }
  }
}
