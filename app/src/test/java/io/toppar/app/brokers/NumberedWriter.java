package io.toppar.app.brokers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.toppar.testing.kafka.EmbeddedKafka;
import io.toppar.testing.kafka.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.NullUnmarked;

/**
 * Writes the numbers from 0 on to each partition of a topic, on a thread of its own, with Kafka's
 * idempotent producer: what is in the log is each number once and in order, whatever happens to the
 * brokers.
 */
@NullUnmarked
final class NumberedWriter implements AutoCloseable {

  private static final int MOST_UNSENT = 500;

  private final String topic;
  private final Producer<byte[], byte[]> producer;
  private final Semaphore room = new Semaphore(MOST_UNSENT);
  private final ConcurrentLinkedQueue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Thread thread = new Thread(this::write, "numbered-writer");
  private final List<Integer> written = new ArrayList<>();
  private volatile int partitions;

  NumberedWriter(EmbeddedKafka kafka, String topic, int partitions) {
    this.topic = topic;
    this.partitions = partitions;
    this.producer =
        kafka.producer(
            WriteOptions.defaults()
                .with("enable.idempotence", "true")
                .with("acks", "all")
                .with("linger.ms", "5")
                .with("request.timeout.ms", "3000")
                .with("metadata.max.age.ms", "1000")
                .with("delivery.timeout.ms", "120000"));
    thread.start();
  }

  /** From now on to more partitions. */
  void partitions(int count) {
    partitions = count;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of failures
  private void write() {
    while (!ended.get()) {
      int count = partitions;
      while (written.size() < count) {
        written.add(0);
      }
      for (int partition = 0; partition < count; partition++) {
        room.acquireUninterruptibly();
        int number = written.get(partition);
        written.set(partition, number + 1);
        byte[] value = Integer.toString(number).getBytes(UTF_8);
        producer.send(
            new ProducerRecord<>(topic, partition, null, value),
            (metadata, failure) -> {
              room.release();
              if (failure != null) {
                failures.add(failure);
              }
            });
      }
    }
  }

  /** Ends writing; how many numbers are in each partition. */
  List<Integer> end() throws InterruptedException {
    ended.set(true);
    thread.join();
    producer.flush();
    if (!failures.isEmpty()) {
      throw new AssertionError("the writer failed", failures.peek());
    }
    return List.copyOf(written);
  }

  @Override
  public void close() {
    ended.set(true);
    producer.close();
  }
}
