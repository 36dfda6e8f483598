package io.toppar.testing.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes with Kafka's own producer. Each call has its own, so that any thread may call. */
final class RecordWriter {
  private RecordWriter() {}

  static Producer<byte[], byte[]> producer(String bootstrapServers, WriteOptions options) {
    return new KafkaProducer<>(
        options.producerProperties(bootstrapServers),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Sends all, then waits for all; what the broker answered, in the same order. */
  static List<RecordMetadata> write(
      Producer<byte[], byte[]> producer, Iterable<ProducerRecord<byte[], byte[]>> records) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      sent.add(producer.send(record));
    }
    producer.flush();
    List<RecordMetadata> answers = new ArrayList<>(sent.size());
    for (Future<RecordMetadata> future : sent) {
      answers.add(answer(future));
    }
    return answers;
  }

  /**
   * Writes many records round robin over the partitions, keeping none in memory. A value is the
   * record's number, 8 bytes big endian, then letters.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // failures reach the callback
  static void fill(Producer<byte[], byte[]> producer, String topic, long records, int valueBytes) {
    int partitions = producer.partitionsFor(topic).size();
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    for (long i = 0; i < records && failure.get() == null; i++) {
      int partition = (int) (i % partitions);
      producer.send(
          new ProducerRecord<>(topic, partition, null, value(i, valueBytes)),
          (metadata, exception) -> {
            if (exception != null) {
              failure.compareAndSet(null, exception);
            }
          });
    }
    producer.flush();
    Exception first = failure.get();
    if (first != null) {
      throw new BrokerFailure("cannot fill " + topic + ": " + first.getMessage(), first);
    }
  }

  static byte[] value(long number, int bytes) {
    byte[] value = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      value[i] = (byte) ('a' + (number + i) % 26);
    }
    if (bytes >= Long.BYTES) {
      ByteBuffer.wrap(value).putLong(0, number);
    }
    return value;
  }

  private static RecordMetadata answer(Future<RecordMetadata> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new BrokerFailure("cannot write: " + cause.getMessage(), cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerFailure("cannot write: interrupted", e);
    }
  }
}
