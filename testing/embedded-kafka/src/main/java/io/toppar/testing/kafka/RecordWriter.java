package io.toppar.testing.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
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

  /** The value of the record with a number. */
  interface Values {
    byte[] value(long number);
  }

  /** Told the number of records handed to the producer so far. */
  interface Progress {
    void sent(long records);
  }

  /** Writes many records round robin over the partitions, keeping none in memory. */
  @SuppressWarnings("FutureReturnValueIgnored") // failures reach the callback
  static void fill(
      Producer<byte[], byte[]> producer,
      String topic,
      long records,
      Values values,
      Progress progress) {
    int partitions = producer.partitionsFor(topic).size();
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    Callback keepFirst =
        (metadata, exception) -> {
          if (exception != null) {
            failure.compareAndSet(null, exception);
          }
        };
    for (long i = 0; i < records && failure.get() == null; i++) {
      int partition = (int) (i % partitions);
      producer.send(new ProducerRecord<>(topic, partition, null, values.value(i)), keepFirst);
      progress.sent(i + 1);
    }
    producer.flush();
    Exception first = failure.get();
    if (first != null) {
      throw new BrokerFailure("cannot write to " + topic + ": " + first.getMessage(), first);
    }
  }

  /** The record's number, 8 bytes big endian if there is room, then letters. */
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
