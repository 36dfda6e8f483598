package io.toppar.app.brokers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.wiring.ClientBuilder;
import io.toppar.app.wiring.Toppar;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a producer writes to real brokers, read back with Kafka's own consumer. */
@NullUnmarked
class ProducerIT {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static int topics;

  private final ConcurrentLinkedQueue<DeliveryReport> reports = new ConcurrentLinkedQueue<>();

  private static String topic(int partitions) {
    String name = "producer-" + topics++;
    ThreeBrokers.KAFKA.createTopic(name, partitions);
    return name;
  }

  private static ClientBuilder builder() {
    return Toppar.builder()
        .set(
            ClientKeys.BOOTSTRAP_SERVERS, List.of(ThreeBrokers.KAFKA.bootstrapServers().split(",")))
        .set("request.timeout.ms", 3_000)
        .set("retry.backoff.ms", 50);
  }

  private static List<String> values(String topic, int partition) {
    return ThreeBrokers.KAFKA.read(topic).stream()
        .filter(record -> record.partition() == partition)
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  private static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({"none,all", "gzip,all", "snappy,1", "lz4,1", "zstd,0", "none,0"})
  @Timeout(60)
  void kafkasConsumerReadsWhatWasWritten(String codec, String acks) {
    String topic = topic(2);
    assertThat(ThreeBrokers.KAFKA.read(topic))
        .as("led by now, which acks=0 does not ask")
        .isEmpty();
    try (Producer producer =
        builder().set("compression.type", codec).set("acks", acks).producer()) {
      for (int i = 0; i < 2_000; i++) {
        producer.send(Message.to(topic, i % 2).value(Integer.toString(i / 2)), reports::add);
      }
      producer.flush(MINUTE);
    }
    assertThat(reports).hasSize(2_000).allMatch(DeliveryReport::isDelivered);
    while (ThreeBrokers.KAFKA.read(topic).size() < 2_000) {
      assertThat(reports).as("without acks nobody says when all is there").isNotEmpty();
    }
    assertThat(values(topic, 0)).isEqualTo(numbers(1_000));
    assertThat(values(topic, 1)).isEqualTo(numbers(1_000));
  }

  @Test
  void keysHeadersTimesNullsAndEmptyOnesArriveAsTheyWere() {
    String topic = topic(1);
    try (Producer producer = builder().set("compression.type", "lz4").producer()) {
      producer.send(
          Message.to(topic)
              .key("k")
              .value("v")
              .header("h", "x")
              .header("null", (byte[]) null)
              .timestamp(1_600_000_000_000L));
      producer.send(Message.to(topic).key("").value(""));
      producer.send(Message.to(topic).key("tombstone"));
      producer.flush(MINUTE);
    }
    List<ConsumerRecord<byte[], byte[]>> records = ThreeBrokers.KAFKA.read(topic);
    assertThat(records.get(0).key()).isEqualTo("k".getBytes(UTF_8));
    assertThat(records.get(0).timestamp()).isEqualTo(1_600_000_000_000L);
    assertThat(records.get(0).headers().lastHeader("h").value()).isEqualTo("x".getBytes(UTF_8));
    assertThat(records.get(0).headers().lastHeader("null").value()).isNull();
    assertThat(records.get(1).key()).isEmpty();
    assertThat(records.get(1).value()).isEmpty();
    assertThat(records.get(2).value()).isNull();
  }
}
