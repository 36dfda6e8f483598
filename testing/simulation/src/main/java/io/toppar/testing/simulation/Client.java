package io.toppar.testing.simulation;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.engine.BrokerOffsets;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.Engine;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.OffsetStore;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import io.toppar.testing.memory.StoreFault;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/**
 * The client under test, with brokers and an offset store that get on only while it has nothing to
 * do; it can be closed or killed, and opened again. Confined to its simulation's thread.
 */
final class Client {

  /** Long enough for every last commit. */
  static final Duration PATIENCE = Duration.ofMinutes(15);

  /** What a client needs to know of its application, and tells it. */
  interface Listener extends WatchedStore.Listener {

    /** Whether the application wants records of a partition now. */
    boolean mayBeFetched(TopicPartition name);

    /** A turn of the client's work is done. */
    void onTurn();
  }

  private final Setup setup;
  private final Cluster cluster;
  private final Transcript transcript;
  private final Listener listener;
  private final MemoryOffsets offsets = new MemoryOffsets();
  private final Commits commits;
  private final PassingTime passing;
  private int opened;
  private Parts parts;

  /** What makes one client up. */
  private record Parts(
      MemoryBrokerGateway gateway,
      WatchedBrokers brokers,
      MemoryOffsetStore memory,
      ArrayDeque<Runnable> memoryTasks,
      WatchedStore store,
      DutyRunner runner,
      Consumer consumer) {}

  Client(Setup setup, Cluster cluster, Transcript transcript, Listener listener) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    this.listener = listener;
    this.commits =
        new Commits(
            setup.atBrokers(), cluster, transcript, this::committed, cluster.memory::actedLate);
    this.passing = new PassingTime(cluster.clock, this::runDue);
    this.parts = open();
  }

  private Parts open() {
    opened++;
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster.memory, cluster.clock);
    RandomGenerator latency = setup.generator(100 + opened);
    gateway.latency(() -> 1_000L * latency.nextInt(setup.latencyMicros()));
    WatchedBrokers brokers =
        new WatchedBrokers(gateway, cluster, setup, transcript, commits, listener);
    ArrayDeque<Runnable> memoryTasks = new ArrayDeque<>();
    MemoryOffsetStore memory = new MemoryOffsetStore(offsets, memoryTasks::add);
    WatchedRunner runner = new WatchedRunner(this::advance, listener::onTurn);
    return setup.atBrokers()
        ? overBrokers(gateway, brokers, memory, memoryTasks, runner)
        : open(gateway, brokers, memory, memoryTasks, memory, brokers, runner);
  }

  private Parts overBrokers(
      MemoryBrokerGateway gateway,
      WatchedBrokers brokers,
      MemoryOffsetStore memory,
      ArrayDeque<Runnable> memoryTasks,
      WatchedRunner runner) {
    BrokerOffsets shared =
        new BrokerOffsets(
            setup.group(), setup.generator(10_000 + opened), brokers, cluster.clock, runner);
    return open(
        gateway, brokers, memory, memoryTasks, shared.store(), shared.gateway(), shared.runner());
  }

  private Parts open(
      MemoryBrokerGateway gateway,
      WatchedBrokers brokers,
      MemoryOffsetStore memory,
      ArrayDeque<Runnable> memoryTasks,
      OffsetStore kept,
      BrokerGateway engineGateway,
      DutyRunner runner) {
    WatchedStore store = new WatchedStore(kept, commits, cluster, listener);
    ClientSettings settings = setup.settings();
    Engine engine = new Engine(settings, engineGateway, store, cluster.clock, runner);
    Consumer consumer = new EngineConsumer(engine, settings, Runnable::run);
    engine.open();
    return new Parts(gateway, brokers, memory, memoryTasks, store, runner, consumer);
  }

  Consumer consumer() {
    return parts.consumer;
  }

  WatchedBrokers brokers() {
    return parts.brokers;
  }

  Commits commits() {
    return commits;
  }

  /** Plays a fault of the store in memory; where brokers keep the offsets it is one of nobody. */
  void inject(StoreFault fault) {
    if (!setup.atBrokers()) {
      parts.memory.inject(fault);
    }
  }

  /** The store in memory hangs no longer. */
  void resumeStore() {
    parts.memory.resume();
  }

  /** The store in memory has no faults that were not played. */
  void clearStoreFaults() {
    parts.memory.clearFaults();
  }

  /** What is committed of a partition, or -1. */
  long committed(TopicPartition name) {
    StoredOffset stored =
        setup.atBrokers()
            ? cluster.memory.committed(Setup.GROUP, name)
            : offsets.offset(new OffsetKey(name, Setup.GROUP));
    return stored == null ? -1 : stored.offset();
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  void work(Duration time) {
    passing.pass(parts.runner, time);
  }

  /** Commits what is stored, as far as there is time, and ends the client. */
  void close(Duration patience) {
    parts.brokers.letGo();
    parts.memory.resume();
    passing.close(patience, () -> parts.consumer.close(patience));
    int open = parts.store.open();
    Violation.require(open == 0, Kind.DEADLINE, open + " operations of the store are open");
  }

  /** Opens another client over the same offsets; the one before was closed. */
  void reopen() {
    commits.restart();
    parts = open();
  }

  /** The process dies: its connections break, and what it held is nobody's any more. */
  void kill() {
    parts.gateway.close(Duration.ZERO);
    parts.memory.close(Duration.ZERO);
    commits.look();
    cluster.writeOffBuffers();
  }

  private boolean runDue() {
    Runnable task = parts.memoryTasks.pollFirst();
    if (task != null) {
      task.run();
      return true;
    }
    boolean ran = parts.gateway.runDue() > 0;
    if (setup.atBrokers()) {
      commits.look();
    }
    return ran;
  }

  private boolean advance(long untilNanos) {
    if (setup.atBrokers()) {
      parts.store.requireNothingOlder(Duration.ofMillis(setup.operationMillis()));
    }
    return passing.advance(parts.gateway, untilNanos);
  }
}
