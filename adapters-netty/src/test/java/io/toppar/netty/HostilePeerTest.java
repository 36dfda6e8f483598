package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ApiVersionsRequest;
import io.toppar.netty.protocol.messages.ApiVersionsResponse;
import io.toppar.netty.protocol.messages.ListOffsetsResponse;
import io.toppar.netty.protocol.messages.MetadataResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Failed;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead, slow, half-open and lying peers: each request ends once, with words that help. */
@Timeout(60)
final class HostilePeerTest {

  private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  private static final byte[] TLS_ALERT = {0x15, 3, 3, 0, 2, 2, 0x46};

  private static NettyGatewayOptions.Builder options(FakePeer... peers) {
    List<String> addresses = new ArrayList<>();
    for (FakePeer peer : peers) {
      addresses.add(peer.address());
    }
    return NettyGatewayOptions.builder(String.join(",", addresses)).reconnectBackoffMillis(1, 5);
  }

  private static Failed metadataFails(FakePeer.Conversation conversation) throws IOException {
    try (FakePeer peer = new FakePeer(conversation);
        OpenGateway client = new OpenGateway(options(peer).build())) {
      return client.fails(client.metadata(30_000));
    }
  }

  @Test
  void a_port_nobody_listens_on_is_told_at_once() throws IOException {
    int port = freePort();
    try (OpenGateway client =
        new OpenGateway(NettyGatewayOptions.builder("127.0.0.1:" + port).build())) {
      Failed failed = client.fails(client.metadata(30_000));
      assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(failed.detail()).contains("127.0.0.1:" + port).containsIgnoringCase("refused");
    }
  }

  @Test
  void a_web_server_is_named_as_what_it_is() throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.read();
              line.out().write("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII));
              line.untilClosed();
            });
    assertThat(failed.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failed.detail()).contains("does not speak Kafka's protocol", "0x48545450", "HTTP");
  }

  @Test
  void a_tls_port_is_named_as_what_it_is() throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.read();
              line.out().write(TLS_ALERT);
              line.untilClosed();
            });
    assertThat(failed.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failed.detail()).contains("TLS port");
  }

  @Test
  void a_peer_that_hangs_up_on_our_first_request_may_want_tls() throws IOException {
    Failed failed = metadataFails(FakePeer.Line::read);
    assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
    assertThat(failed.detail()).contains("asking for its versions", "TLS");
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 100_000_001, Integer.MAX_VALUE})
  void a_length_that_cannot_be_one_ends_the_connection(int length) throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.versions();
              line.read();
              line.out()
                  .write(
                      new byte[] {
                        (byte) (length >>> 24),
                        (byte) (length >>> 16),
                        (byte) (length >>> 8),
                        (byte) length
                      });
              line.untilClosed();
            });
    assertThat(failed.kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void a_connection_closed_in_the_middle_of_a_reply_fails_its_request() throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.versions();
              FakePeer.Request request = line.read();
              byte[] frame = line.frame(request, line.cluster(0), request.version());
              line.out().write(frame, 0, frame.length - 3);
            });
    assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
    assertThat(failed.detail()).contains("METADATA", "closed");
  }

  @Test
  void a_reply_that_is_cut_short_is_malformed() throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.versions();
              FakePeer.Request request = line.read();
              byte[] frame = line.frame(request, line.cluster(0), request.version());
              byte[] cut = java.util.Arrays.copyOf(frame, frame.length - 3);
              cut[3] = (byte) (cut[3] - 3);
              line.out().write(cut);
              line.untilClosed();
            });
    assertThat(failed.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failed.detail()).contains("METADATA");
  }

  @Test
  void a_wrong_correlation_id_poisons_the_connection_once_for_all_who_wait() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  FakePeer.Request first = line.read();
                  FakePeer.Request second = line.read();
                  if (line.number == 1) {
                    line.reply(second, ListOffsetsResponse.builder().build());
                    line.untilClosed();
                  }
                  line.reply(first, ListOffsetsResponse.builder().build());
                  line.reply(second, ListOffsetsResponse.builder().build());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      CompletableFuture<BrokerOutcome> first = client.submit(latest(client));
      CompletableFuture<BrokerOutcome> second = client.submit(latest(client));
      assertThat(((Failed) OpenGateway.within(first)).kind()).isEqualTo(Kind.MALFORMED);
      assertThat(((Failed) OpenGateway.within(second)).kind()).isEqualTo(Kind.MALFORMED);
      assertThat(((Failed) OpenGateway.within(second)).detail()).contains("answered request");
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(peer.accepted()).isEqualTo(2);
    }
  }

  @Test
  void a_reply_that_comes_byte_by_byte_is_read() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.socket.setTcpNoDelay(true);
                  line.versions();
                  FakePeer.Request request = line.read();
                  for (byte one : line.frame(request, line.cluster(0), request.version())) {
                    line.out().write(one);
                  }
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      assertThat(
              client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class).cluster().brokers())
          .hasSize(1);
    }
  }

  @Test
  void a_peer_that_never_answers_its_versions_is_given_up_after_the_setup_timeout()
      throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.read();
                  asked.countDown();
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).setupTimeoutMillis(20_000).build())) {
      CompletableFuture<BrokerOutcome> answer = client.submit(client.metadata(50_000));
      OpenGateway.within(asked);
      client.advance(20_000);
      Failed failed = (Failed) OpenGateway.within(answer);
      assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(failed.detail()).contains("20000 ms", "asking for its versions");
    }
  }

  @Test
  void a_half_open_connection_times_requests_out_and_is_given_up() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch left = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  FakePeer.Request request = line.read();
                  if (line.number > 1) {
                    line.metadata(request);
                    line.untilClosed();
                  }
                  asked.countDown();
                  line.untilClosed();
                  left.countDown();
                });
        OpenGateway client = new OpenGateway(options(peer).socketTimeoutMillis(60_000).build())) {
      CompletableFuture<BrokerOutcome> answer = client.submit(client.metadata(30_000));
      OpenGateway.within(asked);
      client.advance(30_000);
      Failed failed = (Failed) OpenGateway.within(answer);
      assertThat(failed.kind()).isEqualTo(Kind.TIMED_OUT);
      assertThat(failed.detail()).contains("sent to", peer.address());
      client.advance(30_001);
      OpenGateway.within(left);
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(peer.accepted()).isEqualTo(2);
    }
  }

  /** B207. */
  @Test
  void replies_that_come_after_their_deadline_are_dropped_and_cost_no_memory() throws IOException {
    CountDownLatch all = new CountDownLatch(1);
    CountDownLatch late = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  List<FakePeer.Request> requests = new ArrayList<>();
                  for (int i = 0; i < 1000; i++) {
                    requests.add(line.read());
                  }
                  all.countDown();
                  late.await();
                  for (FakePeer.Request request : requests) {
                    line.reply(request, ListOffsetsResponse.builder().build());
                  }
                  line.metadata(line.read());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      List<CompletableFuture<BrokerOutcome>> answers = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        answers.add(client.submit(latest(client)));
      }
      OpenGateway.within(all);
      long pooledBefore = client.gateway.frames().idleBytes();
      client.advance(30_001);
      for (CompletableFuture<BrokerOutcome> answer : answers) {
        assertThat(((Failed) OpenGateway.within(answer)).kind()).isEqualTo(Kind.TIMED_OUT);
      }
      late.countDown();
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      client.settle();
      assertThat(client.gateway.frames().outstandingFrames()).isZero();
      assertThat(client.gateway.frames().idleBytes()).isEqualTo(pooledBefore);
      assertThat(peer.accepted()).isEqualTo(1);
    }
  }

  /** B205. */
  @Test
  void throttled_time_is_not_request_time_and_nothing_is_sent_meanwhile() throws IOException {
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicInteger afterThrottle = new AtomicInteger();
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  FakePeer.Request throttling = line.read();
                  FakePeer.Request inFlight = line.read();
                  line.reply(throttling, line.cluster(20_000));
                  waiting.countDown();
                  FakePeer.Request held = line.read();
                  afterThrottle.incrementAndGet();
                  line.metadata(inFlight);
                  line.metadata(held);
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      CompletableFuture<BrokerOutcome> throttling = client.submit(client.metadata(15_000));
      CompletableFuture<BrokerOutcome> inFlight = client.submit(client.metadata(15_000));
      OpenGateway.within(throttling);
      CompletableFuture<BrokerOutcome> held = client.submit(client.metadata(15_000));
      client.settle();
      client.advance(19_000);
      OpenGateway.within(waiting);
      client.settle();
      assertThat(inFlight).isNotDone();
      assertThat(held).isNotDone();
      assertThat(afterThrottle).hasValue(0);
      client.advance(1_001);
      assertThat(OpenGateway.within(inFlight)).isInstanceOf(BrokerOutcome.Metadata.class);
      assertThat(OpenGateway.within(held)).isInstanceOf(BrokerOutcome.Metadata.class);
    }
  }

  @Test
  void a_throttled_request_times_out_when_its_own_time_is_over_too() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.reply(line.read(), line.cluster(20_000));
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      CompletableFuture<BrokerOutcome> held = client.submit(client.metadata(15_000));
      client.settle();
      client.advance(34_000);
      client.settle();
      assertThat(held).isNotDone();
      client.advance(2_000);
      assertThat(((Failed) OpenGateway.within(held)).kind()).isEqualTo(Kind.TIMED_OUT);
    }
  }

  /** The port's word: no request is held back for more than five minutes by throttles. */
  @Test
  void a_broker_that_throttles_without_end_costs_a_request_five_minutes() throws IOException {
    CountDownLatch throttledAgain = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.reply(line.read(), line.cluster(Integer.MAX_VALUE));
                  line.reply(line.read(), line.cluster(Integer.MAX_VALUE));
                  throttledAgain.countDown();
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      CompletableFuture<BrokerOutcome> first = client.submit(client.metadata(15_000));
      CompletableFuture<BrokerOutcome> held = client.submit(client.metadata(15_000));
      client.settle();
      client.advance(300_000);
      OpenGateway.within(throttledAgain);
      assertThat(OpenGateway.within(first)).isInstanceOf(BrokerOutcome.Metadata.class);
      client.settle();
      assertThat(held).isNotDone();
      client.advance(15_001);
      assertThat(((Failed) OpenGateway.within(held)).kind()).isEqualTo(Kind.TIMED_OUT);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 2})
  void an_old_broker_is_asked_for_its_versions_again_as_it_understands(int newest)
      throws IOException {
    List<Short> asked = new ArrayList<>();
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  FakePeer.Request first = line.read();
                  asked.add(first.version());
                  line.out().write(line.frame(first, refusal(newest), (short) 0));
                  FakePeer.Request second = line.read();
                  asked.add(second.version());
                  line.reply(second, FakePeer.everything());
                  line.metadata(line.read());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(asked).containsExactly(Api.API_VERSIONS.ceiling(), (short) Math.max(0, newest));
    }
  }

  @Test
  void a_broker_that_refuses_every_version_is_told_apart() throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.out().write(line.frame(line.read(), refusal(-1), (short) 0));
              line.out().write(line.frame(line.read(), refusal(-1), (short) 0));
              line.untilClosed();
            });
    assertThat(failed.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(failed.detail()).contains("refuses ApiVersions");
  }

  @Test
  void our_name_and_version_are_told_to_the_broker() throws IOException {
    List<ApiVersionsRequest> told = new ArrayList<>();
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  FakePeer.Request request = line.read();
                  told.add(ApiVersionsRequest.read(request.body(), request.version()));
                  line.reply(request, FakePeer.everything());
                  line.metadata(line.read());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).software("mill", "1.2").build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(told.get(0).clientSoftwareName()).isEqualTo("mill");
      assertThat(told.get(0).clientSoftwareVersion()).isEqualTo("1.2");
    }
  }

  @Test
  void a_broker_too_old_is_told_with_both_ranges() throws IOException {
    Failed failed =
        metadataFails(
            line -> {
              line.reply(
                  line.read(),
                  ApiVersionsResponse.builder()
                      .apiKeys(List.of(FakePeer.range(Api.METADATA, 0, 5)))
                      .build());
              line.untilClosed();
            });
    assertThat(failed.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(failed.detail()).contains("METADATA", "0-5", "7-13");
  }

  /** B193. */
  @Test
  void a_connection_closed_while_idle_is_made_again_on_need() throws IOException {
    CountDownLatch closed = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  if (line.number == 1) {
                    closed.countDown();
                    return;
                  }
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      OpenGateway.within(closed);
      client.advance(600_000);
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(peer.accepted()).isEqualTo(2);
    }
  }

  /** B195. */
  @Test
  void a_request_lost_on_a_connection_that_had_rested_is_sent_again() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  FakePeer.Request second = line.read();
                  if (line.number == 1) {
                    return;
                  }
                  line.metadata(second);
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      client.advance(400_000);
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(peer.accepted()).isEqualTo(2);
    }
  }

  @Test
  void an_idle_connection_is_closed_before_the_broker_does_it() throws IOException {
    CountDownLatch left = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.untilClosed();
                  left.countDown();
                });
        OpenGateway client = new OpenGateway(options(peer).maxIdleMillis(300_000).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      client.advance(300_001);
      OpenGateway.within(left);
    }
  }

  /** B196. */
  @Test
  void a_name_that_is_gone_or_hangs_holds_nobody_up() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.untilClosed();
                });
        OpenGateway client =
            new OpenGateway(
                NettyGatewayOptions.builder("k1:9092,hangs:9092,k2:" + peer.port()).build(),
                host -> resolve(host, never))) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      never.countDown();
    }
  }

  private static InetAddress loopback(int host) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host});
  }

  private static List<InetAddress> resolve(String host, CountDownLatch never)
      throws UnknownHostException {
    if (host.equals("k2")) {
      return List.of(loopback(1));
    }
    if (host.equals("hangs")) {
      try {
        never.await();
      } catch (InterruptedException closed) {
        throw new UnknownHostException(host);
      }
    }
    throw new UnknownHostException(host);
  }

  @Test
  void a_name_that_cannot_be_resolved_is_told_and_tried_again() {
    AtomicInteger lookups = new AtomicInteger();
    try (OpenGateway client =
        new OpenGateway(
            NettyGatewayOptions.builder("nowhere.invalid:9092")
                .reconnectBackoffMillis(1, 2)
                .build(),
            host -> {
              lookups.incrementAndGet();
              throw new UnknownHostException(host);
            })) {
      Failed failed = client.fails(client.metadata(30_000));
      assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(failed.detail()).contains("nowhere.invalid", "cannot be resolved");
      client.fails(client.metadata(30_000));
      assertThat(lookups).hasValue(2);
    }
  }

  @Test
  void every_address_of_a_name_is_tried() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.untilClosed();
                });
        OpenGateway client =
            new OpenGateway(
                NettyGatewayOptions.builder("two:" + peer.port()).build(),
                host -> List.of(loopback(99), loopback(1)))) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
    }
  }

  @Test
  void an_address_of_version_six_is_dialled() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.untilClosed();
                },
                Inet6Address.getByAddress(LOOPBACK_6));
        OpenGateway client =
            new OpenGateway(NettyGatewayOptions.builder("[::1]:" + peer.port()).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
    }
  }

  @Test
  void a_request_to_any_broker_goes_to_the_next_when_one_fails_it() throws IOException {
    try (FakePeer bad =
            new FakePeer(
                line -> {
                  line.versions();
                  line.read();
                });
        FakePeer good =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(bad, good).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      assertThat(bad.accepted()).isEqualTo(1);
    }
  }

  /** B077. */
  @Test
  void a_partition_without_an_answer_has_an_error_and_one_asked_twice_two_answers()
      throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.reply(line.read(), answers("t", 0, 2));
                  line.reply(line.read(), answers("t", 0));
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
      BrokerOutcome.Offsets offsets =
          client.ask(
              client.offsets(1, time("t", 0), time("t", 1), time("t", 2), time("t", 0)),
              BrokerOutcome.Offsets.class);
      assertThat(offsets.answers())
          .extracting(BrokerOutcome.OffsetAnswer::offset)
          .containsExactly(7L, -1L, 7L, 7L);
      assertThat(offsets.answers())
          .extracting(BrokerOutcome.OffsetAnswer::error)
          .containsExactly(
              ErrorCode.NONE, ErrorCode.UNKNOWN_SERVER_ERROR, ErrorCode.NONE, ErrorCode.NONE);
    }
  }

  @Test
  void a_broker_nobody_has_named_is_unknown() throws IOException {
    try (FakePeer peer = new FakePeer(FakePeer.Line::untilClosed);
        OpenGateway client = new OpenGateway(options(peer).build())) {
      assertThat(client.fails(client.offsets(77, time("t", 0))).kind())
          .isEqualTo(Kind.UNKNOWN_BROKER);
      assertThat(client.fails(client.fetch(77, true, List.of(), List.of())).kind())
          .isEqualTo(Kind.UNKNOWN_BROKER);
    }
  }

  /** B199. */
  @Test
  void a_broker_that_left_the_cluster_is_not_used_until_it_is_listed_again() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  if (line.number > 1) {
                    line.read();
                    return;
                  }
                  line.reply(line.read(), line.cluster(0, 1, 3));
                  line.reply(line.read(), line.cluster(0, 1));
                  line.reply(line.read(), line.cluster(0, 1, 3));
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      assertThat(client.fails(client.offsets(3, time("t", 0))).kind()).isEqualTo(Kind.TRANSPORT);
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      assertThat(client.fails(client.offsets(3, time("t", 0))).kind())
          .isEqualTo(Kind.UNKNOWN_BROKER);
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      assertThat(client.fails(client.offsets(3, time("t", 0))).kind()).isEqualTo(Kind.TRANSPORT);
    }
  }

  @Test
  void when_every_known_broker_is_gone_the_configured_ones_are_asked_again() throws IOException {
    MetadataResponse elsewhere = clusterAt(freePort());
    try (FakePeer seed =
            new FakePeer(
                line -> {
                  line.versions();
                  line.reply(line.read(), elsewhere);
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(seed).build())) {
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      client.ask(client.metadata(15_000), BrokerOutcome.Metadata.class);
      assertThat(seed.accepted()).as("broker 9 refused, and was all that was known").isEqualTo(2);
    }
  }

  private static MetadataResponse clusterAt(int port) {
    MetadataResponse.MetadataResponseBroker broker =
        MetadataResponse.MetadataResponseBroker.builder()
            .nodeId(9)
            .host("127.0.0.1")
            .port(port)
            .build();
    return MetadataResponse.builder().controllerId(9).brokers(List.of(broker)).build();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  @Test
  void closing_cancels_what_is_open_and_what_comes_later() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.versions();
                  line.read();
                  asked.countDown();
                  line.untilClosed();
                });
        OpenGateway client = new OpenGateway(options(peer).build())) {
      CompletableFuture<BrokerOutcome> open = client.submit(client.metadata(30_000));
      OpenGateway.within(asked);
      client.gateway.close(Duration.ofSeconds(5));
      assertThat(((Failed) OpenGateway.within(open)).kind()).isEqualTo(Kind.CANCELLED);
      assertThat(client.fails(client.metadata(30_000)).kind()).isEqualTo(Kind.CANCELLED);
    }
  }

  private static ApiVersionsResponse refusal(int newest) {
    return ApiVersionsResponse.builder()
        .errorCode(ErrorCode.UNSUPPORTED_VERSION.code())
        .apiKeys(newest < 0 ? List.of() : List.of(FakePeer.range(Api.API_VERSIONS, 0, newest)))
        .build();
  }

  private static BrokerRequest latest(OpenGateway client) {
    return client.offsets(1, new OffsetQuery(new TopicPartition("t", 0), -1, OffsetQuery.LATEST));
  }

  private static OffsetQuery time(String topic, int partition) {
    return new OffsetQuery(new TopicPartition(topic, partition), -1, 1_493_115_342_000L);
  }

  private static ListOffsetsResponse answers(String topic, int... partitions) {
    List<ListOffsetsResponse.ListOffsetsPartitionResponse> answers = new ArrayList<>();
    for (int partition : partitions) {
      answers.add(
          ListOffsetsResponse.ListOffsetsPartitionResponse.builder()
              .partitionIndex(partition)
              .offset(7)
              .timestamp(9)
              .build());
    }
    return ListOffsetsResponse.builder()
        .topics(
            List.of(
                ListOffsetsResponse.ListOffsetsTopicResponse.builder()
                    .name(topic)
                    .partitions(answers)
                    .build()))
        .build();
  }
}
