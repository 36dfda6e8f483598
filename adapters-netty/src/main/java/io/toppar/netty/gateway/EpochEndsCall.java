package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.OffsetForLeaderEpochRequest;
import io.toppar.netty.protocol.messages.OffsetForLeaderEpochResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.EpochEnd;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.EpochQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where leader epochs end (KIP-320). Its throttle time is not obeyed: brokers do not hold us to it
 * for this call.
 */
final class EpochEndsCall extends RequestCall {

  /** The schema's default is a debugging consumer; an ordinary one says so. */
  private static final int CONSUMER = -1;

  private final Rounds<EpochQuery, EpochEnd> rounds;

  EpochEndsCall(Desk desk, BrokerRequest.EpochEnds request, long token) {
    super(desk, Api.OFFSET_FOR_LEADER_EPOCH, request, token);
    this.rounds =
        new Rounds<>(
            request.queries(),
            EpochQuery::topicPartition,
            key -> new EpochEnd(key, ErrorCode.UNKNOWN_SERVER_ERROR, -1, -1));
  }

  @Override
  public void write(ByteBuf out, short version) {
    Map<String, List<OffsetForLeaderEpochRequest.OffsetForLeaderPartition>> byTopic =
        new LinkedHashMap<>();
    for (EpochQuery query : rounds.current()) {
      byTopic
          .computeIfAbsent(query.topicPartition().topic(), topic -> new ArrayList<>())
          .add(
              OffsetForLeaderEpochRequest.OffsetForLeaderPartition.builder()
                  .partition(query.topicPartition().partition())
                  .currentLeaderEpoch(query.currentLeaderEpoch())
                  .leaderEpoch(query.leaderEpoch())
                  .build());
    }
    List<OffsetForLeaderEpochRequest.OffsetForLeaderTopic> topics = new ArrayList<>();
    byTopic.forEach(
        (name, partitions) ->
            topics.add(
                OffsetForLeaderEpochRequest.OffsetForLeaderTopic.builder()
                    .topic(name)
                    .partitions(partitions)
                    .build()));
    OffsetForLeaderEpochRequest.builder()
        .replicaId(CONSUMER)
        .topics(topics)
        .build()
        .write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    OffsetForLeaderEpochResponse reply = OffsetForLeaderEpochResponse.read(body, version);
    Map<TopicPartition, EpochEnd> told = new HashMap<>();
    for (OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult topic : reply.topics()) {
      for (OffsetForLeaderEpochResponse.EpochEndOffset one : topic.partitions()) {
        if (!topic.topic().isEmpty() && one.partition() >= 0) {
          TopicPartition key = new TopicPartition(topic.topic(), one.partition());
          ErrorCode error = ErrorCodes.of(one.errorCode());
          told.put(key, new EpochEnd(key, error, one.leaderEpoch(), one.endOffset()));
        }
      }
    }
    if (rounds.answered(told)) {
      complete(new BrokerOutcome.EpochEnds(rounds.answers()));
    } else {
      sendAgain();
    }
    return 0;
  }
}
