package io.toppar.testing.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SingleNodeIT {
  private static EmbeddedKafka kafka;

  @BeforeAll
  static void startKafka() {
    kafka = EmbeddedKafka.start(1);
  }

  @AfterAll
  static void closeKafka() {
    kafka.close();
  }

  @Test
  void whatIsWrittenIsReadWithKeysHeadersTimestampsAndPartition() {
    kafka.createTopic("whole", 2);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            "whole",
            1,
            12_345L,
            bytes("k"),
            bytes("v"),
            List.of(new RecordHeader("h", bytes("x"))));
    kafka.write(List.of(record), WriteOptions.defaults());

    List<ConsumerRecord<byte[], byte[]>> read = kafka.read("whole");

    assertThat(read).hasSize(1);
    assertThat(read.get(0).partition()).isEqualTo(1);
    assertThat(read.get(0).timestamp()).isEqualTo(12_345L);
    assertThat(read.get(0).key()).isEqualTo(bytes("k"));
    assertThat(read.get(0).value()).isEqualTo(bytes("v"));
    assertThat(read.get(0).headers().lastHeader("h").value()).isEqualTo(bytes("x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
  void everyCodecIsWritten(String codec) {
    String topic = "codec-" + codec;
    kafka.createTopic(topic, 1);
    kafka.fill(topic, 1_000, 100, WriteOptions.defaults().codec(codec));
    assertThat(kafka.read(topic)).hasSize(1_000);
  }

  @Test
  void anAbortedTransactionIsHiddenFromWhoReadsCommitted() {
    kafka.createTopic("transactions", 1);
    kafka.writeTransaction("t", records("transactions", "a", "b"), false, WriteOptions.defaults());
    kafka.writeTransaction("t", records("transactions", "c"), true, WriteOptions.defaults());

    assertThat(kafka.read("transactions")).hasSize(3);
    assertThat(kafka.read("transactions", Map.of("isolation.level", "read_committed"))).hasSize(1);
    assertThat(kafka.endOffsets("transactions")).containsEntry(0, 5L);
  }

  @Test
  void recordsBeforeAnOffsetAreDeleted() {
    kafka.createTopic("cut", 1);
    kafka.write("cut", 0, "a", "b", "c");
    kafka.deleteRecords("cut", 0, 2);
    assertThat(kafka.beginningOffsets("cut")).containsEntry(0, 2L);
    assertThat(kafka.read("cut")).hasSize(1);
  }

  @Test
  void partitionsAreAddedAndTopicsDeleted() {
    kafka.createTopic("grows", 1);
    kafka.addPartitions("grows", 3);
    assertThat(kafka.endOffsets("grows")).hasSize(3);
    kafka.deleteTopic("grows");
    assertThatThrownBy(() -> kafka.addPartitions("grows", 4))
        .isInstanceOf(BrokerFailure.class)
        .hasMessageContaining("grows");
  }

  private static List<ProducerRecord<byte[], byte[]>> records(String topic, String... values) {
    return List.of(values).stream()
        .map(value -> new ProducerRecord<byte[], byte[]>(topic, 0, null, bytes(value)))
        .toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
