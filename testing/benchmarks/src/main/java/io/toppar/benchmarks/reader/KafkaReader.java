package io.toppar.benchmarks.reader;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Kafka's own consumer, by assignment: its quickest way, without a group and a second thread. */
final class KafkaReader implements Reader {

  private static final Duration WAIT = Duration.ofSeconds(1);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private long valueBytes;

  KafkaReader(Source source) {
    Map<String, Object> settings = new HashMap<>(Settings.of(source));
    settings.put("auto.offset.reset", "earliest");
    consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    partitions = source.numbers().mapToObj(p -> new TopicPartition(source.topic(), p)).toList();
    consumer.assign(partitions);
    rewind();
  }

  @Override
  public void rewind() {
    for (TopicPartition partition : partitions) {
      consumer.seek(partition, 0);
    }
  }

  @Override
  public int poll() {
    ConsumerRecords<byte[], byte[]> records = consumer.poll(WAIT);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      valueBytes += length(record.key()) + length(record.value());
    }
    return records.count();
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  @Override
  public long valueBytes() {
    return valueBytes;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
