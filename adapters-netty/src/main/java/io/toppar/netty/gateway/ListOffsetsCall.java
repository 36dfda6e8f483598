package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ListOffsetsRequest;
import io.toppar.netty.protocol.messages.ListOffsetsResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.OffsetAnswer;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Offsets by time or position; a partition that the broker leaves out has an error (B077). */
final class ListOffsetsCall extends RequestCall {

  private static final int CONSUMER = -1;

  private final BrokerRequest.ListOffsets request;
  private final Rounds<OffsetQuery, OffsetAnswer> rounds;

  ListOffsetsCall(Desk desk, BrokerRequest.ListOffsets request, long token) {
    super(desk, Api.LIST_OFFSETS, request, token);
    this.request = request;
    this.rounds =
        new Rounds<>(
            request.queries(),
            OffsetQuery::topicPartition,
            key -> failed(key, ErrorCode.UNKNOWN_SERVER_ERROR));
  }

  @Override
  public int lowestVersion() {
    int lowest = super.lowestVersion();
    for (OffsetQuery query : request.queries()) {
      lowest = Math.max(lowest, lowestVersion(query.timestamp()));
    }
    return lowest;
  }

  @Override
  public void write(ByteBuf out, short version) {
    Map<String, List<ListOffsetsRequest.ListOffsetsPartition>> byTopic = new LinkedHashMap<>();
    for (OffsetQuery query : rounds.current()) {
      byTopic
          .computeIfAbsent(query.topicPartition().topic(), topic -> new ArrayList<>())
          .add(
              ListOffsetsRequest.ListOffsetsPartition.builder()
                  .partitionIndex(query.topicPartition().partition())
                  .currentLeaderEpoch(query.currentLeaderEpoch())
                  .timestamp(query.timestamp())
                  .build());
    }
    List<ListOffsetsRequest.ListOffsetsTopic> topics = new ArrayList<>();
    byTopic.forEach(
        (name, partitions) ->
            topics.add(
                ListOffsetsRequest.ListOffsetsTopic.builder()
                    .name(name)
                    .partitions(partitions)
                    .build()));
    boolean committed = request.isolationLevel() == IsolationLevel.READ_COMMITTED;
    ListOffsetsRequest.builder()
        .replicaId(CONSUMER)
        .isolationLevel((byte) (committed ? 1 : 0))
        .topics(topics)
        .timeoutMs(remainingMillis())
        .build()
        .write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    ListOffsetsResponse reply = ListOffsetsResponse.read(body, version);
    Map<TopicPartition, OffsetAnswer> told = new HashMap<>();
    for (ListOffsetsResponse.ListOffsetsTopicResponse topic : reply.topics()) {
      for (ListOffsetsResponse.ListOffsetsPartitionResponse one : topic.partitions()) {
        if (!topic.name().isEmpty() && one.partitionIndex() >= 0) {
          TopicPartition key = new TopicPartition(topic.name(), one.partitionIndex());
          told.put(key, answer(key, one));
        }
      }
    }
    if (rounds.answered(told)) {
      complete(new BrokerOutcome.Offsets(rounds.answers()));
    } else {
      sendAgain();
    }
    return reply.throttleTimeMs();
  }

  private static OffsetAnswer answer(
      TopicPartition key, ListOffsetsResponse.ListOffsetsPartitionResponse one) {
    ErrorCode error = ErrorCodes.of(one.errorCode());
    return error == ErrorCode.NONE
        ? new OffsetAnswer(key, error, one.offset(), one.timestamp(), one.leaderEpoch())
        : failed(key, error);
  }

  private static OffsetAnswer failed(TopicPartition key, ErrorCode error) {
    return new OffsetAnswer(key, error, -1, -1, -1);
  }

  /** The version that brought a special timestamp (KIP-734, KIP-405, KIP-1005, KIP-1023). */
  private static int lowestVersion(long timestamp) {
    if (timestamp >= OffsetQuery.EARLIEST) {
      return 0;
    }
    return switch ((int) Math.max(timestamp, -7)) {
      case -3 -> 7;
      case -4 -> 8;
      case -5 -> 9;
      case -6 -> 11;
      default -> Short.MAX_VALUE;
    };
  }
}
