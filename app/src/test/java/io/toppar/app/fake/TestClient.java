package io.toppar.app.fake;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.ManualRunner;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.LaneConfig;
import io.toppar.domain.MetadataConfig;
import io.toppar.domain.ResetPolicy;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopparConfig;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;

/** A client over a fake cluster, a manual clock and a memory store, without any thread. */
public final class TestClient {

  public final ManualClock clock;
  public final FakeCluster cluster;
  public final MemoryOffsets offsets;
  public final MemoryOffsetStore store;
  public final ManualRunner runner;
  public final Engine engine;
  public final Consumer consumer;
  private final ArrayDeque<Runnable> storeTasks = new ArrayDeque<>();

  private TestClient(
      ManualClock clock, FakeCluster cluster, MemoryOffsets offsets, ClientSettings settings) {
    this.clock = clock;
    this.cluster = cluster;
    this.offsets = offsets;
    this.store = new MemoryOffsetStore(offsets, storeTasks::add);
    this.runner = new ManualRunner(until -> runStore() || cluster.advance(until));
    this.engine = new Engine(settings, cluster, store, clock, runner);
    this.consumer = new EngineConsumer(engine, settings, Runnable::run);
    engine.open();
  }

  public static TestClient over(FakeCluster cluster, ManualClock clock) {
    return over(cluster, clock, settings(true, true, 64L * 1024 * 1024));
  }

  public static TestClient over(FakeCluster cluster, ManualClock clock, ClientSettings settings) {
    return new TestClient(clock, cluster, new MemoryOffsets(), settings);
  }

  /** Works, and lets the cluster answer, until nothing more happens at this time. */
  public void settle() {
    do {
      runner.runUntilIdle();
    } while (runStore() || cluster.answerAll());
    runner.runUntilIdle();
  }

  /** Lets this much time pass, in steps small enough for every timer. */
  public void pass(Duration time) {
    long end = clock.nanoTime() + time.toNanos();
    settle();
    while (end - clock.nanoTime() > 0) {
      cluster.advance(Math.min(end, clock.nanoTime() + 10_000_000L));
      settle();
    }
  }

  /** What is committed of a partition, or -1. */
  public long committed(TopicPartition name) {
    StoredOffset stored = offsets.offset(new OffsetKey(name, "g"));
    return stored == null ? -1 : stored.offset();
  }

  private boolean runStore() {
    Runnable task = storeTasks.pollFirst();
    if (task == null) {
      return false;
    }
    task.run();
    return true;
  }

  public static ClientSettings settings(boolean autoStore, boolean eof, long bufferBytes) {
    return new ClientSettings(
        "g",
        new TopparConfig(
            ResetPolicy.EARLIEST,
            IsolationLevel.READ_COMMITTED,
            eof,
            1_000_000,
            50_000_000,
            100_000,
            64_000_000,
            500_000_000L,
            500_000_000L,
            100_000_000L,
            5_000_000_000L,
            true),
        new LaneConfig(1, 500, 50_000_000, 1_000, "", 500_000_000L, 1_000_000_000L, new Random(7)),
        MetadataConfig.DEFAULTS,
        bufferBytes,
        autoStore,
        true,
        30_000_000_000L,
        100_000_000L,
        10_000,
        500);
  }
}
