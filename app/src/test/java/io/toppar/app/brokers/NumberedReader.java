package io.toppar.app.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Module;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.ConsumerEvent;
import io.toppar.app.client.Record;
import io.toppar.app.client.RecordBatch;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * Reads what a {@link NumberedWriter} writes, and fails at the first number of a partition that is
 * not the next.
 */
@NullUnmarked
final class NumberedReader implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  final Consumer consumer;
  final List<ConsumerEvent> told = new ArrayList<>();
  private final Map<Integer, Integer> next = new TreeMap<>();

  NumberedReader(EmbeddedKafka kafka, Map<String, String> settings, Module... modules) {
    Map<String, String> all = new HashMap<>();
    all.put("bootstrap.servers", kafka.bootstrapServers());
    all.put("auto.offset.reset", "earliest");
    all.put("request.timeout.ms", "2000");
    all.put("metadata.max.age.ms", "1000");
    all.putAll(settings);
    consumer = Toppar.builder().configuration(Configuration.of(all)).install(modules).consumer();
  }

  /** The next number of this partition. */
  int next(int partition) {
    return next.getOrDefault(partition, 0);
  }

  /** Numbers are read from this one on. */
  void expect(int partition, int number) {
    next.put(partition, number);
  }

  /** Reads until so many more numbers have come from each of the first so many partitions. */
  void readMore(int numbers, int partitions) {
    Map<Integer, Integer> goals = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      goals.put(partition, next(partition) + numbers);
    }
    readUntil(
        numbers + " more of each",
        () -> goals.entrySet().stream().allMatch(goal -> next(goal.getKey()) >= goal.getValue()));
  }

  /** Reads until something holds. */
  void readUntil(String what, BooleanSupplier condition) {
    long from = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(Duration.ofNanos(System.nanoTime() - from))
          .as("%s; now at %s, told %s", what, next, told)
          .isLessThan(PATIENCE);
      take(consumer.pollEvent(Duration.ofMillis(500)));
    }
  }

  private void take(ConsumerEvent event) {
    if (event instanceof ConsumerEvent.Batch records) {
      try (RecordBatch batch = records.batch()) {
        int partition = batch.topicPartition().partition();
        for (Record record : batch) {
          int expected = next(partition);
          assertThat(record.value().utf8())
              .as("partition %s, offset %s", partition, record.offset())
              .isEqualTo(Integer.toString(expected));
          next.put(partition, expected + 1);
        }
      }
    } else if (event != null && !(event instanceof ConsumerEvent.PositionMoved)) {
      told.add(event);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
