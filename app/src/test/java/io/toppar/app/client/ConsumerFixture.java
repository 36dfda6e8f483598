package io.toppar.app.client;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.MemoryTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;

/**
 * A consumer over a cluster in memory, driven by the test's own thread: two brokers, topic {@code
 * t} with a partition on each, topic {@code s} with one on the first. A record's value is its
 * offset.
 */
@NullUnmarked
abstract class ConsumerFixture {

  static final Duration SECOND = Duration.ofSeconds(1);
  static final TopicPartition T0 = new TopicPartition("t", 0);
  static final TopicPartition T1 = new TopicPartition("t", 1);
  static final TopicPartition S0 = new TopicPartition("s", 0);

  final ManualClock clock = new ManualClock();
  final MemoryCluster cluster = new MemoryCluster(clock, 2);
  TestClient client;

  ConsumerFixture() {
    cluster.createTopic("t", 2);
    cluster.createTopic("s", 1);
    client = TestClient.over(cluster, clock);
  }

  final Consumer consumer() {
    return client.consumer;
  }

  /** From now on the client is another one, with other settings. */
  final void reopen(TestSettings settings) {
    client = TestClient.over(cluster, clock, settings);
  }

  /** Appends so many records, as one batch. */
  final void append(TopicPartition name, int count) {
    cluster.append(name, records(cluster.highWatermark(name), count));
  }

  /** Appends so many batches of as many records. */
  final void appendBatches(TopicPartition name, int batches, int recordsEach) {
    for (int i = 0; i < batches; i++) {
      append(name, recordsEach);
    }
  }

  /** Appends a transaction of so many records, and the marker that commits or aborts it. */
  final void appendTransaction(TopicPartition name, int count, boolean commit) {
    MemoryTransaction transaction = cluster.begin();
    transaction.append(name, records(cluster.highWatermark(name), count));
    if (commit) {
      transaction.commit();
    } else {
      transaction.abort();
    }
  }

  private static List<MemoryRecord> records(long from, int count) {
    return LongStream.range(from, from + count)
        .mapToObj(offset -> MemoryRecord.of(Long.toString(offset)).with("h", null))
        .toList();
  }

  /** The records that the next poll brings. */
  final List<Long> readOne() {
    return readAndClose(Objects.requireNonNull(consumer().poll(SECOND), "no records came"));
  }

  /** Polls until nothing comes within a second, and closes each batch read whole. */
  final List<Long> readAll() {
    List<Long> offsets = new ArrayList<>();
    RecordBatch batch = consumer().poll(SECOND);
    while (batch != null) {
      offsets.addAll(readAndClose(batch));
      batch = consumer().poll(SECOND);
    }
    return offsets;
  }

  static List<Long> readAndClose(RecordBatch batch) {
    List<Long> offsets = new ArrayList<>();
    try (batch) {
      batch.forEach(record -> offsets.add(record.offset()));
    }
    return offsets;
  }

  static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  /** The next events in words; a second without any is {@code none}. */
  final List<String> events(int count) {
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      seen.add(text(consumer().pollEvent(SECOND)));
    }
    return seen;
  }

  private static String text(ConsumerEvent event) {
    if (event instanceof ConsumerEvent.Batch batch) {
      List<Long> offsets = readAndClose(batch.batch());
      return "batch " + offsets.get(0) + ".." + offsets.get(offsets.size() - 1);
    }
    if (event instanceof ConsumerEvent.EndOfPartition end) {
      return "end " + end.offset();
    }
    if (event instanceof ConsumerEvent.PositionMoved moved) {
      return "moved " + moved.nextOffset();
    }
    if (event instanceof ConsumerEvent.PartitionError error) {
      return "error " + error.error().code();
    }
    if (event instanceof ConsumerEvent.PositionReset reset) {
      return "reset " + reset.from() + " to " + reset.to();
    }
    return "none";
  }
}
