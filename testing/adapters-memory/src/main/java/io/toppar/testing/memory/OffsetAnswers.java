package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome.EpochEnd;
import io.toppar.ports.BrokerOutcome.OffsetAnswer;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.EpochQuery;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.testing.memory.LogBatch.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a broker answers questions for offsets and for the ends of epochs. Guarded by the cluster.
 */
final class OffsetAnswers {

  private final ClusterState state;

  OffsetAnswers(ClusterState state) {
    this.state = state;
  }

  List<OffsetAnswer> offsets(
      int brokerId, BrokerRequest.ListOffsets request, List<BrokerFault> hits) {
    List<OffsetAnswer> answers = new ArrayList<>();
    Set<TopicPartition> named = new HashSet<>();
    for (OffsetQuery query : request.queries()) {
      TopicPartition topicPartition = query.topicPartition();
      ErrorCode error =
          named.add(topicPartition)
              ? refusal(brokerId, topicPartition, query.currentLeaderEpoch(), hits)
              : ErrorCode.INVALID_REQUEST;
      answers.add(
          error == ErrorCode.NONE
              ? found(query, request.isolationLevel())
              : new OffsetAnswer(topicPartition, error, -1, -1, -1));
    }
    return List.copyOf(answers);
  }

  List<EpochEnd> epochEnds(int brokerId, BrokerRequest.EpochEnds request, List<BrokerFault> hits) {
    List<EpochEnd> answers = new ArrayList<>();
    for (EpochQuery query : request.queries()) {
      TopicPartition topicPartition = query.topicPartition();
      ErrorCode error = refusal(brokerId, topicPartition, query.currentLeaderEpoch(), hits);
      EpochHistory.End end = EpochHistory.End.NONE;
      if (error == ErrorCode.NONE) {
        PartitionLog log = state.existingPartition(topicPartition).log();
        end = log.epochs().endOf(query.leaderEpoch(), log.end());
      }
      answers.add(new EpochEnd(topicPartition, error, end.epoch(), end.offset()));
    }
    return List.copyOf(answers);
  }

  private ErrorCode refusal(
      int brokerId, TopicPartition topicPartition, int believedEpoch, List<BrokerFault> hits) {
    ErrorCode forced = FaultScript.failure(hits, topicPartition);
    return forced == null ? state.refusal(brokerId, topicPartition, believedEpoch) : forced;
  }

  private OffsetAnswer found(OffsetQuery query, IsolationLevel isolationLevel) {
    MemoryPartition partition = state.existingPartition(query.topicPartition());
    PartitionLog log = partition.log();
    boolean committed = isolationLevel == IsolationLevel.READ_COMMITTED;
    long limit = committed ? log.lastStableOffset() : log.end();
    if (query.timestamp() == OffsetQuery.LATEST) {
      return answer(query, limit, -1, partition.leaderEpoch());
    }
    if (query.timestamp() == OffsetQuery.EARLIEST) {
      return answer(query, log.start(), -1, log.epochs().at(log.start()));
    }
    Entry entry =
        query.timestamp() == OffsetQuery.MAX_TIMESTAMP
            ? latest(log, limit)
            : first(log, limit, query.timestamp());
    return entry == null
        ? answer(query, -1, -1, -1)
        : answer(
            query, entry.offset(), entry.record().timestamp(), log.epochs().at(entry.offset()));
  }

  private static OffsetAnswer answer(OffsetQuery query, long offset, long timestamp, int epoch) {
    return new OffsetAnswer(query.topicPartition(), ErrorCode.NONE, offset, timestamp, epoch);
  }

  private static @Nullable Entry first(PartitionLog log, long limit, long timestamp) {
    for (Entry entry : log.entries()) {
      if (entry.offset() >= log.start()
          && entry.offset() < limit
          && entry.record().timestamp() >= timestamp) {
        return entry;
      }
    }
    return null;
  }

  private static @Nullable Entry latest(PartitionLog log, long limit) {
    Entry latest = null;
    for (Entry entry : log.entries()) {
      if (entry.offset() >= log.start()
          && entry.offset() < limit
          && (latest == null || entry.record().timestamp() > latest.record().timestamp())) {
        latest = entry;
      }
    }
    return latest;
  }
}
