package io.toppar.app.rig;

import io.toppar.app.client.EngineProducer;
import io.toppar.app.client.Producer;
import io.toppar.app.client.Reporting;
import io.toppar.app.engine.CallbackQueue;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.ProduceEngine;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import java.time.Duration;

/** A producer over a cluster in memory and a manual clock, without any thread. */
public final class TestProducer {

  /** Where its requests are carried out. */
  public final MemoryBrokerGateway gateway;

  /** The same, seen by the producer. */
  public final WatchedGateway watched;

  public final Producer producer;
  private final Turns turns;

  private TestProducer(MemoryCluster cluster, ManualClock clock, ProducerWishes wishes) {
    gateway = new MemoryBrokerGateway(cluster, clock);
    watched = new WatchedGateway(gateway);
    turns = new Turns(clock, new Drive(clock, gateway));
    producer = producer(watched, clock, turns.runner(), wishes);
  }

  public static TestProducer over(MemoryCluster cluster, ManualClock clock, ProducerWishes wishes) {
    return new TestProducer(cluster, clock, wishes);
  }

  /** A producer over other parts, opened. */
  public static Producer producer(
      BrokerGateway gateway, Clock clock, DutyRunner runner, ProducerWishes wishes) {
    CallbackQueue callbacks = new CallbackQueue(wishes.callbacks());
    ProduceEngine engine =
        new ProduceEngine(
            wishes.build(),
            gateway,
            clock,
            runner,
            wishes.rule(),
            new Reporting(wishes.listener(), callbacks),
            callbacks,
            wishes.compressor());
    engine.open();
    return new EngineProducer(engine, callbacks, wishes.statisticsListener());
  }

  /** Works, and lets brokers answer, until nothing more happens at this time. */
  public void settle() {
    turns.settle();
  }

  /** Lets this much time pass, with everything that falls due meanwhile. */
  public void pass(Duration time) {
    turns.pass(time);
  }
}
