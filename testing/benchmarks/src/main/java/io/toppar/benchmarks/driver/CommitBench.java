package io.toppar.benchmarks.driver;

import io.toppar.app.engine.BrokerOffsetStore;
import io.toppar.app.engine.ExecutorRunner;
import io.toppar.app.wiring.SystemClock;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.NettyGateway;
import io.toppar.netty.NettyGatewayOptions;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Offsets of many partitions committed to a real broker at once, by the broker offset store and by
 * Kafka's own consumer, one after the other in this process; prints medians.
 */
public final class CommitBench {

  private static final Map<String, String> DEFAULTS =
      Map.of("partitions", "1,1000,10000", "rounds", "20", "warming", "10");

  private static final String TOPIC = "commits-";

  /** A broker makes no topic of 10,000 partitions at once. */
  private static final int EACH = 1_000;

  private static final long MILLI = 1_000_000;
  private static final long PATIENCE_SECONDS = 120;

  private final Options options;

  private CommitBench(Options options) {
    this.options = options;
  }

  /** Runs; see docs/benchmarks.md for the options. */
  public static void main(String[] arguments) throws InterruptedException {
    CommitBench bench = of(arguments);
    System.out.println(Machine.description());
    System.out.println(bench.options);
    try (BenchBroker broker = new BenchBroker()) {
      System.out.println("\n" + table(bench.measure(broker)));
    }
  }

  /** The benchmark with these options. */
  static CommitBench of(String... arguments) {
    return new CommitBench(Options.parse(DEFAULTS, arguments));
  }

  /** Commits with either client, for each number of partitions. */
  Samples measure(BenchBroker broker) throws InterruptedException {
    List<Integer> counts = options.words("partitions").stream().map(Integer::valueOf).toList();
    int most = counts.stream().max(Integer::compare).orElse(1);
    for (int made = 0; made < most; made += EACH) {
      broker.createEmpty(TOPIC + made / EACH, Math.min(EACH, most - made));
    }
    Samples samples = new Samples();
    try (OurStore ours = new OurStore(broker.server());
        TheirConsumer theirs = new TheirConsumer(broker.server())) {
      for (int count : counts) {
        for (int round = -options.number("warming"); round < options.number("rounds"); round++) {
          Map<String, Double> figures = new HashMap<>();
          figures.put("toppar.ms", ours.commit(count, round + 1_000) / 1e6);
          figures.put("requests", (double) ours.requests.getAndSet(0));
          figures.put("kafka.ms", theirs.commit(count, round + 1_000) / 1e6);
          if (round >= 0) {
            samples.add(Integer.toString(count), figures);
          }
        }
      }
    }
    return samples;
  }

  static String table(Samples samples) {
    return new Table("partitions")
        .column("requests", 0, count -> samples.median(count, "requests"))
        .column("toppar ms", 2, count -> samples.median(count, "toppar.ms"))
        .column("kafka ms", 2, count -> samples.median(count, "kafka.ms"))
        .of(samples.subjects());
  }

  /** The store under test, and how many commits it sends. */
  private static final class OurStore implements AutoCloseable {

    final AtomicInteger requests = new AtomicInteger();
    private final BrokerOffsetStore store;
    private final AtomicReference<@Nullable StoreOutcome> failure = new AtomicReference<>();
    private volatile CountDownLatch open = new CountDownLatch(0);

    OurStore(String server) {
      SystemClock clock = new SystemClock();
      NettyGateway gateway = new NettyGateway(NettyGatewayOptions.builder(server).build(), clock);
      store =
          new BrokerOffsetStore(
              new GroupConfig(100 * MILLI, 1_000 * MILLI, 30_000 * MILLI, 60_000 * MILLI, 10_000),
              new SplittableRandom(1),
              new Counted(gateway, requests),
              clock,
              new ExecutorRunner(gateway.eventLoop(), clock));
      store.open(this::complete);
    }

    private void complete(StoreCompletion completion) {
      if (!(completion.outcome() instanceof StoreOutcome.Stored)) {
        failure.set(completion.outcome());
      }
      open.countDown();
    }

    /** Nanoseconds from the first store to the last completion. */
    long commit(int partitions, long offset) throws InterruptedException {
      open = new CountDownLatch(partitions);
      long before = System.nanoTime();
      for (int i = 0; i < partitions; i++) {
        TopicPartition partition = new TopicPartition(TOPIC + i / EACH, i % EACH);
        OffsetKey key = new OffsetKey(partition, "toppar");
        store.store(key, StoredOffset.of(offset), i);
      }
      boolean done = open.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      long took = System.nanoTime() - before;
      if (!done || failure.get() != null) {
        throw new IllegalStateException("not committed: " + failure.get());
      }
      return took;
    }

    @Override
    public void close() {
      store.close(Duration.ofSeconds(10));
    }
  }

  /** A gateway that counts commits. */
  private record Counted(BrokerGateway gateway, AtomicInteger commits) implements BrokerGateway {

    @Override
    public void open(Inbox inbox) {
      gateway.open(inbox);
    }

    @Override
    public void submit(BrokerRequest request, long token) {
      if (request instanceof BrokerRequest.OffsetCommit) {
        commits.incrementAndGet();
      }
      gateway.submit(request, token);
    }

    @Override
    public void close(Duration timeout) {
      gateway.close(timeout);
    }
  }

  /** Kafka's own consumer, by assignment. */
  private static final class TheirConsumer implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;

    TheirConsumer(String server) {
      consumer =
          new KafkaConsumer<>(
              Map.of("bootstrap.servers", server, "group.id", "kafka"),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
    }

    long commit(int partitions, long offset) {
      long before = System.nanoTime();
      Map<org.apache.kafka.common.TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      for (int i = 0; i < partitions; i++) {
        offsets.put(
            new org.apache.kafka.common.TopicPartition(TOPIC + i / EACH, i % EACH),
            new OffsetAndMetadata(offset));
      }
      consumer.commitSync(offsets, Duration.ofSeconds(PATIENCE_SECONDS));
      return System.nanoTime() - before;
    }

    @Override
    public void close() {
      consumer.close();
    }
  }
}
