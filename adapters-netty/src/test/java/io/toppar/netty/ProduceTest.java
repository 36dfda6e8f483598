package io.toppar.netty;

import static io.toppar.netty.PeerProducer.appended;
import static io.toppar.netty.PeerProducer.broker;
import static io.toppar.netty.PeerProducer.offset;
import static io.toppar.netty.PeerProducer.records;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicId;
import io.toppar.domain.produce.ProducedPartition;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ApiVersionsResponse;
import io.toppar.netty.protocol.messages.FetchResponse;
import io.toppar.netty.protocol.messages.InitProducerIdRequest;
import io.toppar.netty.protocol.messages.InitProducerIdResponse;
import io.toppar.netty.protocol.messages.ProduceResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.ProducePart;
import io.toppar.ports.SealedBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches on their way to a broker that does as it is told. */
@Timeout(60)
final class ProduceTest {

  @Test
  void any_number_of_requests_is_open_and_each_has_its_own_answer() throws IOException {
    int count = 20;
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      List<FakePeer.Request> all = new ArrayList<>();
                      for (int i = 0; i < count; i++) {
                        all.add(line.read());
                      }
                      for (int i = 0; i < count; i++) {
                        appended(line, all.get(i), 100 + i);
                      }
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      List<CompletableFuture<BrokerOutcome>> sent = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        sent.add(producer.send(-1, "value " + i));
      }
      for (int i = 0; i < count; i++) {
        assertThat(offset(OpenGateway.within(sent.get(i)))).isEqualTo(100 + i);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void requests_go_out_in_the_order_of_submission(int acks) throws IOException {
    int count = 50;
    List<String> seen = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(count);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      for (int i = 0; i < count; i++) {
                        FakePeer.Request request = line.read();
                        seen.add(lastByte(records(request)));
                        if (acks != 0) {
                          appended(line, request, i);
                        }
                        all.countDown();
                      }
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      List<String> expected = new ArrayList<>();
      List<CompletableFuture<BrokerOutcome>> sent = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String value = String.valueOf((char) ('0' + i));
        expected.add(value);
        sent.add(producer.send(acks, value));
      }
      sent.forEach(OpenGateway::within);
      OpenGateway.within(all);
      assertThat(seen).isEqualTo(expected);
    }
  }

  @Test
  @DisplayName("B119: a batch that is sent again is the same to the byte")
  void a_batch_that_is_sent_again_is_the_same_but_for_who_sends_it() throws IOException {
    List<byte[]> seen = new CopyOnWriteArrayList<>();
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      while (true) {
                        FakePeer.Request request = line.read();
                        seen.add(records(request));
                        appended(line, request, 0);
                      }
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      SealedBatch batch = producer.batch("value");
      ProducePart first = identified(batch, 5, 0, 17);
      producer.client.ask(producer.request(-1, 30_000, first));
      producer.client.ask(producer.request(-1, 30_000, first));
      producer.client.ask(producer.request(-1, 30_000, identified(batch, 6, 1, 18)));
      batch.release();
      assertThat(seen.get(1)).isEqualTo(seen.get(0));
      assertThat(withoutSender(seen.get(2)))
          .isNotEqualTo(seen.get(2))
          .isEqualTo(withoutSender(seen.get(0)));
    }
  }

  @Test
  void without_acks_a_request_is_over_when_it_is_written() throws IOException {
    CountDownLatch closed = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      assertThat(PeerProducer.read(line.read()).acks()).isZero();
                      if (line.number == 2) {
                        closed.countDown();
                        return;
                      }
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      BrokerOutcome outcome = OpenGateway.within(producer.send(0, "first"));
      assertThat(outcome)
          .isEqualTo(
              new BrokerOutcome.Produced(
                  List.of(ProducedPartition.failed(PeerProducer.WORDS, ErrorCode.NONE))));
      OpenGateway.within(closed);
    }
  }

  @Test
  void a_fetch_that_waits_does_not_hold_up_a_batch() throws IOException {
    CountDownLatch fetching = new CountDownLatch(1);
    CountDownLatch appended = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      FakePeer.Request request = line.read();
                      if (request.api() == Api.FETCH) {
                        fetching.countDown();
                        OpenGateway.within(appended);
                        line.reply(request, FetchResponse.builder().build());
                      } else {
                        appended(line, request, 7);
                      }
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      CompletableFuture<BrokerOutcome> fetch =
          producer.client.submit(producer.client.fetch(1, true, List.of(), List.of()));
      OpenGateway.within(fetching);
      assertThat(offset(OpenGateway.within(producer.send(-1, "value")))).isEqualTo(7);
      appended.countDown();
      OpenGateway.within(fetch);
    }
  }

  @Test
  @DisplayName("KIP-951: where the new leader is comes with the hint")
  void a_leader_that_a_reply_hints_at_can_be_written_to() throws IOException {
    try (FakePeer other =
            new FakePeer(
                line -> {
                  line.versions();
                  appended(line, line.read(), 3);
                  line.untilClosed();
                });
        FakePeer peer =
            new FakePeer(broker(line -> line.reply(line.read(), movedTo(2, other.port()))));
        PeerProducer producer = new PeerProducer(peer)) {
      SealedBatch batch = producer.batch("value");
      BrokerOutcome.Produced moved =
          producer.client.ask(producer.request(-1, batch), BrokerOutcome.Produced.class);
      ProducedPartition answer = moved.partitions().get(0);
      assertThat(answer.error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
      assertThat(answer.leaderHintId()).isEqualTo(2);
      BrokerRequest.Produce again =
          new BrokerRequest.Produce(
              2,
              (short) -1,
              20_000,
              List.of(producer.part(batch)),
              producer.client.deadlineIn(30_000));
      assertThat(offset(producer.client.ask(again))).isEqualTo(3);
      batch.release();
    }
  }

  @Test
  void a_broker_that_throttles_is_sent_nothing_meanwhile() throws IOException {
    CountDownLatch second = new CountDownLatch(2);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      while (true) {
                        FakePeer.Request request = line.read();
                        second.countDown();
                        line.reply(
                            request, ProduceResponse.builder().throttleTimeMs(5_000).build());
                      }
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      OpenGateway.within(producer.send(-1, "first"));
      CompletableFuture<BrokerOutcome> held = producer.send(-1, "second");
      producer.client.settle();
      assertThat(second.getCount()).isEqualTo(1);
      producer.client.advance(5_001);
      OpenGateway.within(held);
      assertThat(second.getCount()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void a_producer_id_is_asked_for_at_every_version(int version) throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.reply(line.read(), onlyVersion(Api.INIT_PRODUCER_ID, version));
                  FakePeer.Request request = line.read();
                  assertThat(request.version()).isEqualTo((short) version);
                  InitProducerIdRequest asked =
                      InitProducerIdRequest.read(request.body(), request.version());
                  assertThat(asked.transactionalId()).isNull();
                  assertThat(asked.producerId()).isEqualTo(version >= 3 ? 44 : -1);
                  assertThat(asked.producerEpoch()).isEqualTo((short) (version >= 3 ? 5 : -1));
                  line.reply(
                      request,
                      InitProducerIdResponse.builder()
                          .producerId(45)
                          .producerEpoch((short) 6)
                          .build());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(NettyGatewayOptions.builder(peer.address()).build())) {
      assertThat(client.ask(initProducerId(client)))
          .isEqualTo(new BrokerOutcome.ProducerId(45, (short) 6));
    }
  }

  @Test
  void a_producer_id_that_is_refused_is_a_broker_s_error() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.reply(
                      line.read(),
                      InitProducerIdResponse.builder()
                          .errorCode(ErrorCode.CLUSTER_AUTHORIZATION_FAILED.code())
                          .build());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(NettyGatewayOptions.builder(peer.address()).build())) {
      BrokerOutcome.Failed failed = client.fails(initProducerId(client));
      assertThat(failed.kind()).isEqualTo(BrokerOutcome.Kind.BROKER_ERROR);
      assertThat(failed.error()).isEqualTo(ErrorCode.CLUSTER_AUTHORIZATION_FAILED);
      assertThat(failed.detail()).contains("producer id");
    }
  }

  private static BrokerRequest.InitProducerId initProducerId(OpenGateway client) {
    return new BrokerRequest.InitProducerId(
        BrokerRequest.ANY_BROKER, 44, (short) 5, client.deadlineIn(30_000));
  }

  private static ApiVersionsResponse onlyVersion(Api api, int version) {
    return ApiVersionsResponse.builder()
        .apiKeys(List.of(FakePeer.range(api, version, version)))
        .build();
  }

  private static ProduceResponse movedTo(int broker, int port) {
    return ProduceResponse.builder()
        .responses(
            List.of(
                ProduceResponse.TopicProduceResponse.builder()
                    .name(PeerProducer.WORDS.topic())
                    .partitionResponses(
                        List.of(
                            ProduceResponse.PartitionProduceResponse.builder()
                                .errorCode(ErrorCode.NOT_LEADER_OR_FOLLOWER.code())
                                .baseOffset(-1)
                                .currentLeader(
                                    ProduceResponse.LeaderIdAndEpoch.builder()
                                        .leaderId(broker)
                                        .leaderEpoch(9)
                                        .build())
                                .build()))
                    .build()))
        .nodeEndpoints(
            List.of(
                ProduceResponse.NodeEndpoint.builder()
                    .nodeId(broker)
                    .host("127.0.0.1")
                    .port(port)
                    .build()))
        .build();
  }

  private static ProducePart identified(SealedBatch batch, long id, int epoch, int sequence) {
    return new ProducePart(PeerProducer.WORDS, TopicId.ZERO, batch, id, (short) epoch, sequence);
  }

  /** A batch's bytes but for its checksum, producer id, epoch and sequence. */
  private static byte[] withoutSender(byte[] batch) {
    byte[] bytes = batch.clone();
    Arrays.fill(bytes, 17, 21, (byte) 0);
    Arrays.fill(bytes, 43, 57, (byte) 0);
    return bytes;
  }

  /** The last character of the last value, before the number of headers. */
  private static String lastByte(byte[] batch) {
    return String.valueOf((char) batch[batch.length - 2]);
  }
}
