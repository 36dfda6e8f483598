package io.toppar.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.Message;
import io.toppar.app.engine.ManualRunner;
import io.toppar.app.json.JsonObject;
import io.toppar.app.rig.Drive;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestProducer;
import io.toppar.app.wiring.AdaptersModule;
import io.toppar.app.wiring.ClientBuilder;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.FetchDecision;
import io.toppar.domain.FetchState;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicState;
import io.toppar.domain.produce.ProduceDecision;
import io.toppar.domain.produce.ProducerState;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** docs/statistics.md against what is written: every field, every word, and the sample. */
class StatisticsGuideTest {

  private static final Pattern FIELD = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");
  private static final TopicPartition T0 = new TopicPartition("t", 0);

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 1);
  private final String page = page();
  private final List<String> lines = new ArrayList<>();

  StatisticsGuideTest() {
    cluster.createTopic("t", 1);
  }

  private static String page() {
    try {
      return Files.readString(
          Path.of(System.getProperty("basedir", ".")).resolve("../docs/statistics.md"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String section(String title) {
    int start = page.indexOf("\n## " + title + "\n");
    assertThat(start).as(title).isNotNegative();
    int end = page.indexOf("\n## ", start + 1);
    return page.substring(start, end < 0 ? page.length() : end);
  }

  private List<String> fields(String title) {
    return FIELD.matcher(section(title)).results().map((MatchResult row) -> row.group(1)).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> first(Map<String, @Nullable Object> object) {
    return (Map<String, @Nullable Object>)
        Objects.requireNonNull(object.values().iterator().next());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> in(
      Map<String, @Nullable Object> object, String name) {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(object.get(name));
  }

  @Test
  void everyFieldIsInThePageInItsOrderAndNoOtherIs() {
    TestClient client = TestClient.over(cluster, clock);
    client.consumer.assign(List.of(Assignment.beginning(T0)));
    client.settle();

    Map<String, @Nullable Object> all =
        JsonObject.parse(client.consumer.statistics(Duration.ofSeconds(1)).toJson());

    assertThat(fields("The consumer")).containsExactlyElementsOf(all.keySet());
    Map<String, @Nullable Object> brokers = in(all, "brokers");
    assertThat(fields("A broker")).containsExactlyElementsOf(first(brokers).keySet());
    Map<String, @Nullable Object> topic = first(in(all, "topics"));
    assertThat(fields("A topic")).containsExactlyElementsOf(topic.keySet());
    assertThat(fields("A partition"))
        .containsExactlyElementsOf(first(in(topic, "partitions")).keySet());
  }

  @Test
  void everyFieldOfAProducerIsInThePageInItsOrderAndNoOtherIs() {
    TestProducer client = TestProducer.over(cluster, clock, new ProducerWishes());
    client.producer.send(Message.to("t", 0).value("v"), null);
    client.settle();

    Map<String, @Nullable Object> all =
        JsonObject.parse(client.producer.statistics(Duration.ofSeconds(1)).toJson());

    assertThat(fields("The producer")).containsExactlyElementsOf(all.keySet());
    Map<String, @Nullable Object> brokers = in(all, "brokers");
    assertThat(fields("A broker")).startsWith(first(brokers).keySet().toArray(String[]::new));
    Map<String, @Nullable Object> topic = first(in(all, "topics"));
    assertThat(fields("A topic that is written")).containsExactlyElementsOf(topic.keySet());
    assertThat(fields("A partition that is written"))
        .containsExactlyElementsOf(first(in(topic, "partitions")).keySet());
    client.producer.close(Duration.ofSeconds(1));
  }

  @Test
  void everyWordThatAFieldTakesIsInThePage() {
    assertThat(section("A partition that is written")).contains(words(ProduceDecision.values()));
    assertThat(section("The producer"))
        .contains(
            Stream.of(ProducerState.values()).map(state -> "`" + state.text() + "`").toList());
    assertThat(section("A partition")).contains(words(FetchState.values()));
    assertThat(section("A topic")).contains(words(TopicState.values()));
    assertThat(section("A broker") + section("A partition"))
        .contains(words(FetchDecision.values()));
  }

  private static List<String> words(Enum<?>[] values) {
    return Stream.of(values)
        .map(value -> "`" + value.name().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
        .toList();
  }

  private void log(String line) {
    lines.add(line);
  }

  private Consumer sample(ClientBuilder client) {
    // docs: listener
    Consumer consumer =
        client
            .set("statistics.interval.ms", 1_000)
            .statisticsListener(statistics -> log(statistics.toJson()))
            .consumer();
    // docs: end
    return consumer;
  }

  @Test
  void theSampleGivesStatisticsEverySecond() throws IOException {
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
    ClientBuilder client =
        Toppar.builder()
            .install(AdaptersModule.of(gateway, new MemoryOffsetStore(), clock))
            .runner(new ManualRunner(new Drive(clock, gateway)))
            .callbackExecutor(Runnable::run);

    try (Consumer consumer = sample(client)) {
      consumer.poll(Duration.ofMillis(3_500));
    }

    assertThat(lines).hasSize(3).allMatch(line -> !JsonObject.parse(line).isEmpty());
    new Guide("statistics.md", StatisticsGuideTest.class).assertShows("listener");
  }
}
