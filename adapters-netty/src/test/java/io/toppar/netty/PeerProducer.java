package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.protocol.messages.ProduceRequest;
import io.toppar.netty.protocol.messages.ProduceResponse;
import io.toppar.netty.records.MemoryAccount;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** A gateway that writes to a {@link FakePeer} in the part of broker 1, and its memory. */
final class PeerProducer implements AutoCloseable {

  static final TopicPartition WORDS = new TopicPartition("words", 0);

  final MemoryAccount memory = new MemoryAccount();
  final OpenGateway client;

  PeerProducer(NettyGatewayOptions options) {
    client = new OpenGateway(options);
    client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
  }

  PeerProducer(FakePeer peer) {
    this(
        NettyGatewayOptions.builder(peer.address())
            .reconnectBackoffMillis(1, 5)
            .socketTimeoutMillis(60_000)
            .build());
  }

  /** A broker whose first connection is for metadata, and the others as told. */
  static FakePeer.Conversation broker(FakePeer.Conversation others) {
    return line -> {
      line.versions();
      if (line.number == 1) {
        line.metadata(line.read());
        line.untilClosed();
      } else {
        others.talk(line);
      }
    };
  }

  SealedBatch batch(String value) {
    BatchBuilder open = client.gateway.newBatch(1 << 20, 100, Compression.NONE, memory);
    open.append(1_000, null, Slice.of(value), RecordHeaders.NONE);
    return open.seal();
  }

  ProducePart part(SealedBatch batch) {
    return new ProducePart(WORDS, TopicId.ZERO, batch, -1, (short) -1, -1);
  }

  BrokerRequest.Produce request(int acks, SealedBatch batch) {
    return request(acks, 30_000, part(batch));
  }

  BrokerRequest.Produce request(int acks, long dueMillis, ProducePart... parts) {
    return new BrokerRequest.Produce(
        1, (short) acks, 20_000, List.of(parts), client.deadlineIn(dueMillis));
  }

  /** Sends a batch, which is released when that is complete. */
  CompletableFuture<BrokerOutcome> send(int acks, String value) {
    SealedBatch batch = batch(value);
    CompletableFuture<BrokerOutcome> sent = client.submit(request(acks, batch));
    return sent.whenComplete((outcome, failure) -> batch.release());
  }

  static ProduceRequest read(FakePeer.Request request) {
    return ProduceRequest.read(request.body(), request.version());
  }

  /** The records of the only partition, as they came. */
  static byte[] records(FakePeer.Request request) {
    ByteBuf records =
        Objects.requireNonNull(read(request).topicData().get(0).partitionData().get(0).records());
    return ByteBufUtil.getBytes(records);
  }

  /** Answers with the offset of the only partition's batch. */
  static void appended(FakePeer.Line line, FakePeer.Request request, long offset)
      throws IOException {
    line.reply(
        request,
        ProduceResponse.builder()
            .responses(
                List.of(
                    ProduceResponse.TopicProduceResponse.builder()
                        .name(WORDS.topic())
                        .partitionResponses(
                            List.of(
                                ProduceResponse.PartitionProduceResponse.builder()
                                    .index(WORDS.partition())
                                    .baseOffset(offset)
                                    .build()))
                        .build()))
            .build());
  }

  static long offset(BrokerOutcome outcome) {
    assertThat(outcome).isInstanceOf(BrokerOutcome.Produced.class);
    return ((BrokerOutcome.Produced) outcome).partitions().get(0).baseOffset();
  }

  static BrokerOutcome.Failed failed(CompletableFuture<BrokerOutcome> sent) {
    BrokerOutcome outcome = OpenGateway.within(sent);
    assertThat(outcome).isInstanceOf(BrokerOutcome.Failed.class);
    return (BrokerOutcome.Failed) outcome;
  }

  @Override
  public void close() {
    client.close();
    assertThat(memory.taken()).as("memory of batches not given back").isZero();
  }
}
