package io.toppar.app.rig;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.engine.BrokerOffsets;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.Engine;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryOffsetStore;
import io.toppar.testing.memory.MemoryOffsets;
import java.time.Duration;

/** A client over a cluster and a store in memory and a manual clock, without any thread. */
public final class TestClient {

  /** The group under which offsets are stored. */
  public static final String GROUP = "g";

  private static final long MILLI = 1_000_000;

  private final ManualClock clock;
  private final MemoryCluster cluster;
  private final boolean brokerOffsets;

  /** Where the client's requests are carried out. */
  public final MemoryBrokerGateway gateway;

  /** The same, seen by the client. */
  public final WatchedGateway watched;

  public final MemoryOffsets offsets;
  public final MemoryOffsetStore store;
  public final Engine engine;
  public final Consumer consumer;
  private final Turns turns;

  private TestClient(
      MemoryCluster cluster, ManualClock clock, MemoryOffsets offsets, TestSettings wanted) {
    this.clock = clock;
    this.cluster = cluster;
    this.brokerOffsets = wanted.keepsOffsetsAtBrokers();
    this.offsets = offsets;
    ClientSettings settings = wanted.build();
    gateway = new MemoryBrokerGateway(cluster, clock);
    watched = new WatchedGateway(gateway);
    Drive drive = new Drive(clock, gateway);
    store = new MemoryOffsetStore(offsets, drive.storeExecutor());
    turns = new Turns(clock, drive);
    engine = brokerOffsets ? engineOverBrokers(settings) : engineOverStore(settings);
    consumer = new EngineConsumer(engine, settings, wanted.callbacks(), wanted.listener());
    engine.open();
  }

  public static TestClient over(MemoryCluster cluster, ManualClock clock) {
    return over(cluster, clock, new TestSettings());
  }

  public static TestClient over(MemoryCluster cluster, ManualClock clock, TestSettings settings) {
    return over(cluster, clock, settings, new MemoryOffsets());
  }

  /** Over offsets that another client may have left. */
  public static TestClient over(
      MemoryCluster cluster, ManualClock clock, TestSettings settings, MemoryOffsets offsets) {
    return new TestClient(cluster, clock, offsets, settings);
  }

  private Engine engineOverStore(ClientSettings settings) {
    return new Engine(settings, watched, store, clock, turns.runner());
  }

  private Engine engineOverBrokers(ClientSettings settings) {
    GroupConfig group =
        new GroupConfig(100 * MILLI, 1_000 * MILLI, 30_000 * MILLI, 60_000 * MILLI, 10_000);
    BrokerOffsets brokers =
        new BrokerOffsets(group, settings.lane().random(), watched, clock, turns.runner());
    return new Engine(settings, brokers.gateway(), brokers.store(), clock, brokers.runner());
  }

  /** Works, and lets brokers and store answer, until nothing more happens at this time. */
  public void settle() {
    turns.settle();
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  public void pass(Duration time) {
    turns.pass(time);
  }

  /** How often {@link #settle} and {@link #pass} have given the client a turn. */
  public int turns() {
    return turns.count();
  }

  /** What is committed of a partition, or -1. */
  public long committed(TopicPartition name) {
    StoredOffset stored =
        brokerOffsets ? cluster.committed(GROUP, name) : offsets.offset(new OffsetKey(name, GROUP));
    return stored == null ? -1 : stored.offset();
  }
}
