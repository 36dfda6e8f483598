package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestProducer;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;

/**
 * A producer over a cluster in memory, driven by the test's own thread: two brokers, topic {@code
 * t} with a partition on each. After each test the producer is closed, and must have given all its
 * memory back.
 */
@NullUnmarked
abstract class ProducerFixture {

  static final Duration SECOND = Duration.ofSeconds(1);
  static final Duration LONG = Duration.ofHours(1);
  static final TopicPartition T0 = new TopicPartition("t", 0);
  static final TopicPartition T1 = new TopicPartition("t", 1);

  final ManualClock clock = new ManualClock();
  final MemoryCluster cluster = new MemoryCluster(clock, 2);

  /** What the callbacks of {@link #send} were told, in their order. */
  final List<DeliveryReport> reports = new ArrayList<>();

  TestProducer test;

  ProducerFixture() {
    cluster.createTopic("t", 2);
    open(new ProducerWishes());
  }

  @AfterEach
  final void everythingIsGivenBack() {
    producer().close(SECOND);
    assertThat(producer().bufferedBytes()).isZero();
    assertThat(cluster.outstandingBatches()).isZero();
    assertThat(cluster.outstandingBatchBytes()).isZero();
  }

  final void open(ProducerWishes wishes) {
    if (test != null) {
      producer().close(SECOND);
    }
    test = TestProducer.over(cluster, clock, wishes);
  }

  final Producer producer() {
    return test.producer;
  }

  /** Sends a value, and keeps its report. */
  final void send(TopicPartition to, String value) {
    producer().send(Message.to(to.topic(), to.partition()).value(value), reports::add);
  }

  /** The values of a partition's records, in their order. */
  final List<String> values(TopicPartition name) {
    return records(name).stream().map(ProducerFixture::value).toList();
  }

  private static String value(Record record) {
    return record.value() == null ? null : record.value().utf8();
  }

  /** A partition's records, in their order. */
  final List<Record> records(TopicPartition name) {
    List<Record> records = new ArrayList<>();
    TestClient reader = TestClient.over(cluster, clock);
    reader.consumer.assign(List.of(Assignment.beginning(name)));
    RecordBatch batch = reader.consumer.poll(SECOND);
    while (batch != null) {
      batch.forEach(record -> records.add(record.copy()));
      batch.close();
      batch = reader.consumer.poll(SECOND);
    }
    reader.consumer.close(SECOND);
    return records;
  }
}
