package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.kafka.EmbeddedKafka;
import io.toppar.testing.kafka.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ElectLeadersOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.ElectionType;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An unclean election on real brokers: a replica that lags becomes leader, and what was read past
 * its log is told (KIP-320).
 */
@NullUnmarked
class TruncatedLogIT {

  private static final String TOPIC = "uncertain";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
  private static final org.apache.kafka.common.TopicPartition KAFKAS =
      new org.apache.kafka.common.TopicPartition(TOPIC, 0);

  /** The first is asked of the broker that was killed, as a rule. */
  private static final ElectLeadersOptions PATIENCE_OF_A_TRY =
      new ElectLeadersOptions().timeoutMs(2_000);

  private final EmbeddedKafka kafka = ThreeBrokers.KAFKA;

  @AfterEach
  void bringBack() {
    kafka.restart(1);
  }

  @Test
  void whatAnUncleanElectionCutIsToldAndTheNewLogIsReadFromThere() throws Exception {
    kafka
        .admin()
        .createTopics(
            List.of(
                new NewTopic(TOPIC, Map.of(0, List.of(1, 2)))
                    .configs(Map.of("unclean.leader.election.enable", "true"))))
        .all()
        .get();
    write("all", 0, 100);
    try (NumberedReader reader = new NumberedReader(kafka, Map.of())) {
      reader.consumer.assign(List.of(Assignment.beginning(PARTITION)));
      reader.readUntil("what both replicas have", () -> reader.next(0) == 100);
      kafka.freeze(2);
      write("1", 100, 101); // answers the Fetch that the frozen replica has sent: it may have it
      write("1", 101, 150);
      reader.readUntil("what one replica has", () -> reader.next(0) == 150);

      kafka.kill(1);
      kafka.thaw(2);
      electTheOther();
      reader.readUntil("the reset", () -> !reader.told.isEmpty());

      ConsumerEvent.PositionReset reset = (ConsumerEvent.PositionReset) reader.told.get(0);
      assertThat(reset.from()).isEqualTo(150);
      assertThat(reset.to()).isBetween(100L, 149L);
      assertThat(reset.reason()).contains("truncated");
      reader.expect(0, 1000);
      write("1", 1000, 1020);
      reader.readUntil("the new log", () -> reader.next(0) == 1020);
      assertThat(reader.consumer.position(PARTITION)).hasValue(reset.to() + 20);
      assertThat(reader.told).hasSize(1);
    }
  }

  private void write(String acks, int from, int end) {
    List<ProducerRecord<byte[], byte[]>> records =
        IntStream.range(from, end)
            .mapToObj(
                number ->
                    new ProducerRecord<byte[], byte[]>(
                        TOPIC, 0, null, Integer.toString(number).getBytes(StandardCharsets.UTF_8)))
            .toList();
    kafka.write(
        records,
        WriteOptions.defaults()
            .with("request.timeout.ms", "2000")
            .with("acks", acks)
            .with("enable.idempotence", "false"));
  }

  /** The controller may have to be elected first, and to learn that the replica is back. */
  private void electTheOther() {
    long from = System.nanoTime();
    while (leader() != 2) {
      assertThat(Duration.ofNanos(System.nanoTime() - from))
          .as("until broker 2 leads")
          .isLessThan(Duration.ofSeconds(60));
      try {
        kafka
            .admin()
            .electLeaders(ElectionType.UNCLEAN, Set.of(KAFKAS), PATIENCE_OF_A_TRY)
            .all()
            .get();
      } catch (Exception refused) {
        assertThat(refused).isNotInstanceOf(InterruptedException.class);
      }
    }
  }

  private int leader() {
    try {
      return kafka.leader(TOPIC, 0);
    } catch (RuntimeException none) {
      return -1;
    }
  }
}
