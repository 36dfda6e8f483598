package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.CommittedOffset;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.OffsetFetchRequest;
import io.toppar.netty.protocol.messages.OffsetFetchResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a group has committed; a partition that the broker leaves out has an error. */
final class OffsetFetchCall extends RequestCall {

  /** The next version has ids in place of names, which a keeper of offsets does not know. */
  private static final int LAST_WITH_NAMES = 9;

  /** From this version on (KIP-709) several groups are asked for at a time; here it is one. */
  private static final int MANY_GROUPS = 8;

  /** From this version on (KIP-447) offsets of open transactions can be told apart. */
  private static final int STABLE = 7;

  private final BrokerRequest.OffsetFetch request;
  private final Map<TopicPartition, CommittedOffset> told = new HashMap<>();

  OffsetFetchCall(Desk desk, BrokerRequest.OffsetFetch request, long token) {
    super(desk, Api.OFFSET_FETCH, request, token);
    this.request = request;
  }

  @Override
  public int highestVersion() {
    return LAST_WITH_NAMES;
  }

  @Override
  public void write(ByteBuf out, short version) {
    OffsetFetchRequest.Builder asked = OffsetFetchRequest.builder();
    if (version >= STABLE) {
      asked.requireStable(request.requireStable());
    }
    Map<String, List<Integer>> byTopic = byTopic();
    if (version >= MANY_GROUPS) {
      asked.groups(
          List.of(
              OffsetFetchRequest.OffsetFetchRequestGroup.builder()
                  .groupId(request.group())
                  .topics(byTopic == null ? null : topicsOfGroup(byTopic))
                  .build()));
    } else {
      asked.groupId(request.group()).topics(byTopic == null ? null : topics(byTopic));
    }
    asked.build().write(out, version);
  }

  private static List<OffsetFetchRequest.OffsetFetchRequestTopics> topicsOfGroup(
      Map<String, List<Integer>> byTopic) {
    List<OffsetFetchRequest.OffsetFetchRequestTopics> topics = new ArrayList<>();
    byTopic.forEach(
        (name, partitions) ->
            topics.add(
                OffsetFetchRequest.OffsetFetchRequestTopics.builder()
                    .name(name)
                    .partitionIndexes(partitions)
                    .build()));
    return topics;
  }

  private static List<OffsetFetchRequest.OffsetFetchRequestTopic> topics(
      Map<String, List<Integer>> byTopic) {
    List<OffsetFetchRequest.OffsetFetchRequestTopic> topics = new ArrayList<>();
    byTopic.forEach(
        (name, partitions) ->
            topics.add(
                OffsetFetchRequest.OffsetFetchRequestTopic.builder()
                    .name(name)
                    .partitionIndexes(partitions)
                    .build()));
    return topics;
  }

  /** Null stands for all. */
  private @Nullable Map<String, List<Integer>> byTopic() {
    List<TopicPartition> named = request.partitions();
    if (named == null) {
      return null;
    }
    Map<String, List<Integer>> byTopic = new LinkedHashMap<>();
    for (TopicPartition partition : named) {
      byTopic
          .computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
          .add(partition.partition());
    }
    return byTopic;
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    OffsetFetchResponse reply = OffsetFetchResponse.read(body, version);
    short error = version >= MANY_GROUPS ? ofGroup(reply) : ofAll(reply);
    if (error == 0) {
      complete(new BrokerOutcome.OffsetsFetched(answers()));
    } else {
      ErrorCode code = ErrorCodes.of(error);
      complete(
          new Failure(
              Kind.BROKER_ERROR,
              code,
              "broker "
                  + brokerId()
                  + " answers OffsetFetch of group '"
                  + request.group()
                  + "': "
                  + code.describe()));
    }
    return reply.throttleTimeMs();
  }

  private List<CommittedOffset> answers() {
    List<TopicPartition> named = request.partitions();
    if (named == null) {
      return told.values().stream()
          .filter(answer -> answer.error() != ErrorCode.NONE || answer.offset() >= 0)
          .toList();
    }
    List<CommittedOffset> answers = new ArrayList<>(named.size());
    for (TopicPartition key : named) {
      CommittedOffset answer = told.get(key);
      answers.add(
          answer == null ? CommittedOffset.failed(key, ErrorCode.UNKNOWN_SERVER_ERROR) : answer);
    }
    return answers;
  }

  private short ofAll(OffsetFetchResponse reply) {
    for (OffsetFetchResponse.OffsetFetchResponseTopic topic : reply.topics()) {
      for (OffsetFetchResponse.OffsetFetchResponsePartition one : topic.partitions()) {
        tell(
            topic.name(),
            one.partitionIndex(),
            one.errorCode(),
            one.committedOffset(),
            one.committedLeaderEpoch(),
            one.metadata());
      }
    }
    return reply.errorCode();
  }

  private short ofGroup(OffsetFetchResponse reply) {
    for (OffsetFetchResponse.OffsetFetchResponseGroup group : reply.groups()) {
      if (group.groupId().equals(request.group())) {
        for (OffsetFetchResponse.OffsetFetchResponseTopics topic : group.topics()) {
          for (OffsetFetchResponse.OffsetFetchResponsePartitions one : topic.partitions()) {
            tell(
                topic.name(),
                one.partitionIndex(),
                one.errorCode(),
                one.committedOffset(),
                one.committedLeaderEpoch(),
                one.metadata());
          }
        }
        return group.errorCode();
      }
    }
    return ErrorCode.UNKNOWN_SERVER_ERROR.code();
  }

  private void tell(
      String topic,
      int partition,
      short code,
      long offset,
      int leaderEpoch,
      @Nullable String metadata) {
    if (topic.isEmpty() || partition < 0) {
      return;
    }
    TopicPartition key = new TopicPartition(topic, partition);
    ErrorCode error = ErrorCodes.of(code);
    if (error != ErrorCode.NONE) {
      told.put(key, CommittedOffset.failed(key, error));
    } else if (offset < 0) {
      told.put(key, CommittedOffset.none(key));
    } else {
      String kept = metadata == null ? "" : metadata;
      told.put(key, new CommittedOffset(key, error, offset, Math.max(-1, leaderEpoch), kept));
    }
  }
}
