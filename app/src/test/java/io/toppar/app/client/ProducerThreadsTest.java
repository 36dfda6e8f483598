package io.toppar.app.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.engine.ThreadRunner;
import io.toppar.app.rig.ProducerWishes;
import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestProducer;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.Compression;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four threads send by one producer that has a thread of its own, as brokers have. */
@NullUnmarked
@Timeout(120)
class ProducerThreadsTest {

  private static final int SENDERS = 4;
  private static final int EACH = 10_000;
  private static final int PARTITIONS = 3;

  private final SystemClock clock = new SystemClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, 2);
  private final ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
  private final ExecutorService callbacks = Executors.newFixedThreadPool(3);

  /** How often each message was reported as delivered. */
  private final AtomicIntegerArray delivered = new AtomicIntegerArray(SENDERS * EACH);

  @Test
  void everyMessageIsThereOnceAndInTheOrderOfItsThreadThoughMemoryIsShort() throws Exception {
    cluster.createTopic("t", PARTITIONS);
    cluster.inject(new BrokerFault.Disconnect(FaultTarget.next(RequestFamily.PRODUCE).times(3)));
    ProducerWishes wishes =
        new ProducerWishes()
            .bufferBytes(60_000)
            .batchBytes(2_000)
            .linger(Duration.ofMillis(1))
            .compression(Compression.of(Compression.Codec.LZ4), callbacks)
            .callbacks(callbacks);
    Producer producer =
        TestProducer.producer(
            MemoryBrokerGateway.threaded(cluster, clock),
            clock,
            new ThreadRunner("duty", clock),
            wishes);
    List<Callable<Void>> work = new ArrayList<>();
    for (int sender = 0; sender < SENDERS; sender++) {
      int number = sender;
      work.add(() -> send(producer, number));
    }
    for (Future<Void> sent : senders.invokeAll(work)) {
      sent.get();
    }
    producer.flush(Duration.ofMinutes(1));
    for (int i = 0; i < SENDERS * EACH; i++) {
      assertThat(delivered.get(i)).as("message %d", i).isEqualTo(1);
    }
    assertEachOnceAndInOrder();
    producer.close();
    assertThat(producer.bufferedBytes()).isZero();
    assertThat(cluster.outstandingBatches()).isZero();
    senders.shutdownNow();
    callbacks.shutdownNow();
  }

  private Void send(Producer producer, int sender) {
    Message message = new Message();
    for (int i = 0; i < EACH; i++) {
      int number = sender * EACH + i;
      message.topic("t").partition(i % PARTITIONS).value(Integer.toString(number));
      producer.send(
          message,
          report -> {
            if (report.isDelivered()) {
              delivered.incrementAndGet(number);
            }
          });
    }
    return null;
  }

  private void assertEachOnceAndInOrder() {
    int found = 0;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      Map<Integer, Integer> last = new HashMap<>();
      for (int number : numbers(new TopicPartition("t", partition))) {
        int sender = number / EACH;
        assertThat(number).isGreaterThan(last.getOrDefault(sender, -1));
        last.put(sender, number);
        found++;
      }
    }
    assertThat(found).isEqualTo(SENDERS * EACH);
  }

  private List<Integer> numbers(TopicPartition name) {
    List<Integer> numbers = new ArrayList<>();
    TestClient reader = TestClient.over(cluster, new ManualClock());
    reader.consumer.assign(List.of(Assignment.beginning(name)));
    RecordBatch batch = reader.consumer.poll(Duration.ofSeconds(1));
    while (batch != null) {
      batch.forEach(record -> numbers.add(Integer.parseInt(record.value().utf8())));
      batch.close();
      batch = reader.consumer.poll(Duration.ofSeconds(1));
    }
    reader.consumer.close(Duration.ofSeconds(1));
    return numbers;
  }
}
