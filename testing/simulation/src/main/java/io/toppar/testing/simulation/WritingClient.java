package io.toppar.testing.simulation;

import io.toppar.app.client.DeliveryListener;
import io.toppar.app.client.EngineProducer;
import io.toppar.app.client.Producer;
import io.toppar.app.client.Reporting;
import io.toppar.app.engine.CallbackQueue;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.PartitionRule;
import io.toppar.app.engine.ProduceEngine;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/**
 * The client under test, with brokers and a compressing thread that get on only while it has
 * nothing to do; it can be closed or killed, and opened again. Confined to its simulation's thread.
 */
final class WritingClient {

  /** Long enough for everything. */
  static final Duration PATIENCE = Duration.ofMinutes(30);

  /** What chooses partitions throws this at poison. */
  private static final PartitionRule OWN_CHOICE =
      (topic, record, count) -> {
        Slice key = record.key();
        if (Shape.POISONED.equals(key)) {
          throw new IllegalStateException("the application is made to throw");
        }
        return key == null ? 0 : Math.floorMod(key.length(), count);
      };

  private final WriteSetup setup;
  private final WrittenCluster cluster;
  private final Transcript transcript;
  private final DeliveryListener listener;
  private final Runnable onTurn;
  private final PassingTime passing;
  private int opened;
  private Parts parts;

  /** What makes one client up. */
  private record Parts(
      MemoryBrokerGateway gateway,
      WatchedWrites brokers,
      HeldReports reports,
      ArrayDeque<Runnable> compressions,
      DutyRunner runner,
      Producer producer) {}

  WritingClient(
      WriteSetup setup,
      WrittenCluster cluster,
      Transcript transcript,
      DeliveryListener listener,
      Runnable onTurn) {
    this.setup = setup;
    this.cluster = cluster;
    this.transcript = transcript;
    this.listener = listener;
    this.onTurn = onTurn;
    this.passing = new PassingTime(cluster.clock, this::runDue);
    this.parts = open();
  }

  private Parts open() {
    opened++;
    MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster.memory, cluster.clock);
    RandomGenerator latency = setup.generator(100 + opened);
    gateway.latency(() -> 1_000L * latency.nextInt(setup.latencyMicros()));
    WatchedWrites brokers = new WatchedWrites(gateway, cluster, setup, transcript);
    HeldReports reports = new HeldReports();
    CallbackQueue callbacks = new CallbackQueue(reports);
    ArrayDeque<Runnable> compressions = new ArrayDeque<>();
    WatchedRunner runner = new WatchedRunner(this::advance, onTurn);
    ProduceEngine engine =
        new ProduceEngine(
            setup.settings(),
            brokers,
            cluster.clock,
            runner,
            setup.ownChoice() ? OWN_CHOICE : null,
            new Reporting(listener, callbacks),
            callbacks,
            compressions::addLast);
    engine.open();
    Producer producer = new EngineProducer(engine, callbacks);
    return new Parts(gateway, brokers, reports, compressions, runner, producer);
  }

  /** The how-manieth client this is. */
  int number() {
    return opened;
  }

  Producer producer() {
    return parts.producer;
  }

  WatchedWrites brokers() {
    return parts.brokers;
  }

  HeldReports reports() {
    return parts.reports;
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  void work(Duration time) {
    passing.pass(parts.runner, time);
  }

  /** Sends what there is, as far as there is time, and ends the client. */
  void close(Duration patience) {
    parts.brokers.letGo();
    parts.reports.letGo();
    passing.close(patience, () -> parts.producer.close(patience));
    int open = parts.brokers.open();
    Violation.require(open == 0, Kind.DEADLINE, open + " requests are open after the close");
    while (!parts.compressions.isEmpty()) {
      parts.compressions.removeFirst().run();
    }
    long bytes = parts.producer.bufferedBytes();
    Violation.require(bytes == 0, Kind.LEAK, bytes + " bytes of memory are taken after the close");
    cluster.requireNoBatches();
  }

  /** Opens another client; the one before was closed or killed. */
  void reopen() {
    parts = open();
  }

  /** The process dies: its connections break, and what it held is nobody's any more. */
  void kill() {
    parts.gateway.close(Duration.ZERO);
    cluster.writeOffBatches();
  }

  private boolean runDue() {
    Runnable compression = parts.compressions.pollFirst();
    if (compression != null) {
      compression.run();
      return true;
    }
    return parts.gateway.runDue() > 0;
  }

  private boolean advance(long untilNanos) {
    return passing.advance(parts.gateway, untilNanos);
  }
}
