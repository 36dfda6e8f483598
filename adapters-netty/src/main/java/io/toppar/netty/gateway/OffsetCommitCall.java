package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.OffsetCommitRequest;
import io.toppar.netty.protocol.messages.OffsetCommitResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.CommitAnswer;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.CommitIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A commit of offsets by partition names; a partition that the broker leaves out has an error. */
final class OffsetCommitCall extends RequestCall {

  /** The next version has ids in place of names, which a keeper of offsets does not know. */
  private static final int LAST_WITH_NAMES = 9;

  private static final CommitIdentity NO_MEMBER = new CommitIdentity("", null, -1);

  private final BrokerRequest.OffsetCommit request;

  OffsetCommitCall(Desk desk, BrokerRequest.OffsetCommit request, long token) {
    super(desk, Api.OFFSET_COMMIT, request, token);
    this.request = request;
  }

  @Override
  boolean writes() {
    return true;
  }

  @Override
  public int highestVersion() {
    return LAST_WITH_NAMES;
  }

  @Override
  public void write(ByteBuf out, short version) {
    Map<String, List<OffsetCommitRequest.OffsetCommitRequestPartition>> byTopic =
        new LinkedHashMap<>();
    for (OffsetToCommit offset : request.offsets()) {
      byTopic
          .computeIfAbsent(offset.topicPartition().topic(), topic -> new ArrayList<>())
          .add(
              OffsetCommitRequest.OffsetCommitRequestPartition.builder()
                  .partitionIndex(offset.topicPartition().partition())
                  .committedOffset(offset.offset())
                  .committedLeaderEpoch(offset.leaderEpoch())
                  .committedMetadata(offset.metadata())
                  .build());
    }
    List<OffsetCommitRequest.OffsetCommitRequestTopic> topics = new ArrayList<>();
    byTopic.forEach(
        (name, partitions) ->
            topics.add(
                OffsetCommitRequest.OffsetCommitRequestTopic.builder()
                    .name(name)
                    .partitions(partitions)
                    .build()));
    CommitIdentity member = request.member() == null ? NO_MEMBER : request.member();
    OffsetCommitRequest.builder()
        .groupId(request.group())
        .generationIdOrMemberEpoch(member.generation())
        .memberId(member.memberId())
        .groupInstanceId(member.instanceId())
        .topics(topics)
        .build()
        .write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    OffsetCommitResponse reply = OffsetCommitResponse.read(body, version);
    Map<TopicPartition, ErrorCode> told = new HashMap<>();
    for (OffsetCommitResponse.OffsetCommitResponseTopic topic : reply.topics()) {
      for (OffsetCommitResponse.OffsetCommitResponsePartition one : topic.partitions()) {
        if (!topic.name().isEmpty() && one.partitionIndex() >= 0) {
          told.put(
              new TopicPartition(topic.name(), one.partitionIndex()),
              ErrorCodes.of(one.errorCode()));
        }
      }
    }
    List<CommitAnswer> answers = new ArrayList<>(request.offsets().size());
    for (OffsetToCommit offset : request.offsets()) {
      TopicPartition key = offset.topicPartition();
      answers.add(new CommitAnswer(key, told.getOrDefault(key, ErrorCode.UNKNOWN_SERVER_ERROR)));
    }
    complete(new BrokerOutcome.OffsetsCommitted(answers));
    return reply.throttleTimeMs();
  }
}
