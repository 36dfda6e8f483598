package io.toppar.benchmarks.driver;

import io.toppar.benchmarks.Values;
import io.toppar.testing.kafka.EmbeddedKafka;
import io.toppar.testing.kafka.WriteOptions;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** One real broker in a process of its own, with topics to read or to write. */
final class BenchBroker implements AutoCloseable {

  private static final int VALUE_BYTES = 100;

  private final EmbeddedKafka kafka =
      EmbeddedKafka.builder().jvmArguments("-XX:TieredStopAtLevel=4").start();

  String server() {
    return kafka.bootstrapServers();
  }

  /** Creates a topic without records whose partitions take little space. */
  void createEmpty(String topic, int partitions) {
    kafka.createTopic(topic, partitions, 1, Map.of("segment.index.bytes", "4096"));
  }

  /** Creates a topic to write to. */
  void createTopic(String topic, int partitions) {
    kafka.createTopic(topic, partitions);
  }

  /**
   * Deletes a topic of so many records.
   *
   * @throws IllegalStateException if there are more or less
   */
  void deleteTopicOf(String topic, long records) {
    long there = kafka.endOffsets(topic).values().stream().mapToLong(Long::longValue).sum();
    if (there != records) {
      throw new IllegalStateException(
          "%s holds %d records, %d were written".formatted(topic, there, records));
    }
    kafka.deleteTopic(topic);
  }

  /** Creates a topic and fills its partitions evenly with records of 100 bytes without keys. */
  void createFull(String topic, int partitions, int records, WriteOptions options) {
    kafka.createTopic(topic, partitions);
    Values values = new Values(VALUE_BYTES);
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    Callback keepFirst =
        (metadata, exception) -> {
          if (exception != null) {
            failure.compareAndSet(null, exception);
          }
        };
    try (Producer<byte[], byte[]> producer = kafka.producer(options)) {
      for (int i = 0; i < records && failure.get() == null; i++) {
        send(producer, new ProducerRecord<>(topic, i % partitions, null, values.next()), keepFirst);
      }
    }
    Exception first = failure.get();
    if (first != null) {
      throw new IllegalStateException("cannot fill " + topic, first);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // failures reach the callback
  private static void send(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record, Callback answer) {
    producer.send(record, answer);
  }

  @Override
  public void close() {
    kafka.close();
  }
}
