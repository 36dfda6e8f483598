package io.toppar.netty.gateway;

import io.netty.buffer.ByteBuf;
import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.netty.connection.Frame;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ProduceResponse;
import io.toppar.netty.records.WrittenBatch;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An append of batches at their leader. It goes over a connection once: whether a broken one has
 * carried it is unknown, and what to do about that is its sender's business.
 */
final class ProduceCall extends RequestCall {

  private final BrokerRequest.Produce request;
  private final Brokers brokers;
  private @Nullable ProduceWriter writer;
  private boolean sent;

  ProduceCall(Desk desk, Brokers brokers, BrokerRequest.Produce request, long token) {
    super(desk, Api.PRODUCE, request, token);
    this.request = request;
    this.brokers = brokers;
    for (ProducePart part : request.parts()) {
      if (!(part.batch() instanceof WrittenBatch)) {
        throw new IllegalArgumentException(part.batch() + " is not a batch of this gateway");
      }
    }
  }

  @Override
  public int highestVersion() {
    return ProduceWriter.highestVersion(request.parts(), super.highestVersion());
  }

  @Override
  public void write(ByteBuf out, short version) {
    writer = new ProduceWriter(out, version);
    writer.write(request);
  }

  @Override
  public ByteBuf gathered(ByteBuf written) {
    ProduceWriter whole = writer;
    if (whole == null) {
      return written;
    }
    writer = null;
    sent = true;
    return whole.gathered();
  }

  @Override
  public boolean gathers() {
    return true;
  }

  @Override
  public boolean answered() {
    return request.acks() != 0;
  }

  @Override
  public boolean repeatable() {
    return false;
  }

  @Override
  public void leftSocket(boolean whole) {
    for (ProducePart part : request.parts()) {
      ((WrittenBatch) part.batch()).takeBack();
    }
    if (whole && !answered()) {
      complete(new BrokerOutcome.Produced(answers(Map.of(), ErrorCode.NONE)));
    }
  }

  @Override
  public int read(Frame frame, ByteBuf body, short version) {
    ProduceResponse reply = ProduceResponse.read(body, version);
    Map<UUID, String> names = names();
    Map<TopicPartition, ProducedPartition> told = new HashMap<>();
    for (ProduceResponse.TopicProduceResponse topic : reply.responses()) {
      String name = version >= ProduceWriter.BY_ID ? names.get(topic.topicId()) : topic.name();
      for (ProduceResponse.PartitionProduceResponse one : topic.partitionResponses()) {
        if (name != null && !name.isEmpty() && one.index() >= 0) {
          TopicPartition key = new TopicPartition(name, one.index());
          told.put(key, answer(key, one));
        }
      }
    }
    brokers.hear(endpoints(reply));
    complete(new BrokerOutcome.Produced(answers(told, ErrorCode.UNKNOWN_SERVER_ERROR)));
    return reply.throttleTimeMs();
  }

  @Override
  boolean writes() {
    return sent;
  }

  private List<ProducedPartition> answers(
      Map<TopicPartition, ProducedPartition> told, ErrorCode ofTheRest) {
    List<ProducedPartition> answers = new ArrayList<>(request.parts().size());
    for (ProducePart part : request.parts()) {
      TopicPartition key = part.topicPartition();
      ProducedPartition answer = told.get(key);
      answers.add(answer == null ? ProducedPartition.failed(key, ofTheRest) : answer);
    }
    return answers;
  }

  private static ProducedPartition answer(
      TopicPartition key, ProduceResponse.PartitionProduceResponse one) {
    List<RecordFault> faults = new ArrayList<>(one.recordErrors().size());
    for (ProduceResponse.BatchIndexAndErrorMessage fault : one.recordErrors()) {
      faults.add(new RecordFault(fault.batchIndex(), fault.batchIndexErrorMessage()));
    }
    return new ProducedPartition(
        key,
        ErrorCodes.of(one.errorCode()),
        one.baseOffset(),
        one.logAppendTimeMs(),
        one.logStartOffset(),
        List.copyOf(faults),
        one.errorMessage(),
        one.currentLeader().leaderId(),
        one.currentLeader().leaderEpoch());
  }

  private Map<UUID, String> names() {
    Map<UUID, String> names = new HashMap<>();
    for (ProducePart part : request.parts()) {
      names.put(
          new UUID(part.topicId().high(), part.topicId().low()), part.topicPartition().topic());
    }
    return names;
  }

  private static List<BrokerEndpoint> endpoints(ProduceResponse reply) {
    List<BrokerEndpoint> endpoints = new ArrayList<>(reply.nodeEndpoints().size());
    for (ProduceResponse.NodeEndpoint one : reply.nodeEndpoints()) {
      endpoints.add(new BrokerEndpoint(one.nodeId(), one.host(), one.port(), null));
    }
    return endpoints;
  }
}
