package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Failed;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gateway while a real broker is restarted, killed and frozen under it. */
@Timeout(180)
final class BrokerFailureIT {

  private static final TopicPartition PARTITION = new TopicPartition("lines", 0);

  private static EmbeddedKafka kafka;
  private static int node;
  private static TopicId id;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(1);
    kafka.createTopic("lines", 1);
    kafka.write("lines", 0, "a", "b");
    try (OpenGateway client = gateway()) {
      BrokerOutcome.Metadata told =
          client.ask(client.metadata(30_000, "lines"), BrokerOutcome.Metadata.class);
      BrokerEndpoint broker = told.cluster().brokers().get(0);
      TopicMetadata topic = told.cluster().topics().get(0);
      node = broker.id();
      id = topic.id();
    }
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  private static OpenGateway gateway() {
    return new OpenGateway(
        NettyGatewayOptions.builder(kafka.bootstrapServers())
            .reconnectBackoffMillis(10, 200)
            .build());
  }

  private static OpenGateway connected() {
    OpenGateway client = gateway();
    client.ask(client.metadata(30_000), BrokerOutcome.Metadata.class);
    return client;
  }

  private static BrokerRequest.ListOffsets latest(OpenGateway client) {
    return client.offsets(node, new OffsetQuery(PARTITION, -1, OffsetQuery.LATEST));
  }

  private static List<String> values(BrokerOutcome outcome) {
    assertThat(outcome).isInstanceOf(BrokerOutcome.Fetched.class);
    List<String> values = new ArrayList<>();
    for (FetchedPartition one : ((BrokerOutcome.Fetched) outcome).partitions()) {
      values.addAll(OpenGateway.values(one));
    }
    return values;
  }

  @Test
  void a_restarted_broker_is_reached_again_and_the_session_goes_on() {
    try (OpenGateway client = connected()) {
      List<FetchPartition> from = List.of(OpenGateway.at(PARTITION, id, 0));
      assertThat(values(client.ask(client.fetch(node, true, from, List.of()))))
          .startsWith("a", "b");
      kafka.restart(node);
      BrokerOutcome outcome;
      do {
        outcome =
            client.ask(
                client.fetch(node, false, List.of(OpenGateway.at(PARTITION, id, 1)), List.of()));
        if (outcome instanceof Failed failed && failed.kind() == Kind.SESSION_LOST) {
          outcome =
              client.ask(
                  client.fetch(node, true, List.of(OpenGateway.at(PARTITION, id, 1)), List.of()));
        }
      } while (!(outcome instanceof BrokerOutcome.Fetched fetched)
          || fetched.partitions().isEmpty());
      assertThat(values(outcome)).startsWith("b");
    }
  }

  @Test
  void requests_to_a_dead_broker_fail_soon_and_one_to_a_living_again_succeeds() {
    try (OpenGateway client = connected()) {
      kafka.kill(node);
      Failed failed = client.fails(latest(client));
      assertThat(failed.kind()).isEqualTo(Kind.TRANSPORT);
      assertThat(client.fails(client.metadata(30_000)).kind()).isEqualTo(Kind.TRANSPORT);
      kafka.restart(node);
      BrokerOutcome outcome;
      do {
        outcome = client.ask(client.metadata(30_000));
      } while (outcome instanceof Failed);
      assertThat(outcome).isInstanceOf(BrokerOutcome.Metadata.class);
    }
  }

  @Test
  void a_frozen_broker_times_requests_out_and_goes_on_when_thawed() {
    try (OpenGateway client = connected()) {
      client.ask(latest(client), BrokerOutcome.Offsets.class);
      kafka.freeze(node);
      try {
        CompletableFuture<BrokerOutcome> stuck = client.submit(latest(client));
        client.settle();
        client.advance(30_001);
        assertThat(((Failed) OpenGateway.within(stuck)).kind()).isEqualTo(Kind.TIMED_OUT);
      } finally {
        kafka.thaw(node);
      }
      client.ask(latest(client), BrokerOutcome.Offsets.class);
    }
  }
}
