package io.toppar.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.FetchedPartition;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicMetadata;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.BrokerRequest.EpochQuery;
import io.toppar.ports.BrokerRequest.OffsetQuery;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway against a real broker, at the newest versions and clamped to the floor. */
final class RealBrokerIT {

  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() {
    kafka = EmbeddedKafka.start(1);
    kafka.createTopic("words", 2);
    kafka.createTopic("other", 1);
    kafka.write("words", 0, "a", "b", "c");
    kafka.write("words", 1, "d", "e");
    kafka.write("other", 0, "x");
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  private static OpenGateway gateway(boolean floor) {
    return new OpenGateway(
        NettyGatewayOptions.builder(kafka.bootstrapServers()).floorVersions(floor).build());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void metadata_names_brokers_topics_and_what_is_unknown(boolean floor) {
    try (OpenGateway client = gateway(floor)) {
      BrokerOutcome.Metadata reply =
          client.ask(client.metadata(30_000, "words", "absent"), BrokerOutcome.Metadata.class);
      assertThat(reply.cluster().brokers())
          .extracting(BrokerEndpoint::port)
          .containsExactly(kafka.port(reply.cluster().brokers().get(0).id()));
      TopicMetadata words = topic(reply, "words");
      assertThat(words.error()).isEqualTo(ErrorCode.NONE);
      assertThat(words.partitions()).hasSize(2);
      assertThat(words.id().isZero()).isEqualTo(floor);
      assertThat(topic(reply, "absent").error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_topic_is_found_by_its_id_where_the_broker_can(boolean floor) {
    try (OpenGateway client = gateway(floor)) {
      TopicId id = idOfWords();
      BrokerOutcome reply =
          client.ask(
              new BrokerRequest.Metadata(
                  BrokerRequest.ANY_BROKER,
                  List.of(),
                  List.of(id),
                  false,
                  client.deadlineIn(30_000)));
      if (floor) {
        assertThat(((BrokerOutcome.Failed) reply).kind()).isEqualTo(Kind.UNSUPPORTED);
        assertThat(((BrokerOutcome.Failed) reply).detail()).contains("METADATA", "0-13", "12-7");
      } else {
        assertThat(topic((BrokerOutcome.Metadata) reply, "words").id()).isEqualTo(id);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void offsets_and_epoch_ends_are_looked_up_at_the_leader(boolean floor) {
    try (OpenGateway client = gateway(floor)) {
      int leader = leader(client);
      BrokerOutcome.Offsets offsets =
          client.ask(
              client.offsets(
                  leader,
                  new OffsetQuery(new TopicPartition("words", 1), -1, OffsetQuery.LATEST),
                  new OffsetQuery(new TopicPartition("words", 0), -1, OffsetQuery.EARLIEST),
                  new OffsetQuery(new TopicPartition("other", 0), -1, 1),
                  new OffsetQuery(new TopicPartition("words", 9), -1, OffsetQuery.LATEST)),
              BrokerOutcome.Offsets.class);
      assertThat(offsets.answers())
          .extracting(BrokerOutcome.OffsetAnswer::offset)
          .containsExactly(2L, 0L, 0L, -1L);
      assertThat(offsets.answers().get(3).error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
      assertThat(offsets.answers().get(2).timestamp()).isPositive();

      BrokerOutcome.EpochEnds ends =
          client.ask(
              new BrokerRequest.EpochEnds(
                  leader,
                  List.of(new EpochQuery(new TopicPartition("words", 0), -1, 0)),
                  client.deadlineIn(30_000)),
              BrokerOutcome.EpochEnds.class);
      assertThat(ends.answers().get(0).endOffset()).isEqualTo(3);
      assertThat(ends.answers().get(0).error()).isEqualTo(ErrorCode.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_record_with_the_highest_timestamp_needs_a_newer_version(boolean floor) {
    try (OpenGateway client = gateway(floor)) {
      BrokerOutcome reply =
          client.ask(
              client.offsets(
                  leader(client),
                  new OffsetQuery(new TopicPartition("other", 0), -1, OffsetQuery.MAX_TIMESTAMP)));
      if (floor) {
        assertThat(((BrokerOutcome.Failed) reply).kind()).isEqualTo(Kind.UNSUPPORTED);
      } else {
        assertThat(((BrokerOutcome.Offsets) reply).answers().get(0).offset()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_session_is_fed_changes_only(boolean floor) {
    String topic = "session-" + floor;
    kafka.createTopic(topic, 2);
    TopicPartition first = new TopicPartition(topic, 0);
    TopicPartition second = new TopicPartition(topic, 1);
    try (OpenGateway client = gateway(floor)) {
      int leader = leader(client);
      TopicId id = topic(allTopics(client), topic).id();
      kafka.write(topic, 0, "a");
      List<FetchPartition> both =
          List.of(OpenGateway.at(first, id, 0), OpenGateway.at(second, id, 0));
      assertThat(values(client, client.fetch(leader, true, both, List.of())))
          .contains(first + "=[a]");
      kafka.write(topic, 1, "b");
      assertThat(
              values(
                  client,
                  client.fetch(leader, false, List.of(OpenGateway.at(first, id, 1)), List.of())))
          .containsExactly(second + "=[b]");
      kafka.write(topic, 0, "c");
      assertThat(
              values(
                  client,
                  client.fetch(
                      leader, false, List.of(OpenGateway.at(second, id, 1)), List.of(second))))
          .contains(first + "=[c]");
      kafka.write(topic, 1, "d");
      assertThat(
              values(
                  client,
                  client.fetch(
                      leader, false, List.of(OpenGateway.at(first, id, 2)), List.of(second))))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_fetch_of_two_topics_is_answered_per_partition(boolean floor) {
    try (OpenGateway client = gateway(floor)) {
      int leader = leader(client);
      BrokerOutcome.Metadata all = allTopics(client);
      List<FetchPartition> wanted =
          List.of(
              OpenGateway.at(new TopicPartition("words", 0), topic(all, "words").id(), 1),
              OpenGateway.at(new TopicPartition("other", 0), topic(all, "other").id(), 0),
              OpenGateway.at(new TopicPartition("words", 1), topic(all, "words").id(), 99));
      BrokerOutcome.Fetched fetched =
          client.ask(client.fetch(leader, true, wanted, List.of()), BrokerOutcome.Fetched.class);
      List<String> told = new ArrayList<>();
      for (FetchedPartition one : fetched.partitions()) {
        told.add(one.topicPartition() + " " + one.error() + " " + OpenGateway.values(one));
      }
      assertThat(told)
          .containsExactlyInAnyOrder(
              "words[0] NONE [b, c]", "other[0] NONE [x]", "words[1] OFFSET_OUT_OF_RANGE []");
    }
  }

  private static List<String> values(OpenGateway client, BrokerRequest.Fetch fetch) {
    List<String> values = new ArrayList<>();
    BrokerOutcome.Fetched fetched = client.ask(fetch, BrokerOutcome.Fetched.class);
    for (FetchedPartition partition : fetched.partitions()) {
      assertThat(partition.error()).isEqualTo(ErrorCode.NONE);
      List<String> records = OpenGateway.values(partition);
      if (!records.isEmpty()) {
        values.add(partition.topicPartition() + "=" + records);
      }
    }
    return values;
  }

  private static TopicId idOfWords() {
    try (OpenGateway client = gateway(false)) {
      return topic(allTopics(client), "words").id();
    }
  }

  private static int leader(OpenGateway client) {
    return allTopics(client).cluster().brokers().get(0).id();
  }

  private static BrokerOutcome.Metadata allTopics(OpenGateway client) {
    return client.ask(
        new BrokerRequest.Metadata(
            BrokerRequest.ANY_BROKER, null, List.of(), false, client.deadlineIn(30_000)),
        BrokerOutcome.Metadata.class);
  }

  private static TopicMetadata topic(BrokerOutcome.Metadata reply, String name) {
    return reply.cluster().topics().stream()
        .filter(topic -> topic.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
