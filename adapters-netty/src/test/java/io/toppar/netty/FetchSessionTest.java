package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.FetchRequest;
import io.toppar.netty.protocol.messages.FetchResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Failed;
import io.toppar.ports.BrokerOutcome.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fetch sessions (KIP-227) as a broker sees them. */
@Timeout(60)
final class FetchSessionTest {

  private static final TopicId ID = new TopicId(3, 4);
  private static final TopicPartition ZERO = new TopicPartition("t", 0);
  private static final TopicPartition ONE = new TopicPartition("t", 1);

  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  /** Answers what is not a Fetch, and hands out the Fetches one by one. */
  private static FakePeer.Request fetch(FakePeer.Line line) throws IOException {
    while (true) {
      FakePeer.Request request = line.read();
      switch (request.api()) {
        case API_VERSIONS -> line.reply(request, FakePeer.everything());
        case METADATA -> line.metadata(request);
        default -> {
          return request;
        }
      }
    }
  }

  private void note(FakePeer.Request request) {
    FetchRequest fetch = FetchRequest.read(request.body(), request.version());
    List<String> listed = new ArrayList<>();
    for (FetchRequest.FetchTopic topic : fetch.topics()) {
      for (FetchRequest.FetchPartition one : topic.partitions()) {
        listed.add(one.partition() + "@" + one.fetchOffset());
      }
    }
    List<Integer> forgotten = new ArrayList<>();
    for (FetchRequest.ForgottenTopic topic : fetch.forgottenTopicsData()) {
      forgotten.addAll(topic.partitions());
    }
    seen.add(
        "v"
            + request.version()
            + " session "
            + fetch.sessionId()
            + "/"
            + fetch.sessionEpoch()
            + " "
            + listed
            + " without "
            + forgotten);
  }

  private static FetchResponse answer(int sessionId, ErrorCode error) {
    return FetchResponse.builder().sessionId(sessionId).errorCode(error.code()).build();
  }

  /** A peer that notes each Fetch and answers with these session ids and errors in turn. */
  private FakePeer peer(FetchResponse... answers) throws IOException {
    LinkedBlockingQueue<FetchResponse> left = new LinkedBlockingQueue<>(List.of(answers));
    return new FakePeer(
        line -> {
          while (true) {
            FakePeer.Request request = fetch(line);
            note(request);
            FetchResponse next = left.poll();
            if (next == null) {
              line.untilClosed();
              return;
            }
            line.reply(request, next);
          }
        });
  }

  private static OpenGateway client(FakePeer peer) {
    OpenGateway client =
        new OpenGateway(
            NettyGatewayOptions.builder(peer.address()).reconnectBackoffMillis(1, 5).build());
    client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
    return client;
  }

  private static FetchPartition at(TopicPartition partition, long offset) {
    return OpenGateway.at(partition, ID, offset);
  }

  private static void fetched(
      OpenGateway client, boolean full, List<FetchPartition> changed, TopicPartition... without) {
    client.ask(client.fetch(1, full, changed, List.of(without)), BrokerOutcome.Fetched.class);
  }

  @Test
  void the_epoch_grows_and_only_changes_are_listed() throws IOException {
    try (FakePeer peer =
            peer(
                answer(9, ErrorCode.NONE),
                answer(9, ErrorCode.NONE),
                answer(9, ErrorCode.NONE),
                answer(9, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 0), at(ONE, 5)));
      fetched(client, false, List.of(at(ONE, 6)));
      fetched(client, false, List.of(), ZERO);
      client.gateway.close(Duration.ofSeconds(5));
    }
    assertThat(seen)
        .containsExactly(
            "v18 session 0/0 [0@0, 1@5] without []",
            "v18 session 9/1 [1@6] without []",
            "v18 session 9/2 [] without [0]",
            "v18 session 9/-1 [] without []");
  }

  @Test
  void without_room_for_a_session_every_request_carries_the_full_list() throws IOException {
    try (FakePeer peer =
            peer(
                answer(0, ErrorCode.NONE),
                answer(0, ErrorCode.NONE),
                answer(8, ErrorCode.NONE),
                answer(8, ErrorCode.NONE),
                answer(8, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 0), at(ONE, 5)));
      fetched(client, false, List.of(at(ONE, 6)));
      fetched(client, false, List.of(at(ZERO, 1)));
      fetched(client, false, List.of(at(ONE, 7)));
    }
    assertThat(seen)
        .startsWith(
            "v18 session 0/0 [0@0, 1@5] without []",
            "v18 session 0/0 [0@0, 1@6] without []",
            "v18 session 0/0 [0@1, 1@6] without []",
            "v18 session 8/1 [1@7] without []");
  }

  @Test
  void a_session_the_broker_lost_is_told_and_starts_afresh() throws IOException {
    try (FakePeer peer =
            peer(
                answer(9, ErrorCode.NONE),
                answer(0, ErrorCode.FETCH_SESSION_ID_NOT_FOUND),
                answer(10, ErrorCode.NONE),
                answer(0, ErrorCode.INVALID_FETCH_SESSION_EPOCH),
                answer(11, ErrorCode.NONE),
                answer(11, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      List<FetchPartition> all = List.of(at(ZERO, 0), at(ONE, 5));
      fetched(client, true, all);
      Failed lost = client.fails(client.fetch(1, false, List.of(), List.of()));
      assertThat(lost.kind()).isEqualTo(Kind.SESSION_LOST);
      assertThat(lost.error()).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
      fetched(client, true, all);
      lost = client.fails(client.fetch(1, false, List.of(), List.of()));
      assertThat(lost.kind()).isEqualTo(Kind.SESSION_LOST);
      fetched(client, true, all);
    }
    assertThat(seen)
        .startsWith(
            "v18 session 0/0 [0@0, 1@5] without []",
            "v18 session 9/1 [] without []",
            "v18 session 0/0 [0@0, 1@5] without []",
            "v18 session 10/1 [] without []",
            "v18 session 10/0 [0@0, 1@5] without []");
  }

  @Test
  void another_error_of_the_whole_request_is_told_and_the_session_replaced() throws IOException {
    try (FakePeer peer =
            peer(
                answer(9, ErrorCode.NONE),
                answer(0, ErrorCode.UNKNOWN_SERVER_ERROR),
                answer(10, ErrorCode.NONE),
                answer(10, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 0)));
      Failed failed = client.fails(client.fetch(1, false, List.of(at(ZERO, 3)), List.of()));
      assertThat(failed.kind()).isEqualTo(Kind.BROKER_ERROR);
      assertThat(failed.error()).isEqualTo(ErrorCode.UNKNOWN_SERVER_ERROR);
      fetched(client, false, List.of());
    }
    assertThat(seen).contains("v18 session 9/0 [0@3] without []");
  }

  @Test
  void after_a_lost_answer_the_old_session_is_replaced_by_the_full_list() throws IOException {
    CountDownLatch unanswered = new CountDownLatch(1);
    CountDownLatch lateAnswer = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  FakePeer.Request first = fetch(line);
                  note(first);
                  line.reply(first, answer(9, ErrorCode.NONE));
                  FakePeer.Request late = fetch(line);
                  note(late);
                  unanswered.countDown();
                  lateAnswer.await();
                  line.reply(late, answer(9, ErrorCode.NONE));
                  FakePeer.Request next = fetch(line);
                  note(next);
                  line.reply(next, answer(10, ErrorCode.NONE));
                  line.untilClosed();
                });
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 0), at(ONE, 5)));
      CompletableFuture<BrokerOutcome> slow =
          client.submit(client.fetch(1, false, List.of(at(ZERO, 3)), List.of()));
      OpenGateway.within(unanswered);
      client.advance(30_001);
      assertThat(((Failed) OpenGateway.within(slow)).kind()).isEqualTo(Kind.TIMED_OUT);
      lateAnswer.countDown();
      fetched(client, false, List.of(at(ONE, 6)));
    }
    assertThat(seen)
        .containsExactly(
            "v18 session 0/0 [0@0, 1@5] without []",
            "v18 session 9/1 [0@3] without []",
            "v18 session 9/0 [0@3, 1@6] without []");
  }

  @Test
  void a_topic_without_an_id_is_asked_for_by_name() throws IOException {
    TopicPartition named = new TopicPartition("u", 0);
    try (FakePeer peer =
            peer(
                answer(9, ErrorCode.NONE),
                answer(10, ErrorCode.NONE),
                answer(11, ErrorCode.NONE),
                answer(11, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 0)));
      fetched(client, false, List.of(OpenGateway.at(named, TopicId.ZERO, 1)));
      fetched(client, false, List.of(), named);
    }
    assertThat(seen)
        .startsWith(
            "v18 session 0/0 [0@0] without []",
            "v12 session 9/0 [0@0, 0@1] without []",
            "v18 session 10/0 [0@0] without []");
  }

  /** B226. */
  @Test
  void a_topic_made_again_is_forgotten_under_its_old_id() throws IOException {
    try (FakePeer peer =
            peer(answer(9, ErrorCode.NONE), answer(9, ErrorCode.NONE), answer(9, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 7)));
      fetched(client, false, List.of(OpenGateway.at(ZERO, new TopicId(5, 6), 0)));
    }
    assertThat(seen)
        .startsWith("v18 session 0/0 [0@7] without []", "v18 session 9/1 [0@0] without [0]");
  }

  @Test
  void a_second_fetch_beside_an_open_one_is_refused() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  assertThat(fetch(line).api()).isEqualTo(Api.FETCH);
                  asked.countDown();
                  line.untilClosed();
                });
        OpenGateway client = client(peer)) {
      CompletableFuture<BrokerOutcome> open =
          client.submit(client.fetch(1, true, List.of(at(ZERO, 0)), List.of()));
      OpenGateway.within(asked);
      Failed refused = client.fails(client.fetch(1, false, List.of(), List.of()));
      assertThat(refused.kind()).isEqualTo(Kind.UNSUPPORTED);
      assertThat(refused.detail()).contains("open already");
      assertThat(open).isNotDone();
      client.gateway.close(Duration.ofSeconds(5));
      assertThat(((Failed) OpenGateway.within(open)).kind()).isEqualTo(Kind.CANCELLED);
    }
  }

  @Test
  void the_leader_s_address_beside_a_hint_is_learnt() throws IOException {
    try (FakePeer other =
            new FakePeer(
                line -> {
                  line.versions();
                  line.metadata(line.read());
                  line.untilClosed();
                });
        FakePeer peer =
            peer(
                FetchResponse.builder()
                    .sessionId(9)
                    .nodeEndpoints(
                        List.of(
                            FetchResponse.NodeEndpoint.builder()
                                .nodeId(2)
                                .host("127.0.0.1")
                                .port(other.port())
                                .build()))
                    .build(),
                answer(9, ErrorCode.NONE));
        OpenGateway client = client(peer)) {
      fetched(client, true, List.of(at(ZERO, 0)));
      client.ask(
          new io.toppar.ports.BrokerRequest.Metadata(
              2, List.of(), List.of(), false, client.deadlineIn(30_000)),
          BrokerOutcome.Metadata.class);
      assertThat(other.accepted()).isEqualTo(1);
    }
  }
}
