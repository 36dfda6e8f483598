package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Clock;
import io.toppar.ports.TimestampType;
import java.util.ArrayList;
import java.util.List;

/** How a broker appends what is produced, and answers. Guarded by the cluster. */
final class ProduceAnswers {

  private static final short ALL = -1;

  private final ClusterState state;
  private final Clock clock;
  private final ClusterNews news;

  ProduceAnswers(ClusterState state, Clock clock, ClusterNews news) {
    this.state = state;
    this.clock = clock;
    this.news = news;
  }

  /** What can be known of a request that nobody answers ({@code acks=0}). */
  static BrokerOutcome.Produced untold(BrokerRequest.Produce request) {
    List<ProducedPartition> answers = new ArrayList<>();
    for (ProducePart part : request.parts()) {
      answers.add(ProducedPartition.failed(part.topicPartition(), ErrorCode.NONE));
    }
    return new BrokerOutcome.Produced(List.copyOf(answers));
  }

  /** Appends what is in order, each part by itself. */
  BrokerOutcome.Produced answer(
      int brokerId, BrokerRequest.Produce request, List<BrokerFault> hits) {
    List<ProducedPartition> answers = new ArrayList<>();
    for (ProducePart part : request.parts()) {
      answers.add(answer(brokerId, request.acks(), part, hits));
    }
    return new BrokerOutcome.Produced(List.copyOf(answers));
  }

  private ProducedPartition answer(
      int brokerId, short acks, ProducePart part, List<BrokerFault> hits) {
    List<RecordFault> faults = FaultScript.rejected(hits, part.topicPartition());
    if (!faults.isEmpty()) {
      return rejected(part, faults);
    }
    ErrorCode forced = FaultScript.failure(hits, part.topicPartition());
    ErrorCode refusal = forced == null ? refusal(brokerId, acks, part) : forced;
    if (refusal != ErrorCode.NONE) {
      return refused(part, refusal);
    }
    ProducedPartition appended = append(part);
    ErrorCode after = FaultScript.failureAfterAppend(hits, part.topicPartition());
    return after == null || appended.error() != ErrorCode.NONE ? appended : refused(part, after);
  }

  /** Why a broker does not look at the records, or {@code NONE}. */
  private ErrorCode refusal(int brokerId, short acks, ProducePart part) {
    if (acks < ALL || acks > 1) {
      return ErrorCode.INVALID_REQUIRED_ACKS;
    }
    MemoryTopic topic = state.topic(part.topicPartition().topic());
    if (!part.topicId().isZero() && (topic == null || !topic.id().equals(part.topicId()))) {
      return ErrorCode.UNKNOWN_TOPIC_ID;
    }
    ErrorCode refusal = state.refusal(brokerId, part.topicPartition(), -1);
    if (refusal != ErrorCode.NONE || topic == null) {
      return refusal;
    }
    MemoryPartition partition = state.existingPartition(part.topicPartition());
    if (acks == ALL && inSync(partition) < topic.settings().minInSyncReplicas()) {
      return ErrorCode.NOT_ENOUGH_REPLICAS;
    }
    return MemorySealedBatch.of(part).wireBytes() > topic.settings().maxMessageBytes()
        ? ErrorCode.MESSAGE_TOO_LARGE
        : ErrorCode.NONE;
  }

  private int inSync(MemoryPartition partition) {
    int running = 0;
    for (int replica : partition.replicas()) {
      running += state.broker(replica).isUp() ? 1 : 0;
    }
    return running;
  }

  private ProducedPartition append(ProducePart part) {
    TopicSettings settings = state.existingTopic(part.topicPartition().topic()).settings();
    MemoryPartition partition = state.existingPartition(part.topicPartition());
    PartitionLog log = partition.log();
    List<MemoryRecord> records = MemorySealedBatch.of(part).records();
    List<RecordFault> keyless = settings.keysRequired() ? keyless(records) : List.of();
    if (!keyless.isEmpty()) {
      return rejected(part, keyless);
    }
    BatchOrigin origin = BatchOrigin.of(part, MemorySealedBatch.of(part).compression());
    LogBatch duplicate = log.producers().duplicateOf(origin, records.size());
    if (duplicate != null) {
      // Real brokers tell the time of the first append here, whoever has set it.
      return appended(part, duplicate.baseOffset(), duplicate.maxTimestamp(), log);
    }
    ErrorCode refusal = log.producers().refusal(origin);
    if (refusal != ErrorCode.NONE) {
      return refused(part, refusal);
    }
    long now =
        settings.timestampType() == TimestampType.LOG_APPEND_TIME ? clock.currentTimeMillis() : -1;
    List<MemoryRecord> stamped =
        now < 0 ? records : records.stream().map(record -> record.at(now)).toList();
    long offset =
        log.appendProduced(stamped, partition.leaderEpoch(), settings.timestampType(), origin);
    news.changed();
    return appended(part, offset, now, log);
  }

  private static List<RecordFault> keyless(List<MemoryRecord> records) {
    List<RecordFault> faults = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).key() == null) {
        faults.add(new RecordFault(i, "Compacted topic cannot accept message without key"));
      }
    }
    return faults;
  }

  private static ProducedPartition appended(
      ProducePart part, long offset, long appendTime, PartitionLog log) {
    return new ProducedPartition(
        part.topicPartition(),
        ErrorCode.NONE,
        offset,
        appendTime,
        log.start(),
        List.of(),
        null,
        -1,
        -1);
  }

  private static ProducedPartition rejected(ProducePart part, List<RecordFault> faults) {
    return new ProducedPartition(
        part.topicPartition(),
        ErrorCode.INVALID_RECORD,
        -1,
        -1,
        -1,
        List.copyOf(faults),
        faults.size() + " records of the batch were rejected",
        -1,
        -1);
  }

  private ProducedPartition refused(ProducePart part, ErrorCode error) {
    MemoryPartition partition = state.partition(part.topicPartition());
    if (error != ErrorCode.NOT_LEADER_OR_FOLLOWER || partition == null) {
      return ProducedPartition.failed(part.topicPartition(), error);
    }
    return new ProducedPartition(
        part.topicPartition(),
        error,
        -1,
        -1,
        -1,
        List.of(),
        null,
        partition.leaderId(),
        partition.leaderEpoch());
  }
}
