package io.toppar.app.rig;

import io.toppar.app.client.DeliveryListener;
import io.toppar.app.client.ProducerStatisticsListener;
import io.toppar.app.engine.PartitionRule;
import io.toppar.app.engine.ProducerSettings;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.ports.Compression;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/** What a test wants of a producer other than usual; each method changes one thing. */
public final class ProducerWishes {

  private static final long MILLI = 1_000_000;

  private short acks = -1;
  private boolean idempotent = true;
  private int inFlight = 5;
  private Duration linger = Duration.ofMillis(5);
  private Duration deliveryTimeout = Duration.ofMinutes(2);
  private Duration maxBlock = Duration.ofSeconds(60);
  private int batchBytes = 65_536;
  private int batchMessages = 10_000;
  private long bufferBytes = 32L << 20;
  private int requestBytes = 1 << 20;
  private Compression compression = Compression.NONE;
  private PartitionChoice partitioner = PartitionChoice.MURMUR2_RANDOM;
  private Duration availabilityTimeout = Duration.ZERO;
  private Duration statisticsInterval = Duration.ZERO;
  private @Nullable ProducerStatisticsListener statisticsListener;
  private @Nullable PartitionRule rule;
  private @Nullable DeliveryListener listener;
  private Executor callbacks = Runnable::run;
  private Executor compressor = Runnable::run;

  public ProducerWishes() {}

  /** Neither idempotence nor all replicas. */
  public ProducerWishes acks(int wanted) {
    acks = (short) wanted;
    idempotent = false;
    return this;
  }

  /** Without idempotence, and so many requests in flight. */
  public ProducerWishes plain(int requestsInFlight) {
    idempotent = false;
    inFlight = requestsInFlight;
    return this;
  }

  public ProducerWishes linger(Duration time) {
    linger = time;
    return this;
  }

  public ProducerWishes deliveryTimeout(Duration time) {
    deliveryTimeout = time;
    return this;
  }

  public ProducerWishes maxBlock(Duration time) {
    maxBlock = time;
    return this;
  }

  public ProducerWishes batchBytes(int bytes) {
    batchBytes = bytes;
    return this;
  }

  public ProducerWishes batchMessages(int messages) {
    batchMessages = messages;
    return this;
  }

  public ProducerWishes bufferBytes(long bytes) {
    bufferBytes = bytes;
    return this;
  }

  public ProducerWishes requestBytes(int bytes) {
    requestBytes = bytes;
    return this;
  }

  /** Batches are compressed; what the duty thread wants sealed by this executor. */
  public ProducerWishes compression(Compression wanted, Executor executor) {
    compression = wanted;
    compressor = executor;
    return this;
  }

  public ProducerWishes partitioner(PartitionChoice choice) {
    partitioner = choice;
    return this;
  }

  public ProducerWishes availabilityTimeout(Duration time) {
    availabilityTimeout = time;
    return this;
  }

  public ProducerWishes statistics(Duration interval, @Nullable ProducerStatisticsListener taker) {
    statisticsInterval = interval;
    statisticsListener = taker;
    return this;
  }

  public ProducerWishes rule(PartitionRule own) {
    rule = own;
    return this;
  }

  public ProducerWishes listener(DeliveryListener taker) {
    listener = taker;
    return this;
  }

  /** What is the application's runs here; by default on the thread that hands it in. */
  public ProducerWishes callbacks(Executor executor) {
    callbacks = executor;
    return this;
  }

  Executor callbacks() {
    return callbacks;
  }

  Executor compressor() {
    return compressor;
  }

  @Nullable PartitionRule rule() {
    return rule;
  }

  @Nullable ProducerStatisticsListener statisticsListener() {
    return statisticsListener;
  }

  @Nullable DeliveryListener listener() {
    return listener;
  }

  /** What was wished, as the settings of an engine. */
  public ProducerSettings build() {
    return new ProducerSettings(
        "test",
        new ProduceConfig(
            acks,
            idempotent,
            inFlight,
            linger.toNanos(),
            requestBytes,
            deliveryTimeout.toNanos(),
            30_000 * MILLI,
            Integer.MAX_VALUE,
            100 * MILLI,
            1_000 * MILLI),
        MetadataConfig.DEFAULTS,
        compression,
        batchBytes,
        batchMessages,
        bufferBytes,
        requestBytes,
        maxBlock.toNanos(),
        true,
        10_000,
        partitioner,
        true,
        availabilityTimeout.toNanos(),
        statisticsInterval.toNanos(),
        RandomGeneratorFactory.of("SplittableRandom").create(7));
  }
}
