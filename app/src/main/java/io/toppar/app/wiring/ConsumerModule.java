package io.toppar.app.wiring;

import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.client.StatisticsListener;
import io.toppar.app.config.ConsumerKeys;
import io.toppar.app.config.OffsetStoreMethod;
import io.toppar.app.engine.BrokerOffsets;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.Engine;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One consumer, of which only the facade is seen from outside. */
final class ConsumerModule extends ClientModule {

  private final @Nullable StatisticsListener statistics;

  ConsumerModule(ClientParts parts, @Nullable StatisticsListener statistics) {
    super(parts);
    this.statistics = statistics;
  }

  @Override
  void configureRest(Set<Key<?>> bound) {
    OptionalBinder.newOptionalBinder(binder(), BrokerOffsets.class);
    if (!bound.contains(Key.get(OffsetStore.class))) {
      install(offsets());
    }
    boolean commits =
        bound.contains(Key.get(OffsetStore.class)) || method() != OffsetStoreMethod.NONE;
    bind(ClientSettings.class).toInstance(EngineSettings.of(configuration(), commits));
    expose(Consumer.class);
  }

  private Module offsets() {
    return switch (method()) {
      case NONE -> new NoOffsetsModule();
      case FILE -> DefaultAdapters.files();
      case BROKER -> new BrokerOffsetsModule();
    };
  }

  private OffsetStoreMethod method() {
    return configuration().value(ConsumerKeys.OFFSET_STORE_METHOD);
  }

  @Provides
  @Singleton
  Engine engine(
      ClientSettings settings,
      BrokerGateway gateway,
      OffsetStore store,
      Clock clock,
      DutyRunner dutyRunner,
      Optional<BrokerOffsets> offsets) {
    return new Engine(
        settings,
        offsets.map(BrokerOffsets::gateway).orElse(gateway),
        store,
        clock,
        offsets.map(BrokerOffsets::runner).orElse(dutyRunner));
  }

  @Provides
  @Singleton
  Consumer consumer(Engine engine, ClientSettings settings) {
    warnUnlessTaken(statistics != null);
    Consumer consumer = new EngineConsumer(engine, settings, callbackExecutor(), statistics);
    engine.open();
    return consumer;
  }
}
