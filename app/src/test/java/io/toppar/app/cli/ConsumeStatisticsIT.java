package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.cli.CommandProcess.Ended;
import io.toppar.app.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code toppar consume -X statistics.interval.ms=..} on a real broker. */
final class ConsumeStatisticsIT {

  private static final String MARK = "% STATS: ";

  private static String[] consume(String topic, String... more) {
    List<String> words = new ArrayList<>(List.of("consume", "-b", SharedKafka.address()));
    words.addAll(List.of("-t", topic, "-X", "statistics.interval.ms=100"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> in(
      Map<String, @Nullable Object> object, String name) {
    assertThat(object).containsKey(name);
    return (Map<String, @Nullable Object>) Objects.requireNonNull(object.get(name));
  }

  @Test
  void statisticsAreLinesOfJsonOnTheErrorStreamBesideWhatIsRead() {
    String topic = SharedKafka.topicOf("a", "b", "c");
    Ended ended;
    try (CommandProcess command = CommandProcess.start(consume(topic))) {
      command.awaitOut(out -> out.equals("a\nb\nc\n"));
      command.awaitErrors(errors -> errors.contains("\"app_offset\":3,") && errors.endsWith("}\n"));
      command.signal("TERM");
      ended = command.end();
    }

    assertThat(ended.out()).isEqualTo("a\nb\nc\n");
    assertThat(ended.errors()).allMatch(line -> line.startsWith(MARK));
    String last = ended.errors().get(ended.errors().size() - 1);
    Map<String, @Nullable Object> all = JsonObject.parse(last.substring(MARK.length()));
    Map<String, @Nullable Object> partition =
        in(in(in(in(all, "topics"), topic), "partitions"), "0");
    assertThat(partition)
        .containsEntry("fetch_state", "active")
        .containsEntry("hi_offset", 3L)
        .containsEntry("app_offset", 3L)
        .containsEntry("stored_offset", -1001L)
        .containsEntry("consumer_lag", -1L);
    Map<String, @Nullable Object> brokers = in(all, "brokers");
    String broker = SharedKafka.address() + "/" + partition.get("broker");
    assertThat(in(brokers, broker)).containsEntry("nodename", SharedKafka.address());
    assertThat(in(brokers, broker).get("rx")).isNotEqualTo(0L);
    assertThat(in(brokers, broker).get("rxidle")).isNotEqualTo(-1L);
  }

  @Test
  void quietMeansNoStatistics() {
    String topic = SharedKafka.topicOf("a");
    assertThat(CommandProcess.run(consume(topic, "-e", "-q")).done().out()).isEqualTo("a\n");
  }
}
