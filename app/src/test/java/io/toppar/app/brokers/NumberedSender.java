package io.toppar.app.brokers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.app.client.BatchReport;
import io.toppar.app.client.DeliveryReport;
import io.toppar.app.client.Message;
import io.toppar.app.client.Producer;
import io.toppar.app.config.Configuration;
import io.toppar.app.wiring.Toppar;
import io.toppar.domain.TopicPartition;
import io.toppar.testing.kafka.EmbeddedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.NullUnmarked;

/**
 * Sends the numbers from 0 on to each partition of a topic with Toppar, and holds what was reported
 * against what Kafka's own consumer finds in the logs. The test's thread calls; a thread of its own
 * sends, from {@link #start} on.
 */
@NullUnmarked
final class NumberedSender implements AutoCloseable {

  private static final int FEW = 100;
  private static final int BATCHES = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedKafka kafka;
  private final String topic;
  private final Producer producer;
  private final Semaphore room;
  private final Thread thread = new Thread(this::sendOn, "numbered-sender");
  private volatile boolean ended;

  // Guarded by this; told by the callbacks' thread.
  private final List<SentNumbers> numbers;
  private final List<Throwable> faults = new ArrayList<>();
  private int listened;

  NumberedSender(EmbeddedKafka kafka, String topic, int partitions, Map<String, String> settings) {
    this(kafka, topic, partitions, FEW, settings);
  }

  /**
   * A sender that is not started.
   *
   * @param unreported the most numbers that may wait for their reports, in batches of a tenth
   */
  NumberedSender(
      EmbeddedKafka kafka,
      String topic,
      int partitions,
      int unreported,
      Map<String, String> settings) {
    this.room = new Semaphore(unreported);
    this.kafka = kafka;
    this.topic = topic;
    this.numbers =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new SentNumbers(new TopicPartition(topic, partition)))
            .toList();
    Map<String, String> all = new HashMap<>();
    all.put("bootstrap.servers", kafka.bootstrapServers());
    all.put("request.timeout.ms", "2000");
    all.put("batch.num.messages", Integer.toString(unreported / BATCHES));
    all.putAll(settings);
    this.producer =
        Toppar.builder()
            .configuration(Configuration.of(all))
            .deliveryListener(this::listen)
            .producer();
  }

  /** Begins to send to all partitions in turn, as fast as reports come. */
  NumberedSender start() {
    thread.start();
    return this;
  }

  private void sendOn() {
    try {
      while (!ended) {
        for (int partition = 0; partition < numbers.size(); partition++) {
          room.acquire();
          send(partition, room::release);
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      fault(e);
    }
  }

  /** Sends so many numbers to a partition. */
  void send(int partition, int count) {
    IntStream.range(0, count).forEach(i -> send(partition, () -> {}));
  }

  private void send(int partition, Runnable whenReported) {
    int number = next(partition);
    producer.send(
        Message.to(topic, partition).value(Integer.toString(number)),
        report -> {
          reported(partition, number, report);
          whenReported.run();
        });
  }

  private synchronized int next(int partition) {
    return numbers.get(partition).next();
  }

  private synchronized void reported(int partition, int number, DeliveryReport report) {
    try {
      numbers.get(partition).reported(number, report);
    } catch (AssertionError twice) {
      faults.add(twice);
    }
    notifyAll();
  }

  private synchronized void listen(BatchReport report) {
    listened += report.messageCount();
  }

  private synchronized void fault(Throwable fault) {
    faults.add(fault);
    notifyAll();
  }

  /** Waits until so many more numbers of each partition have been delivered. */
  void awaitMore(int count) {
    List<Integer> goals;
    synchronized (this) {
      goals = numbers.stream().map(sent -> sent.delivered() + count).toList();
    }
    await(
        count + " more of each",
        () ->
            IntStream.range(0, goals.size())
                .allMatch(partition -> numbers.get(partition).delivered() >= goals.get(partition)));
  }

  /** Waits until a number of any partition has failed. */
  void awaitFailure() {
    await("a failure", () -> !failures().isEmpty());
  }

  private synchronized void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      requireNoFault();
      if (left <= 0) {
        throw new AssertionError("no " + what + " in " + PATIENCE + "; " + state());
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private String state() {
    StringBuilder state = new StringBuilder(topic);
    for (SentNumbers sent : numbers) {
      state.append(": ").append(sent.delivered()).append(" of ").append(sent.sent());
    }
    return state.append(" delivered, failed: ").append(failures()).toString();
  }

  private synchronized void requireNoFault() {
    if (!faults.isEmpty()) {
      throw new AssertionError("sending failed; " + state(), faults.get(0));
    }
  }

  /** How many numbers were sent so far. */
  synchronized int sent() {
    return numbers.stream().mapToInt(SentNumbers::sent).sum();
  }

  /** The reports of numbers that have failed so far. */
  synchronized List<DeliveryReport> failures() {
    return numbers.stream().flatMap(sent -> sent.failures().stream()).toList();
  }

  /** Stops the thread and ends the producer, which reports everything by then. */
  void end(Duration timeout) {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    producer.close(timeout);
    requireNoFault();
    synchronized (this) {
      numbers.forEach(SentNumbers::requireReported);
      assertThat(listened).as("messages that the listener was told of").isEqualTo(sent());
    }
    assertThat(producer.bufferedBytes()).isZero();
  }

  /** After the end: each number in the logs is there once and in order, as reported. */
  void requireOnceAndInOrder() {
    require(SentNumbers::requireOnceAndInOrder);
  }

  /** The same of the last numbers, since the logs were replaced by empty ones. */
  void requireRestOnceAndInOrder() {
    require(SentNumbers::requireRestOnceAndInOrder);
  }

  /** After the end: what was acknowledged is in the logs, once or more. */
  void requireNothingLost() {
    require(SentNumbers::requireNothingLost);
  }

  private void require(BiConsumer<SentNumbers, List<Integer>> what) {
    List<List<Integer>> logs = logs();
    for (int partition = 0; partition < logs.size(); partition++) {
      what.accept(numbers.get(partition), logs.get(partition));
    }
  }

  /** The numbers in each partition's log, by offset. */
  private List<List<Integer>> logs() {
    List<List<Integer>> logs = new ArrayList<>();
    numbers.forEach(sent -> logs.add(new ArrayList<>()));
    for (ConsumerRecord<byte[], byte[]> record : kafka.read(topic)) {
      List<Integer> log = logs.get(record.partition());
      assertThat(record.offset()).as("%s", record).isEqualTo(log.size());
      log.add(Integer.parseInt(new String(record.value(), US_ASCII)));
    }
    return logs;
  }

  @Override
  public void close() {
    ended = true;
    thread.interrupt();
    producer.close(Duration.ZERO);
  }
}
