package io.toppar.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A topic deleted and made again on a real broker while a consumer reads it (M16): everything of
 * the new topic is read, once, and the reset is told.
 */
@NullUnmarked
final class RecreatedTopicIT {

  private static final int PARTITIONS = 3;
  private static final Duration STEP = Duration.ofMillis(200);
  private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

  @TempDir Path folder;

  private final Map<Integer, List<String>> read = new TreeMap<>();
  private final Map<Integer, List<ConsumerEvent.PositionReset>> resets = new HashMap<>();

  @Test
  void everythingOfTheNewTopicIsReadOnceAndTheResetIsTold() {
    String topic = SharedKafka.topic(PARTITIONS);
    fill(topic, 0, 100);
    Configuration settings =
        Configuration.of(
            Map.of(
                "bootstrap.servers",
                SharedKafka.address(),
                "auto.offset.reset",
                "latest",
                "offset.store.method",
                "file",
                "offset.store.path",
                folder.toString()));
    try (Consumer consumer = Toppar.builder().configuration(settings).consumer()) {
      consumer.assign(
          IntStream.range(0, PARTITIONS)
              .mapToObj(partition -> Assignment.beginning(new TopicPartition(topic, partition)))
              .toList());
      readUntil(consumer, 100);

      SharedKafka.KAFKA.deleteTopic(topic);
      SharedKafka.KAFKA.createTopic(topic, PARTITIONS);
      fill(topic, 1_000, 1_005);
      readUntil(consumer, 105);
      fill(topic, 1_005, 1_010);
      readUntil(consumer, 110);
    }

    List<String> all = new ArrayList<>();
    all.addAll(List.of(SharedKafka.numbers(0, 100)));
    all.addAll(List.of(SharedKafka.numbers(1_000, 1_010)));
    for (int partition = 0; partition < PARTITIONS; partition++) {
      assertThat(read.get(partition)).isEqualTo(all);
      assertThat(resets.get(partition)).hasSize(1);
      ConsumerEvent.PositionReset reset = resets.get(partition).get(0);
      assertThat(reset.from()).isEqualTo(100);
      assertThat(reset.to()).isZero();
      assertThat(reset.reason()).contains("the topic was deleted and made again");
      assertThat(folder.resolve(topic + "-" + partition + ".offset"))
          .as("an offset of the new topic, though it is lower")
          .hasContent("10\n");
    }
  }

  private static void fill(String topic, int from, int end) {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      SharedKafka.KAFKA.write(topic, partition, SharedKafka.numbers(from, end));
    }
  }

  /** Reads until every partition has brought so many records, or nothing more comes. */
  private void readUntil(Consumer consumer, int each) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < PATIENCE_NANOS && !haveAll(each)) {
      note(consumer.pollEvent(STEP));
    }
    assertThat(haveAll(each)).as("%s of each partition in %s", each, read).isTrue();
  }

  private boolean haveAll(int each) {
    return read.size() == PARTITIONS && read.values().stream().allMatch(v -> v.size() >= each);
  }

  private void note(ConsumerEvent event) {
    if (event instanceof ConsumerEvent.Batch batch) {
      List<String> values =
          read.computeIfAbsent(event.topicPartition().partition(), p -> new ArrayList<>());
      try (var records = batch.batch()) {
        records.forEach(record -> values.add(record.value().utf8()));
      }
    } else if (event instanceof ConsumerEvent.PositionReset reset) {
      resets.computeIfAbsent(event.topicPartition().partition(), p -> new ArrayList<>()).add(reset);
    }
  }
}
