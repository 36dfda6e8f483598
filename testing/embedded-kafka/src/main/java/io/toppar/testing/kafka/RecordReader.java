package io.toppar.testing.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads with Kafka's own consumer, without a group: the oracle. Each call has its own, so that any
 * thread may call.
 */
final class RecordReader {
  private RecordReader() {}

  static Consumer<byte[], byte[]> consumer(String bootstrapServers, Map<String, String> config) {
    Map<String, Object> all = new HashMap<>();
    all.put("bootstrap.servers", bootstrapServers);
    all.put("enable.auto.commit", "false");
    all.put("auto.offset.reset", "earliest");
    all.putAll(config);
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** All records there are now, by partition and then offset. */
  static List<ConsumerRecord<byte[], byte[]>> read(
      Consumer<byte[], byte[]> consumer, String topic, Duration timeout) {
    List<TopicPartition> partitions = partitions(consumer, topic);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    Deadline deadline = Deadline.in(timeout);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      if (deadline.isOver()) {
        throw new BrokerFailure(
            "read %d records of %s in %s, but not to its ends %s"
                .formatted(records.size(), topic, deadline, ends));
      }
      consumer.poll(Duration.ofMillis(100)).forEach(records::add);
    }
    records.removeIf(
        record -> {
          TopicPartition partition = new TopicPartition(record.topic(), record.partition());
          return record.offset() >= ends.getOrDefault(partition, 0L);
        });
    records.sort(
        Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
            .thenComparingLong(ConsumerRecord::offset));
    return records;
  }

  static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }
}
