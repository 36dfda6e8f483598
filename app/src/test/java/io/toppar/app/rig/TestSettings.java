package io.toppar.app.rig;

import io.toppar.app.client.StatisticsListener;
import io.toppar.app.engine.ClientSettings;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.LaneConfig;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopparConfig;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/** What a test wants other than usual; each method changes one thing. */
public final class TestSettings {

  private static final long MILLI = 1_000_000;

  private ResetPolicy resetPolicy = ResetPolicy.EARLIEST;
  private boolean autoStore = true;
  private int partitionFetchBytes = 1_000_000;
  private int fetchBytes = 50_000_000;
  private int queuedRecords = 100_000;
  private long bufferBytes = 64L << 20;
  private Duration commitInterval = Duration.ofSeconds(5);
  private int unfinishedLimit = 1_000_000;
  private String rack = "";
  private long seed = 7;
  private boolean brokerOffsets;
  private String clientId = "test";
  private Duration statisticsInterval = Duration.ZERO;
  private @Nullable StatisticsListener listener;
  private Executor callbacks = Runnable::run;

  public TestSettings() {}

  public TestSettings resetPolicy(ResetPolicy policy) {
    resetPolicy = policy;
    return this;
  }

  /** The application stores by itself. */
  public TestSettings explicitStore() {
    autoStore = false;
    return this;
  }

  /** A Fetch brings at most so many bytes of a partition. */
  public TestSettings partitionFetchBytes(int bytes) {
    partitionFetchBytes = bytes;
    return this;
  }

  /** No Fetch grows beyond so many bytes. */
  public TestSettings fetchBytes(int bytes) {
    fetchBytes = bytes;
    return this;
  }

  /** A partition is not fetched while more records of it wait. */
  public TestSettings queuedRecords(int records) {
    queuedRecords = records;
    return this;
  }

  public TestSettings bufferBytes(long bytes) {
    bufferBytes = bytes;
    return this;
  }

  public TestSettings commitInterval(Duration interval) {
    commitInterval = interval;
    return this;
  }

  /** No more is handed out while so many records that were given back are unfinished. */
  public TestSettings unfinishedLimit(int records) {
    unfinishedLimit = records;
    return this;
  }

  /** The client stands in this rack. */
  public TestSettings rack(String name) {
    rack = name;
    return this;
  }

  public TestSettings seed(long value) {
    seed = value;
    return this;
  }

  /** Offsets are kept by the brokers (offset.store.method=broker). */
  public TestSettings brokerOffsets() {
    brokerOffsets = true;
    return this;
  }

  public TestSettings clientId(String id) {
    clientId = id;
    return this;
  }

  /** Statistics are given to this listener. */
  public TestSettings statistics(Duration interval, StatisticsListener taker) {
    statisticsInterval = interval;
    listener = taker;
    return this;
  }

  /** What is the application's runs here; by default on the thread that hands it in. */
  public TestSettings callbacks(Executor executor) {
    callbacks = executor;
    return this;
  }

  Executor callbacks() {
    return callbacks;
  }

  @Nullable StatisticsListener listener() {
    return listener;
  }

  boolean keepsOffsetsAtBrokers() {
    return brokerOffsets;
  }

  /** The settings. */
  public ClientSettings build() {
    RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
    return new ClientSettings(
        clientId,
        TestClient.GROUP,
        new TopparConfig(
            resetPolicy,
            IsolationLevel.READ_COMMITTED,
            true,
            partitionFetchBytes,
            fetchBytes,
            queuedRecords,
            64_000_000,
            500 * MILLI,
            500 * MILLI,
            100 * MILLI,
            commitInterval.toNanos(),
            true),
        new LaneConfig(
            1, 500, fetchBytes, partitionFetchBytes, rack, 500 * MILLI, 1_000 * MILLI, random),
        MetadataConfig.DEFAULTS,
        bufferBytes,
        autoStore,
        true,
        30_000 * MILLI,
        100 * MILLI,
        10_000,
        500,
        unfinishedLimit,
        statisticsInterval.toNanos());
  }
}
