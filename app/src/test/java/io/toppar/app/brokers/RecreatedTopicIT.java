package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A topic deleted and made again on real brokers while a consumer reads it (M16): everything of the
 * new topic is read, once, and the reset is told.
 */
@NullUnmarked
class RecreatedTopicIT {

  private static final int PARTITIONS = 3;
  private static final int OLD_END = 100;
  private static final int NEW_START = 1_000;

  private final EmbeddedKafka kafka = ThreeBrokers.KAFKA;

  @TempDir Path folder;

  @Test
  void everythingOfTheNewTopicIsReadOnceAndTheResetIsTold() {
    kafka.createTopic("again", PARTITIONS, 3, Map.of());
    fill(0, OLD_END);
    try (NumberedReader reader = reader()) {
      reader.consumer.assign(
          IntStream.range(0, PARTITIONS)
              .mapToObj(partition -> Assignment.beginning(new TopicPartition("again", partition)))
              .toList());
      readTo(reader, OLD_END);

      kafka.deleteTopic("again");
      kafka.createTopic("again", PARTITIONS, 3, Map.of());
      for (int partition = 0; partition < PARTITIONS; partition++) {
        reader.expect(partition, NEW_START);
      }
      fill(NEW_START, NEW_START + 5);
      readTo(reader, NEW_START + 5);
      fill(NEW_START + 5, NEW_START + 10);
      readTo(reader, NEW_START + 10);

      List<ConsumerEvent.PositionReset> resets =
          reader.told.stream()
              .filter(ConsumerEvent.PositionReset.class::isInstance)
              .map(ConsumerEvent.PositionReset.class::cast)
              .toList();
      assertThat(resets)
          .extracting(reset -> reset.topicPartition().partition())
          .containsExactlyInAnyOrder(0, 1, 2);
      assertThat(resets)
          .allSatisfy(
              reset -> {
                assertThat(reset.from()).isEqualTo(OLD_END);
                assertThat(reset.to()).isZero();
                assertThat(reset.reason()).contains("the topic was deleted and made again");
              });
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      assertThat(folder.resolve("again-" + partition + ".offset"))
          .as("an offset of the new topic, though it is lower")
          .hasContent("10\n");
    }
  }

  private NumberedReader reader() {
    return new NumberedReader(
        kafka,
        Map.of(
            "auto.offset.reset",
            "latest",
            "offset.store.method",
            "file",
            "offset.store.path",
            folder.toString()));
  }

  private void fill(int from, int end) {
    String[] numbers =
        IntStream.range(from, end).mapToObj(Integer::toString).toArray(String[]::new);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      kafka.write("again", partition, numbers);
    }
  }

  private static void readTo(NumberedReader reader, int end) {
    reader.readUntil(
        "each partition up to " + end,
        () -> IntStream.range(0, PARTITIONS).allMatch(partition -> reader.next(partition) == end));
  }
}
