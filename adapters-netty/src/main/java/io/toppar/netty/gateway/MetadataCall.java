package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.PartitionMetadata;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.MetadataRequest;
import io.toppar.netty.protocol.messages.MetadataResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Metadata by names and ids; what it tells of brokers is learnt on the way. */
final class MetadataCall extends RequestCall {

  /** Before this version a topic cannot be asked for by its id. */
  private static final int BY_ID = 12;

  private final BrokerRequest.Metadata request;
  private final Brokers brokers;

  MetadataCall(Desk desk, Brokers brokers, BrokerRequest.Metadata request, long token) {
    super(desk, Api.METADATA, request, token);
    this.request = request;
    this.brokers = brokers;
  }

  @Override
  public int lowestVersion() {
    return request.topicIds().isEmpty() ? super.lowestVersion() : BY_ID;
  }

  @Override
  public void write(ByteBuf out, short version) {
    MetadataRequest.builder()
        .topics(topics())
        .allowAutoTopicCreation(request.allowAutoCreation())
        .build()
        .write(out, version);
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    MetadataResponse reply = MetadataResponse.read(body, version);
    ErrorCode error = ErrorCodes.of(reply.errorCode());
    if (error != ErrorCode.NONE) {
      if (error == ErrorCode.REBOOTSTRAP_REQUIRED) {
        brokers.rebootstrap();
      }
      failed(new Failure(Kind.BROKER_ERROR, error, "the broker answers Metadata with " + error));
      return reply.throttleTimeMs();
    }
    ClusterMetadata cluster = cluster(reply);
    brokers.learn(cluster.brokers());
    complete(new BrokerOutcome.Metadata(cluster));
    return reply.throttleTimeMs();
  }

  private @Nullable List<MetadataRequest.MetadataRequestTopic> topics() {
    List<String> names = request.topics();
    if (names == null) {
      return null;
    }
    List<MetadataRequest.MetadataRequestTopic> topics = new ArrayList<>();
    for (String name : names) {
      topics.add(MetadataRequest.MetadataRequestTopic.builder().name(name).build());
    }
    for (TopicId id : request.topicIds()) {
      topics.add(
          MetadataRequest.MetadataRequestTopic.builder()
              .topicId(new UUID(id.high(), id.low()))
              .name(null)
              .build());
    }
    return topics;
  }

  private static ClusterMetadata cluster(MetadataResponse reply) {
    List<BrokerEndpoint> brokers = new ArrayList<>();
    for (MetadataResponse.MetadataResponseBroker broker : reply.brokers()) {
      brokers.add(new BrokerEndpoint(broker.nodeId(), broker.host(), broker.port(), broker.rack()));
    }
    List<TopicMetadata> topics = new ArrayList<>();
    for (MetadataResponse.MetadataResponseTopic topic : reply.topics()) {
      topics.add(topic(topic));
    }
    return new ClusterMetadata(
        List.copyOf(brokers), reply.controllerId(), reply.clusterId(), List.copyOf(topics));
  }

  private static TopicMetadata topic(MetadataResponse.MetadataResponseTopic topic) {
    List<PartitionMetadata> partitions = new ArrayList<>(topic.partitions().size());
    for (MetadataResponse.MetadataResponsePartition one : topic.partitions()) {
      partitions.add(
          new PartitionMetadata(
              one.partitionIndex(),
              ErrorCodes.of(one.errorCode()),
              one.leaderId(),
              one.leaderEpoch(),
              one.replicaNodes(),
              one.isrNodes(),
              one.offlineReplicas()));
    }
    String name = topic.name();
    UUID id = topic.topicId();
    return new TopicMetadata(
        name == null ? "" : name,
        new TopicId(id.getMostSignificantBits(), id.getLeastSignificantBits()),
        ErrorCodes.of(topic.errorCode()),
        topic.isInternal(),
        List.copyOf(partitions));
  }
}
