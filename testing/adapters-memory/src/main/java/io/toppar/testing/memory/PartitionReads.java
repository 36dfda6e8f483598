package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.memory.EpochHistory.End;
import io.toppar.testing.memory.FetchSession.Wanted;
import java.util.ArrayList;
import java.util.List;

/** How a broker reads one partition for a Fetch. Guarded by the cluster. */
final class PartitionReads {

  private final ClusterState state;
  private final ReplicaChoice choice;

  PartitionReads(ClusterState state) {
    this.state = state;
    this.choice = new ReplicaChoice(state);
  }

  /**
   * Looks without telling.
   *
   * @param left bytes that the reply may still take
   * @param first whether the reply is empty so far: then the first batch comes whatever its size
   */
  PartitionRead look(
      int brokerId,
      Wanted wanted,
      BrokerRequest.Fetch request,
      int left,
      boolean first,
      List<BrokerFault> hits) {
    FetchPartition ask = wanted.ask;
    ErrorCode refusal = refusal(brokerId, ask, hits);
    if (refusal != ErrorCode.NONE) {
      return refused(wanted, refusal);
    }
    MemoryPartition partition = state.existingPartition(ask.topicPartition());
    ReplicaView view = partition.view(brokerId);
    if (partition.leaderId() == brokerId) {
      int preferred = choice.of(partition, request.rackId(), ask.fetchOffset());
      if (preferred != ReplicaChoice.NONE) {
        return PartitionRead.elsewhere(wanted, view, preferred);
      }
    }
    if (ask.fetchOffset() < view.start()) {
      return PartitionRead.outOfRange(wanted, view);
    }
    PartitionLog log = partition.log();
    if (ask.lastFetchedEpoch() >= 0) {
      End end = log.epochs().endOf(ask.lastFetchedEpoch(), view.end());
      if (end.epoch() < 0) {
        return PartitionRead.outOfRange(wanted, view);
      }
      if (end.epoch() < ask.lastFetchedEpoch() || end.offset() < ask.fetchOffset()) {
        return PartitionRead.diverging(wanted, view, end);
      }
    }
    if (ask.fetchOffset() > view.end()) {
      return PartitionRead.outOfRange(wanted, view);
    }
    boolean committed = request.isolationLevel() == IsolationLevel.READ_COMMITTED;
    long limit = committed ? view.lastStableOffset() : view.highWatermark();
    int most = Math.min(left, ask.maxBytes());
    List<LogBatch> batches = fitting(log.from(ask.fetchOffset(), limit), most, first);
    return PartitionRead.records(wanted, view, batches);
  }

  private static List<LogBatch> fitting(List<LogBatch> batches, int most, boolean first) {
    List<LogBatch> fitting = new ArrayList<>();
    int size = 0;
    for (LogBatch batch : batches) {
      size += batch.sizeBytes();
      if (size > most && !(first && fitting.isEmpty())) {
        break;
      }
      fitting.add(batch);
    }
    return fitting;
  }

  private ErrorCode refusal(int brokerId, FetchPartition ask, List<BrokerFault> hits) {
    ErrorCode forced = FaultScript.failure(hits, ask.topicPartition());
    if (forced != null) {
      return forced;
    }
    TopicId id = ask.topicId();
    MemoryTopic topic = state.topic(ask.topicPartition().topic());
    if (!id.isZero() && (topic == null || !topic.id().equals(id))) {
      return ErrorCode.UNKNOWN_TOPIC_ID;
    }
    return state.readRefusal(brokerId, ask.topicPartition(), ask.currentLeaderEpoch());
  }

  private PartitionRead refused(Wanted wanted, ErrorCode error) {
    TopicPartition topicPartition = wanted.ask.topicPartition();
    MemoryPartition partition = state.partition(topicPartition);
    boolean moved =
        error == ErrorCode.NOT_LEADER_OR_FOLLOWER || error == ErrorCode.FENCED_LEADER_EPOCH;
    return partition != null && moved
        ? PartitionRead.refused(wanted, error, partition.leaderId(), partition.leaderEpoch())
        : PartitionRead.refused(wanted, error, -1, -1);
  }
}
