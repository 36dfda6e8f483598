package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.netty.protocol.messages.ProduceResponse;
import io.toppar.netty.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.toppar.ports.BrokerRequest.ProducePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A Produce reply in the domain's terms: one answer for each part that was sent, whatever the
 * broker says of others. Confined to the event loop.
 */
final class ProduceReply {

  private final List<ProducePart> parts;
  private final ProduceResponse response;
  private final Map<TopicPartition, ProducedPartition> told = new HashMap<>();

  private ProduceReply(List<ProducePart> parts, ProduceResponse response) {
    this.parts = parts;
    this.response = response;
  }

  /** Reads the reply to a request of these parts. */
  static ProduceReply read(ByteBuf body, short version, List<ProducePart> parts) {
    ProduceReply reply = new ProduceReply(parts, ProduceResponse.read(body, version));
    if (ProduceWriter.byId(version)) {
      reply.takeById();
    } else {
      reply.takeByName();
    }
    return reply;
  }

  /** What stands for an answer where none is awaited. */
  static List<ProducedPartition> unknown(List<ProducePart> parts) {
    return parts.stream()
        .map(part -> ProducedPartition.failed(part.topicPartition(), ErrorCode.NONE))
        .toList();
  }

  /** One answer for each part, in their order; one that the broker left out has an error. */
  List<ProducedPartition> partitions() {
    List<ProducedPartition> answers = new ArrayList<>(parts.size());
    for (ProducePart part : parts) {
      TopicPartition key = part.topicPartition();
      ProducedPartition answer = told.get(key);
      answers.add(
          answer == null ? ProducedPartition.failed(key, ErrorCode.UNKNOWN_SERVER_ERROR) : answer);
    }
    return answers;
  }

  /** Where the leaders are that the reply hints at (KIP-951). */
  List<BrokerEndpoint> endpoints() {
    return response.nodeEndpoints().stream()
        .map(one -> new BrokerEndpoint(one.nodeId(), one.host(), one.port(), null))
        .toList();
  }

  int throttleMillis() {
    return response.throttleTimeMs();
  }

  private void takeByName() {
    for (ProduceResponse.TopicProduceResponse topic : response.responses()) {
      take(topic.name(), topic.partitionResponses());
    }
  }

  private void takeById() {
    Map<UUID, String> names = new HashMap<>();
    for (ProducePart part : parts) {
      UUID id = new UUID(part.topicId().high(), part.topicId().low());
      names.put(id, part.topicPartition().topic());
    }
    for (ProduceResponse.TopicProduceResponse topic : response.responses()) {
      take(names.getOrDefault(topic.topicId(), ""), topic.partitionResponses());
    }
  }

  private void take(String topic, List<PartitionProduceResponse> partitions) {
    for (PartitionProduceResponse one : partitions) {
      if (!topic.isEmpty() && one.index() >= 0) {
        TopicPartition key = new TopicPartition(topic, one.index());
        told.put(key, answer(key, one));
      }
    }
  }

  private static ProducedPartition answer(TopicPartition key, PartitionProduceResponse one) {
    List<RecordFault> faults =
        one.recordErrors().stream()
            .map(fault -> new RecordFault(fault.batchIndex(), fault.batchIndexErrorMessage()))
            .toList();
    return new ProducedPartition(
        key,
        ErrorCodes.of(one.errorCode()),
        one.baseOffset(),
        one.logAppendTimeMs(),
        one.logStartOffset(),
        faults,
        one.errorMessage(),
        one.currentLeader().leaderId(),
        one.currentLeader().leaderEpoch());
  }
}
