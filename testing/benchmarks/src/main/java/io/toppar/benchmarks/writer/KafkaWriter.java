package io.toppar.benchmarks.writer;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Kafka's own producer, one callback shared by all records. */
final class KafkaWriter implements Writer, Writer.Sender, Callback {

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Acknowledged acknowledged = new Acknowledged();

  KafkaWriter(String topic, Map<String, String> settings) {
    this.topic = topic;
    this.producer =
        new KafkaProducer<>(
            new HashMap<>(settings), new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public Sender sender() {
    return this;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the outcome reaches the callback
  public void send(byte[] value) {
    producer.send(new ProducerRecord<>(topic, value), this);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the outcome reaches the callback
  public void send(byte[] value, Runnable whenAcknowledged) {
    producer.send(
        new ProducerRecord<>(topic, value),
        (metadata, failure) -> {
          onCompletion(metadata, failure);
          if (failure == null) {
            whenAcknowledged.run();
          }
        });
  }

  @Override
  public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
    if (failure == null) {
      acknowledged.add(1);
    } else {
      acknowledged.fail(failure);
    }
  }

  @Override
  public void flush() {
    producer.flush();
  }

  @Override
  public long acknowledged() {
    return acknowledged.count();
  }

  @Override
  public void close() {
    producer.close();
  }
}
