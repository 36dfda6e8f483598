package io.toppar.testing.simulation;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.Engine;
import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The client under test, with brokers and an offset store that get on only while it has nothing to
 * do; it can be closed and opened again. Confined to its simulation's thread.
 */
final class Client {

  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final Setup setup;
  private final Cluster cluster;
  private final Transcript transcript;
  private final Predicate<TopicPartition> mayBeFetched;
  private final ObjLongConsumer<TopicPartition> onCommit;
  private final BiConsumer<TopicPartition, StoreOutcome.Loaded> onLoaded;
  private final Runnable onTurn;
  private final MemoryOffsets offsets = new MemoryOffsets();
  private int opened;
  private Parts parts;

  /** What makes one client up. */
  private record Parts(
      MemoryBrokerGateway gateway,
      WatchedBrokers brokers,
      MemoryOffsetStore store,
      ArrayDeque<Runnable> storeTasks,
      WatchedRunner runner,
      Consumer consumer) {}

  Client(
      Setup setup,
      Cluster cluster,
      Transcript transcript,
      Predicate<TopicPartition> mayBeFetched,
      ObjLongConsumer<TopicPartition> onCommit,
      BiConsumer<TopicPartition, StoreOutcome.Loaded> onLoaded,
      Runnable onTurn) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    this.mayBeFetched = mayBeFetched;
    this.onCommit = onCommit;
    this.onLoaded = onLoaded;
    this.onTurn = onTurn;
    this.parts = open();
  }

  private Parts open() {
    opened++;
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster.memory, cluster.clock);
    RandomGenerator latency = setup.generator(100 + opened);
    gateway.latency(() -> 1_000L * latency.nextInt(setup.latencyMicros()));
    WatchedBrokers brokers = new WatchedBrokers(gateway, cluster, setup, transcript, mayBeFetched);
    ArrayDeque<Runnable> storeTasks = new ArrayDeque<>();
    MemoryOffsetStore store = new MemoryOffsetStore(offsets, storeTasks::add);
    WatchedRunner runner = new WatchedRunner(this::advance, onTurn);
    ClientSettings settings = setup.settings();
    Engine engine =
        new Engine(
            settings, brokers, new WatchedStore(store, onCommit, onLoaded), cluster.clock, runner);
    Consumer consumer = new EngineConsumer(engine, settings, Runnable::run);
    engine.open();
    return new Parts(gateway, brokers, store, storeTasks, runner, consumer);
  }

  Consumer consumer() {
    return parts.consumer;
  }

  WatchedBrokers brokers() {
    return parts.brokers;
  }

  MemoryOffsetStore store() {
    return parts.store;
  }

  /** What is committed of a partition, or -1. */
  long committed(TopicPartition name) {
    StoredOffset stored = offsets.offset(new OffsetKey(name, Setup.GROUP));
    return stored == null ? -1 : stored.offset();
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  void work(Duration time) {
    long end = cluster.clock.nanoTime() + time.toNanos();
    do {
      parts.runner.drive(end);
    } while (end - cluster.clock.nanoTime() > 0);
  }

  /** Commits what is stored and ends the client. */
  void close() {
    parts.brokers.letGo();
    parts.store.resume();
    parts.consumer.close(PATIENCE);
  }

  /** Opens another client over the same offsets. */
  void reopen() {
    close();
    parts = open();
  }

  private boolean runDue() {
    Runnable task = parts.storeTasks.pollFirst();
    if (task != null) {
      task.run();
      return true;
    }
    return parts.gateway.runDue() > 0;
  }

  private boolean advance(long untilNanos) {
    if (runDue()) {
      return true;
    }
    if (untilNanos - cluster.clock.nanoTime() <= 0) {
      return false;
    }
    cluster.clock.advanceTo(Deadlines.earlier(untilNanos, parts.gateway.nextEventNanos()));
    runDue();
    return true;
  }
}
