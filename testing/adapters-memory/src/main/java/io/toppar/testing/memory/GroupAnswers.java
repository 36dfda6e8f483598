package io.toppar.testing.memory;

import io.toppar.domain.CommittedOffset;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.CommitAnswer;
import io.toppar.ports.BrokerOutcome.DeleteAnswer;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.StoredOffset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How brokers answer for consumer groups. Guarded by the cluster. */
final class GroupAnswers {

  /** Kafka's offset.metadata.max.bytes. */
  private static final int LONGEST_METADATA = 4096;

  private final ClusterState state;
  private final MemoryGroups groups;

  GroupAnswers(ClusterState state, MemoryGroups groups) {
    this.state = state;
    this.groups = groups;
  }

  BrokerOutcome coordinator(
      int brokerId, BrokerRequest.FindCoordinator request, List<BrokerFault> hits) {
    for (BrokerFault hit : hits) {
      if (hit instanceof BrokerFault.NameCoordinator named) {
        return new BrokerOutcome.Coordinator(named.brokerId());
      }
    }
    int coordinator = groups.coordinator(request.group());
    return coordinator == MemoryGroups.NOBODY
        ? GatewayFailures.refused(brokerId, ErrorCode.COORDINATOR_NOT_AVAILABLE)
        : new BrokerOutcome.Coordinator(coordinator);
  }

  BrokerOutcome commit(int brokerId, BrokerRequest.OffsetCommit request, List<BrokerFault> hits) {
    ErrorCode refusal = refusal(brokerId, request.group());
    if (refusal == ErrorCode.NONE && isMembersOnly(request)) {
      refusal = ErrorCode.UNKNOWN_MEMBER_ID;
    }
    List<CommitAnswer> answers = new ArrayList<>();
    for (OffsetToCommit offset : request.offsets()) {
      ErrorCode error = refusal == ErrorCode.NONE ? refusal(offset, hits) : refusal;
      if (error == ErrorCode.NONE) {
        groups
            .group(request.group())
            .commit(
                offset.topicPartition(),
                new StoredOffset(offset.offset(), offset.leaderEpoch(), offset.metadata()));
      }
      answers.add(new CommitAnswer(offset.topicPartition(), error));
    }
    return new BrokerOutcome.OffsetsCommitted(List.copyOf(answers));
  }

  BrokerOutcome fetch(int brokerId, BrokerRequest.OffsetFetch request, List<BrokerFault> hits) {
    ErrorCode refusal = refusal(brokerId, request.group());
    if (refusal != ErrorCode.NONE) {
      return GatewayFailures.refused(brokerId, refusal);
    }
    MemoryGroup group = groups.group(request.group());
    List<CommittedOffset> answers = new ArrayList<>();
    List<TopicPartition> asked = request.partitions();
    for (TopicPartition partition : asked == null ? group.partitions() : asked) {
      answers.add(fetched(group, partition, request.requireStable(), hits));
    }
    return new BrokerOutcome.OffsetsFetched(List.copyOf(answers));
  }

  BrokerOutcome delete(int brokerId, BrokerRequest.OffsetDelete request, List<BrokerFault> hits) {
    MemoryGroup group = groups.group(request.group());
    ErrorCode refusal = refusal(brokerId, request.group());
    if (refusal == ErrorCode.NONE && group.hasMembers() && group.subscribed().isEmpty()) {
      refusal = ErrorCode.NON_EMPTY_GROUP;
    }
    if (refusal == ErrorCode.NONE && group.isNothing()) {
      refusal = ErrorCode.GROUP_ID_NOT_FOUND;
    }
    if (refusal != ErrorCode.NONE) {
      return GatewayFailures.refused(brokerId, refusal);
    }
    List<DeleteAnswer> answers = new ArrayList<>();
    for (TopicPartition partition : request.partitions()) {
      ErrorCode error = deleteRefusal(group, partition, hits);
      if (error == ErrorCode.NONE) {
        group.forget(partition);
      }
      answers.add(new DeleteAnswer(partition, error));
    }
    return new BrokerOutcome.OffsetsDeleted(List.copyOf(answers));
  }

  private ErrorCode deleteRefusal(
      MemoryGroup group, TopicPartition partition, List<BrokerFault> hits) {
    ErrorCode forced = FaultScript.failure(hits, partition);
    if (forced != null) {
      return forced;
    }
    if (state.partition(partition) == null) {
      return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }
    return group.subscribed().contains(partition.topic())
        ? ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC
        : ErrorCode.NONE;
  }

  private ErrorCode refusal(int brokerId, String group) {
    if (groups.coordinator(group) != brokerId) {
      return ErrorCode.NOT_COORDINATOR;
    }
    return groups.group(group).isLoading()
        ? ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
        : ErrorCode.NONE;
  }

  private boolean isMembersOnly(BrokerRequest.OffsetCommit request) {
    return groups.group(request.group()).hasMembers() && request.member() == null;
  }

  private ErrorCode refusal(OffsetToCommit offset, List<BrokerFault> hits) {
    ErrorCode forced = FaultScript.failure(hits, offset.topicPartition());
    if (forced != null) {
      return forced;
    }
    if (state.partition(offset.topicPartition()) == null) {
      return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }
    int bytes = offset.metadata().getBytes(StandardCharsets.UTF_8).length;
    return bytes > LONGEST_METADATA ? ErrorCode.OFFSET_METADATA_TOO_LARGE : ErrorCode.NONE;
  }

  private static CommittedOffset fetched(
      MemoryGroup group, TopicPartition partition, boolean stable, List<BrokerFault> hits) {
    ErrorCode forced = FaultScript.failure(hits, partition);
    if (forced != null) {
      return CommittedOffset.failed(partition, forced);
    }
    if (stable && group.isUnstable(partition)) {
      return CommittedOffset.failed(partition, ErrorCode.UNSTABLE_OFFSET_COMMIT);
    }
    return told(partition, group.offset(partition));
  }

  private static CommittedOffset told(TopicPartition partition, @Nullable StoredOffset stored) {
    return stored == null
        ? CommittedOffset.none(partition)
        : new CommittedOffset(
            partition, ErrorCode.NONE, stored.offset(), stored.leaderEpoch(), stored.metadata());
  }
}
