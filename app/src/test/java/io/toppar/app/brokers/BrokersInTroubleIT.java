package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Three real brokers whose leaders move, which are killed, frozen and brought back, and whose
 * topics change, while a topic is written and read: nothing is lost, and nothing comes twice.
 */
@NullUnmarked
class BrokersInTroubleIT {

  private static final int ENOUGH = 300;

  private final EmbeddedKafka kafka = ThreeBrokers.KAFKA;

  @Test
  void leadersMoveBrokersDieAndFreezeAndEveryNumberIsReadOnce() throws Exception {
    kafka.createTopic("moving", 3, 3, Map.of());
    try (NumberedWriter writer = new NumberedWriter(kafka, "moving", 3);
        NumberedReader reader = new NumberedReader(kafka, Map.of())) {
      reader.consumer.assign(beginnings("moving", 3));
      reader.readMore(ENOUGH, 3);

      for (int partition = 0; partition < 3; partition++) {
        kafka.moveLeader("moving", partition, kafka.leader("moving", partition) % 3 + 1);
      }
      reader.readMore(ENOUGH, 3);

      int killed = kafka.leader("moving", 0);
      kafka.kill(killed);
      reader.readMore(ENOUGH, 3);
      kafka.restart(killed);
      reader.readMore(ENOUGH, 3);

      int frozen = kafka.leader("moving", 1);
      kafka.freeze(frozen);
      reader.readMore(ENOUGH, 3);
      kafka.thaw(frozen);
      reader.readMore(ENOUGH, 3);

      readToTheEnd(writer, reader);
      assertThat(reader.told).as("nothing of it concerns the application").isEmpty();
    }
  }

  @Test
  void aPartitionAssignedBeforeItExistsIsReadOnceItDoes() throws Exception {
    kafka.createTopic("growing", 1, 3, Map.of());
    try (NumberedWriter writer = new NumberedWriter(kafka, "growing", 1);
        NumberedReader reader = new NumberedReader(kafka, Map.of())) {
      reader.consumer.assign(beginnings("growing", 3));
      reader.readMore(ENOUGH, 1);
      assertThat(reader.told)
          .as("each missing one is told")
          .hasSize(2)
          .allSatisfy(
              event ->
                  assertThat(((ConsumerEvent.PartitionError) event).error().code())
                      .isEqualTo(ErrorCode.LOCAL_UNKNOWN_PARTITION));

      kafka.addPartitions("growing", 3);
      writer.partitions(3);

      reader.readMore(ENOUGH, 3);
      readToTheEnd(writer, reader);
    }
  }

  @Test
  void recordsDeletedBehindThePositionChangeNothingAndThoseAheadAreSkippedAndTold()
      throws Exception {
    kafka.createTopic("shrinking", 2, 3, Map.of());
    TopicPartition first = new TopicPartition("shrinking", 0);
    TopicPartition second = new TopicPartition("shrinking", 1);
    try (NumberedWriter writer = new NumberedWriter(kafka, "shrinking", 2);
        NumberedReader reader =
            new NumberedReader(kafka, Map.of("max.partition.fetch.bytes", "1000"))) {
      reader.consumer.assign(beginnings("shrinking", 2));
      reader.readMore(ENOUGH, 2);
      kafka.deleteRecords("shrinking", 0, ENOUGH / 2);
      reader.readMore(ENOUGH, 2);
      assertThat(reader.told).isEmpty();

      reader.consumer.pause(List.of(second));
      List<Integer> written = writer.end();
      reader.readUntil("all of the first", () -> reader.next(0) == written.get(0));
      int start = written.get(1);
      kafka.deleteRecords("shrinking", 1, start);
      kafka.write("shrinking", 1, Integer.toString(start));
      int before = reader.next(1);
      reader.consumer.seek(second, before);
      reader.expect(1, start);
      reader.consumer.resume(List.of(second));
      reader.readUntil("the one that is left", () -> reader.next(1) == start + 1);

      assertThat(reader.told).hasSize(1);
      ConsumerEvent.PositionReset reset = (ConsumerEvent.PositionReset) reader.told.get(0);
      assertThat(reset.topicPartition()).isEqualTo(second);
      assertThat(reset.from()).isEqualTo(before);
      assertThat(reset.to()).isEqualTo(start);
      assertThat(reader.consumer.position(first)).hasValue(written.get(0));
    }
  }

  private static void readToTheEnd(NumberedWriter writer, NumberedReader reader)
      throws InterruptedException {
    List<Integer> written = writer.end();
    reader.readUntil(
        "all of " + written,
        () ->
            IntStream.range(0, written.size())
                .allMatch(partition -> reader.next(partition) == written.get(partition)));
  }

  private static List<Assignment> beginnings(String topic, int partitions) {
    return IntStream.range(0, partitions)
        .mapToObj(partition -> Assignment.beginning(new TopicPartition(topic, partition)))
        .toList();
  }
}
