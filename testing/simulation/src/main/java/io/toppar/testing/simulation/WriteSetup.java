package io.toppar.testing.simulation;

import io.toppar.app.engine.ProducerSettings;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceConfig;
import io.toppar.ports.Compression;
import io.toppar.testing.memory.TopicSettings;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * How a client that writes is set, and what its brokers allow. Immutable, any thread.
 *
 * @param chance the seed of the client's own jitter and of the brokers' latency
 * @param acks 0, 1 or -1 for all
 * @param inFlight the most requests in flight to one broker
 * @param deliveryMillis how long a message may take
 * @param blockMillis how long a sender waits for room
 * @param compressed batches are compressed, beside the client's own work
 * @param ownChoice the application chooses partitions itself
 * @param topicBytes the largest batch that brokers take
 * @param inSync so many replicas must run for a batch to be taken with acks=all
 * @param brokersTime brokers set the timestamps
 * @param latencyMicros the most that one way takes
 */
record WriteSetup(
    long chance,
    int acks,
    boolean idempotent,
    int inFlight,
    int retries,
    int lingerMillis,
    int batchBytes,
    int batchMessages,
    int bufferBytes,
    int requestBytes,
    int deliveryMillis,
    int requestMillis,
    int backoffMillis,
    int blockMillis,
    boolean compressed,
    PartitionChoice choice,
    boolean ownChoice,
    int topicBytes,
    int inSync,
    boolean brokersTime,
    int latencyMicros)
    implements Settings {

  private static final long MILLI = 1_000_000;

  /** Chosen by chance: mostly the usual, now and then something odd. */
  static WriteSetup random(RandomGenerator random) {
    boolean idempotent = random.nextInt(3) > 0;
    int batchBytes = 100 + random.nextInt(random.nextBoolean() ? 1_000 : 10_000);
    List<PartitionChoice> choices = List.of(PartitionChoice.values());
    return new WriteSetup(
        random.nextLong(),
        idempotent ? -1 : random.nextInt(3) - 1,
        idempotent,
        1 + random.nextInt(5),
        random.nextInt(4) == 0 ? 1 + random.nextInt(3) : Integer.MAX_VALUE,
        random.nextInt(random.nextBoolean() ? 10 : 1_000),
        batchBytes,
        1 + random.nextInt(random.nextBoolean() ? 8 : 200),
        3_000 + random.nextInt(random.nextBoolean() ? 10_000 : 100_000),
        1_000 + random.nextInt(20_000),
        500 + random.nextInt(random.nextBoolean() ? 5_000 : 120_000),
        300 + random.nextInt(random.nextInt(4) == 0 ? 30_000 : 2_000),
        1 + random.nextInt(random.nextBoolean() ? 50 : 500),
        random.nextInt(random.nextBoolean() ? 50 : 5_000),
        random.nextBoolean(),
        choices.get(random.nextInt(choices.size())),
        random.nextInt(4) == 0,
        random.nextInt(3) == 0 ? 300 + random.nextInt(3_000) : 1_000_000,
        1 + random.nextInt(2),
        random.nextInt(4) == 0,
        1 + random.nextInt(random.nextBoolean() ? 2_000 : 100_000));
  }

  @Override
  public Play begin(Transcript transcript) {
    return new WritePlay(this, transcript);
  }

  /** A generator of this setup; each use has its own. */
  RandomGenerator generator(int use) {
    return RandomGeneratorFactory.of("SplittableRandom").create(chance + use);
  }

  /**
   * Whether what is delivered to a partition has the order in which it was sent. With acks=0 nobody
   * waits for what a broker does late.
   */
  boolean keepsOrder() {
    return idempotent || (inFlight == 1 && acks != 0);
  }

  TopicSettings topics() {
    TopicSettings settings =
        TopicSettings.DEFAULTS.withMaxMessageBytes(topicBytes).withMinInSyncReplicas(inSync);
    return brokersTime ? settings.withLogAppendTime() : settings;
  }

  ProducerSettings settings() {
    return new ProducerSettings(
        "simulated",
        new ProduceConfig(
            (short) acks,
            idempotent,
            inFlight,
            lingerMillis * MILLI,
            requestBytes,
            deliveryMillis * MILLI,
            requestMillis * MILLI,
            retries,
            backoffMillis * MILLI,
            4L * backoffMillis * MILLI),
        new MetadataConfig(
            300_000 * MILLI, backoffMillis * MILLI, 2L * backoffMillis * MILLI, 30_000 * MILLI),
        compressed
            ? new Compression(Compression.Codec.LZ4, Compression.DEFAULT_LEVEL)
            : Compression.NONE,
        batchBytes,
        batchMessages,
        bufferBytes,
        requestBytes,
        blockMillis * MILLI,
        false,
        10_000,
        choice,
        true,
        backoffMillis * MILLI,
        0,
        generator(1));
  }
}
