package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.OffsetDeleteRequest;
import io.toppar.netty.protocol.messages.OffsetDeleteResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.DeleteAnswer;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The end of committed offsets; a partition that the broker leaves out has an error. */
final class OffsetDeleteCall extends RequestCall {

  private final BrokerRequest.OffsetDelete request;

  OffsetDeleteCall(Desk desk, BrokerRequest.OffsetDelete request, long token) {
    super(desk, Api.OFFSET_DELETE, request, token);
    this.request = request;
  }

  @Override
  boolean writes() {
    return true;
  }

  @Override
  public void write(ByteBuf out, short version) {
    Map<String, List<OffsetDeleteRequest.OffsetDeleteRequestPartition>> byTopic =
        new LinkedHashMap<>();
    for (TopicPartition partition : request.partitions()) {
      byTopic
          .computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
          .add(
              OffsetDeleteRequest.OffsetDeleteRequestPartition.builder()
                  .partitionIndex(partition.partition())
                  .build());
    }
    List<OffsetDeleteRequest.OffsetDeleteRequestTopic> topics = new ArrayList<>();
    byTopic.forEach(
        (name, partitions) ->
            topics.add(
                OffsetDeleteRequest.OffsetDeleteRequestTopic.builder()
                    .name(name)
                    .partitions(partitions)
                    .build()));
    OffsetDeleteRequest.builder()
        .groupId(request.group())
        .topics(topics)
        .build()
        .write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    OffsetDeleteResponse reply = OffsetDeleteResponse.read(body, version);
    if (reply.errorCode() == 0) {
      complete(new BrokerOutcome.OffsetsDeleted(answers(reply)));
    } else {
      complete(refused(ErrorCodes.of(reply.errorCode())));
    }
    return reply.throttleTimeMs();
  }

  private List<DeleteAnswer> answers(OffsetDeleteResponse reply) {
    Map<TopicPartition, ErrorCode> told = new HashMap<>();
    for (OffsetDeleteResponse.OffsetDeleteResponseTopic topic : reply.topics()) {
      for (OffsetDeleteResponse.OffsetDeleteResponsePartition one : topic.partitions()) {
        if (!topic.name().isEmpty() && one.partitionIndex() >= 0) {
          told.put(
              new TopicPartition(topic.name(), one.partitionIndex()),
              ErrorCodes.of(one.errorCode()));
        }
      }
    }
    List<DeleteAnswer> answers = new ArrayList<>(request.partitions().size());
    for (TopicPartition key : request.partitions()) {
      answers.add(new DeleteAnswer(key, told.getOrDefault(key, ErrorCode.UNKNOWN_SERVER_ERROR)));
    }
    return answers;
  }

  private Failure refused(ErrorCode code) {
    return new Failure(
        Kind.BROKER_ERROR,
        code,
        "broker "
            + brokerId()
            + " answers OffsetDelete of group '"
            + request.group()
            + "': "
            + code.describe());
  }
}
