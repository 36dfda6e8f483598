package io.toppar.testing.simulation;

import io.toppar.app.engine.ClientSettings;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.LaneConfig;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopparConfig;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * How a client that reads is set, and how fast its brokers are. Immutable, any thread.
 *
 * @param chance the seed of the client's own jitter and of the brokers' latency
 * @param rack the broker whose rack the client is in, or 0 for none
 * @param latencyMicros the most that one way takes
 * @param atBrokers offsets are kept by the coordinator of the group, else by a store in memory
 * @param operationMillis how long the coordinator is tried
 * @param commitPartitions the most partitions of one commit
 */
record Setup(
    long chance,
    ResetPolicy.Kind resetPolicy,
    IsolationLevel isolation,
    boolean autoStore,
    int partitionFetchBytes,
    int fetchBytes,
    int bufferBytes,
    int queuedRecords,
    int commitMillis,
    int requestMillis,
    int backoffMillis,
    int rack,
    int latencyMicros,
    boolean atBrokers,
    int operationMillis,
    int commitPartitions)
    implements Settings {

  static final String GROUP = "g";

  /** What a Fetch may wait at its broker. */
  static final int MAX_WAIT_MILLIS = 500;

  private static final long MILLI = 1_000_000;

  /** Chosen by chance: mostly the usual, now and then something odd. */
  static Setup random(RandomGenerator random) {
    List<ResetPolicy.Kind> policies =
        List.of(
            ResetPolicy.Kind.EARLIEST,
            ResetPolicy.Kind.EARLIEST,
            ResetPolicy.Kind.EARLIEST,
            ResetPolicy.Kind.LATEST,
            ResetPolicy.Kind.ERROR,
            ResetPolicy.Kind.BY_DURATION);
    int partitionBytes = 100 + random.nextInt(2_000);
    return new Setup(
        random.nextLong(),
        policies.get(random.nextInt(policies.size())),
        random.nextInt(4) == 0 ? IsolationLevel.READ_UNCOMMITTED : IsolationLevel.READ_COMMITTED,
        random.nextInt(4) > 0,
        partitionBytes,
        partitionBytes + random.nextInt(20_000),
        2_000 + random.nextInt(random.nextBoolean() ? 4_000 : 60_000),
        1 + random.nextInt(60),
        random.nextInt(5) == 0 ? 0 : 100 + random.nextInt(10_000),
        300 + random.nextInt(random.nextInt(4) == 0 ? 30_000 : 2_000),
        1 + random.nextInt(random.nextBoolean() ? 50 : 500),
        Math.max(0, random.nextInt(6) - 2),
        1 + random.nextInt(random.nextBoolean() ? 2_000 : 100_000),
        random.nextInt(3) == 0,
        300 + random.nextInt(random.nextBoolean() ? 5_000 : 60_000),
        1 + random.nextInt(2 * Cluster.PARTITIONS));
  }

  @Override
  public Play begin(Transcript transcript) {
    return new ReadPlay(this, transcript);
  }

  /** The rack that a broker is in. */
  static String rack(int broker) {
    return "rack" + broker;
  }

  /** A generator of this setup; each use has its own. */
  RandomGenerator generator(int use) {
    return RandomGeneratorFactory.of("SplittableRandom").create(chance + use);
  }

  ClientSettings settings() {
    return new ClientSettings(
        "simulated",
        GROUP,
        new TopparConfig(
            policy(),
            isolation,
            true,
            partitionFetchBytes,
            fetchBytes,
            queuedRecords,
            64_000_000,
            backoffMillis * MILLI,
            backoffMillis * MILLI,
            100 * MILLI,
            commitMillis * MILLI,
            true),
        new LaneConfig(
            1,
            MAX_WAIT_MILLIS,
            fetchBytes,
            partitionFetchBytes,
            rack == 0 ? "" : rack(rack),
            backoffMillis * MILLI,
            2L * backoffMillis * MILLI,
            generator(1)),
        metadata(),
        bufferBytes,
        autoStore,
        false,
        requestMillis * MILLI,
        100 * MILLI,
        10_000,
        500,
        unfinishedRecords(),
        0);
  }

  /** How many records may be released and not acknowledged: many, or less than come at a time. */
  private int unfinishedRecords() {
    RandomGenerator random = generator(2);
    return random.nextBoolean() ? 1_000_000 : 1 + random.nextInt(100);
  }

  /** How the coordinator of the group is talked to. */
  GroupConfig group() {
    return new GroupConfig(
        backoffMillis * MILLI,
        4L * backoffMillis * MILLI,
        requestMillis * MILLI,
        operationMillis * MILLI,
        commitPartitions);
  }

  private MetadataConfig metadata() {
    return new MetadataConfig(
        300_000 * MILLI, backoffMillis * MILLI, 2L * backoffMillis * MILLI, 30_000 * MILLI);
  }

  /**
   * Whether a commit is tried long enough for a coordinator that has moved: it is refused, another
   * is looked up, and asked after a wait.
   */
  boolean outlastsACoordinator() {
    return !atBrokers || operationMillis > 2 * backoffMillis + 8 * latencyMicros / 1_000;
  }

  private ResetPolicy policy() {
    return switch (resetPolicy) {
      case EARLIEST -> ResetPolicy.EARLIEST;
      case LATEST -> ResetPolicy.LATEST;
      case ERROR -> ResetPolicy.ERROR;
      case BY_DURATION -> ResetPolicy.byDuration(Duration.ofSeconds(10));
    };
  }
}
