package io.toppar.netty;

import static io.toppar.netty.PeerProducer.appended;
import static io.toppar.netty.PeerProducer.broker;
import static io.toppar.netty.PeerProducer.failed;
import static io.toppar.netty.PeerProducer.offset;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ApiVersionsResponse;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Failed;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.SealedBatch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that come to nothing: what is said of them, and where their memory is meanwhile. */
@Timeout(60)
final class ProduceFailureTest {

  /** More than the buffers of both sockets take. */
  private static final int VERY_LARGE = 32 << 20;

  @Test
  void what_is_lost_with_its_connection_may_be_in_the_log() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      appended(line, line.read(), 0);
                      line.read();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      assertThat(offset(OpenGateway.within(producer.send(-1, "kept")))).isZero();
      Failed lost = failed(producer.send(-1, "lost"));
      assertThat(lost.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(lost.maybePersisted()).isTrue();
      assertThat(lost.detail()).contains("PRODUCE lost", "closed");
    }
  }

  @Test
  void what_was_not_sent_is_in_no_log() throws IOException {
    FakePeer peer = new FakePeer(broker(FakePeer.Line::untilClosed));
    try (PeerProducer producer = new PeerProducer(peer)) {
      peer.close();
      Failed failed = failed(producer.send(-1, "value"));
      assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(failed.maybePersisted()).isFalse();
    }
  }

  @Test
  void a_broker_that_knows_no_version_of_ours_has_seen_nothing() throws IOException {
    ApiVersionsResponse old =
        ApiVersionsResponse.builder()
            .apiKeys(List.of(FakePeer.range(Api.METADATA, 7, 9), FakePeer.range(Api.PRODUCE, 0, 6)))
            .build();
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  line.reply(line.read(), old);
                  if (line.number == 1) {
                    line.metadata(line.read());
                  }
                  line.untilClosed();
                });
        PeerProducer producer = new PeerProducer(peer)) {
      Failed failed = failed(producer.send(-1, "value"));
      assertThat(failed.kind()).isEqualTo(Kind.UNSUPPORTED);
      assertThat(failed.maybePersisted()).isFalse();
      assertThat(failed.detail()).contains("PRODUCE versions 0-6", "needs 7-");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_deadline_passes_before_the_broker_or_after_it_had_the_batch(boolean had)
      throws IOException {
    CountDownLatch reached = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                line -> {
                  if (line.number == 1) {
                    line.versions();
                    line.metadata(line.read());
                  } else if (had) {
                    line.versions();
                    line.read();
                    reached.countDown();
                  } else {
                    line.read();
                    reached.countDown();
                  }
                  line.untilClosed();
                });
        PeerProducer producer = new PeerProducer(peer)) {
      SealedBatch batch = producer.batch("value");
      CompletableFuture<BrokerOutcome> sent =
          producer.client.submit(producer.request(-1, 5_000, producer.part(batch)));
      OpenGateway.within(reached);
      producer.client.advance(5_001);
      Failed failed = failed(sent);
      assertThat(failed.kind()).isEqualTo(Kind.TIMED_OUT);
      assertThat(failed.maybePersisted()).isEqualTo(had);
      assertThat(failed.detail()).contains(had ? "no answer yet" : "waiting for a connection");
      batch.release();
    }
  }

  @Test
  @DisplayName("B195 is not for batches: one that may be in the log is not sent again unasked")
  void a_batch_lost_on_a_connection_that_had_rested_is_not_sent_again() throws IOException {
    AtomicInteger batches = new AtomicInteger();
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      appended(line, line.read(), batches.getAndIncrement());
                      if (line.number == 2) {
                        line.read();
                        batches.getAndIncrement();
                        return;
                      }
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      OpenGateway.within(producer.send(-1, "first"));
      producer.client.advance(400_000);
      Failed lost = failed(producer.send(-1, "second"));
      assertThat(lost.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(lost.maybePersisted()).isTrue();
      assertThat(offset(OpenGateway.within(producer.send(-1, "third")))).isEqualTo(2);
    }
  }

  @Test
  void an_answer_that_is_none_leaves_open_whether_the_batch_is_in_the_log() throws IOException {
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      FakePeer.Request request = line.read();
                      line.out().write(new byte[] {0, 0, 0, 6});
                      line.out().write(new byte[] {0, 0, 0, (byte) request.correlationId()});
                      line.out().write(new byte[] {0, 99});
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      Failed failed = failed(producer.send(-1, "value"));
      assertThat(failed.kind()).isEqualTo(Kind.MALFORMED);
      assertThat(failed.maybePersisted()).isTrue();
    }
  }

  @Test
  void closing_tells_what_may_be_in_the_log() throws IOException {
    CountDownLatch had = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      line.read();
                      had.countDown();
                      line.untilClosed();
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      CompletableFuture<BrokerOutcome> open = producer.send(-1, "value");
      OpenGateway.within(had);
      producer.client.gateway.close(Duration.ofSeconds(5));
      assertThat(failed(open).kind()).isEqualTo(Kind.CANCELLED);
      assertThat(failed(open).maybePersisted()).isTrue();
      Failed late = failed(producer.send(-1, "late"));
      assertThat(late.kind()).isEqualTo(Kind.CANCELLED);
      assertThat(late.maybePersisted()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void memory_that_a_socket_still_has_bytes_of_is_not_given_back(int acks) throws IOException {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      assertThat(line.in().read()).as("a byte of the batch").isNotNegative();
                      reached.countDown();
                      OpenGateway.within(over);
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      SealedBatch batch = producer.batch("x".repeat(VERY_LARGE));
      CompletableFuture<BrokerOutcome> sent =
          producer.client.submit(producer.request(acks, 5_000, producer.part(batch)));
      OpenGateway.within(reached);
      producer.client.settle();
      producer.client.advance(5_001);
      assertThat(failed(sent).kind()).isEqualTo(Kind.TIMED_OUT);
      int held = batch.heldBytes();
      batch.release();
      producer.client.settle();
      assertThat(producer.memory.taken()).isEqualTo(held);
      producer.client.advance(60_001); // the connection is given up
      producer.client.settle();
      assertThat(producer.memory.taken()).isZero();
      over.countDown();
    }
  }

  @Test
  void a_connection_that_takes_nothing_is_given_up_though_no_answer_is_awaited()
      throws IOException {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      assertThat(line.in().read()).as("a byte of the batch").isNotNegative();
                      reached.countDown();
                      OpenGateway.within(over);
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      SealedBatch batch = producer.batch("x".repeat(VERY_LARGE));
      CompletableFuture<BrokerOutcome> sent =
          producer.client.submit(producer.request(0, 200_000, producer.part(batch)));
      OpenGateway.within(reached);
      producer.client.settle();
      producer.client.advance(60_001);
      Failed failed = failed(sent);
      assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(failed.maybePersisted()).isTrue();
      assertThat(failed.detail()).contains("PRODUCE", "60000 ms");
      over.countDown();
      batch.release();
    }
  }

  @Test
  void open_requests_of_a_lost_connection_fail_in_their_order() throws IOException {
    int count = 10;
    List<Integer> order = new ArrayList<>();
    try (FakePeer peer =
            new FakePeer(
                broker(
                    line -> {
                      for (int i = 0; i < count; i++) {
                        line.read();
                      }
                    }));
        PeerProducer producer = new PeerProducer(peer)) {
      List<CompletableFuture<@Nullable Void>> done = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        done.add(producer.send(-1, "value " + i).thenAccept(outcome -> order.add(number)));
      }
      done.forEach(OpenGateway::within);
      assertThat(order).isSorted().hasSize(count);
    }
  }

  @Test
  void a_batch_that_was_ended_is_not_sent_nor_are_others_of_its_request_held() throws IOException {
    try (FakePeer peer = new FakePeer(broker(FakePeer.Line::untilClosed));
        PeerProducer producer = new PeerProducer(peer)) {
      SealedBatch sound = producer.batch("sound");
      SealedBatch ended = producer.batch("ended");
      ended.release();
      Failed failed =
          producer.client.fails(
              producer.request(-1, 30_000, producer.part(sound), producer.part(ended)));
      assertThat(failed.maybePersisted()).isFalse();
      assertThat(failed.detail()).contains("sent after its end");
      sound.release();
      assertThat(producer.memory.taken()).isZero();
    }
  }

  @Test
  void a_batch_of_another_gateway_s_kind_is_refused() throws IOException {
    try (FakePeer peer = new FakePeer(broker(FakePeer.Line::untilClosed));
        PeerProducer producer = new PeerProducer(peer)) {
      BrokerRequest.Produce request = producer.request(-1, 30_000, producer.part(new Foreign()));
      Failed failed = producer.client.fails(request);
      assertThat(failed.maybePersisted()).isFalse();
      assertThat(failed.detail()).contains("not a batch of this gateway");
    }
  }

  private static final class Foreign implements SealedBatch {

    @Override
    public int recordCount() {
      return 1;
    }

    @Override
    public int sizeBytes() {
      return 100;
    }

    @Override
    public int heldBytes() {
      return 0;
    }

    @Override
    public List<SealedBatch> split() {
      throw new IllegalStateException();
    }

    @Override
    public void release() {}
  }
}
