package io.toppar.app.cli;

import io.toppar.testing.kafka.EmbeddedKafka;
import io.toppar.testing.kafka.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One real broker for all tests of the command line; it ends with this JVM. */
final class SharedKafka {

  static final EmbeddedKafka KAFKA = EmbeddedKafka.start(1);

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private SharedKafka() {}

  static String address() {
    return KAFKA.bootstrapServers();
  }

  /** A new topic. */
  static String topic(int partitions) {
    String name = "cli-" + TOPICS.incrementAndGet();
    KAFKA.createTopic(name, partitions);
    return name;
  }

  /** A new topic of one partition with these values in one batch. */
  static String topicOf(String... values) {
    String name = topic(1);
    KAFKA.write(name, 0, values);
    return name;
  }

  /** The decimal numbers up to an end, exclusively. */
  static String[] numbers(int from, int end) {
    return IntStream.range(from, end).mapToObj(Integer::toString).toArray(String[]::new);
  }

  /** Values written in a transaction. */
  static void transaction(String topic, boolean commit, String... values) {
    KAFKA.writeTransaction("cli", records(topic, values), commit, WriteOptions.defaults());
  }

  static List<ProducerRecord<byte[], byte[]>> records(String topic, String... values) {
    return IntStream.range(0, values.length)
        .mapToObj(
            i ->
                new ProducerRecord<byte[], byte[]>(
                    topic, 0, null, values[i].getBytes(StandardCharsets.UTF_8)))
        .toList();
  }
}
