package io.toppar.app.wiring;

import com.google.inject.Key;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.toppar.app.client.DeliveryListener;
import io.toppar.app.client.EngineProducer;
import io.toppar.app.client.Partitioner;
import io.toppar.app.client.Producer;
import io.toppar.app.client.ProducerStatisticsListener;
import io.toppar.app.client.Reporting;
import io.toppar.app.config.ConfigException;
import io.toppar.app.engine.CallbackQueue;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.PartitionRule;
import io.toppar.app.engine.ProduceEngine;
import io.toppar.app.engine.ProducerSettings;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One producer, of which only the facade is seen from outside. */
final class ProducerModule extends ClientModule {

  private final @Nullable DeliveryListener listener;
  private final @Nullable Partitioner partitioner;
  private final @Nullable ProducerStatisticsListener statistics;

  ProducerModule(
      ClientParts parts,
      @Nullable DeliveryListener listener,
      @Nullable Partitioner partitioner,
      @Nullable ProducerStatisticsListener statistics) {
    super(parts);
    this.listener = listener;
    this.partitioner = partitioner;
    this.statistics = statistics;
  }

  @Override
  void configureRest(Set<Key<?>> bound) {
    bind(ProducerSettings.class).toInstance(ProduceSettings.of(configuration()));
    expose(Producer.class);
  }

  @Provides
  @Singleton
  Producer producer(
      ProducerSettings settings, BrokerGateway gateway, Clock clock, DutyRunner dutyRunner) {
    warnUnlessTaken(statistics != null);
    CallbackQueue callbacks = new CallbackQueue(callbackExecutor());
    ProduceEngine engine;
    try {
      engine =
          new ProduceEngine(
              settings,
              gateway,
              clock,
              dutyRunner,
              rule(),
              new Reporting(listener, callbacks),
              callbacks,
              DaemonThread.named(name("compression")));
    } catch (IllegalArgumentException e) {
      throw new ConfigException("compression.type cannot be used: " + e.getMessage());
    }
    engine.open();
    return new EngineProducer(engine, callbacks, statistics);
  }

  private @Nullable PartitionRule rule() {
    Partitioner own = partitioner;
    return own == null
        ? null
        : (topic, record, count) -> own.partition(topic, record.key(), record.value(), count);
  }
}
