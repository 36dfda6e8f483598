package io.toppar.app.wiring;

import com.google.inject.Binding;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.PrivateModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.EngineConsumer;
import io.toppar.app.client.StatisticsListener;
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.app.config.ConsumerKeys;
import io.toppar.app.config.OffsetStoreMethod;
import io.toppar.app.engine.BrokerOffsets;
import io.toppar.app.engine.ClientSettings;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.ExecutorRunner;
import io.toppar.app.engine.ThreadRunner;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client, of which only the facade is seen from outside. */
final class ClientModule extends PrivateModule {

  private static final Logger LOG = LoggerFactory.getLogger(ClientModule.class);

  private final Configuration configuration;
  private final List<Module> installed;
  private final @Nullable DutyRunner runner;
  private final @Nullable Executor callbacks;
  private final @Nullable StatisticsListener statistics;

  ClientModule(
      Configuration configuration,
      List<Module> installed,
      @Nullable DutyRunner runner,
      @Nullable Executor callbacks,
      @Nullable StatisticsListener statistics) {
    this.configuration = configuration;
    this.installed = installed;
    this.runner = runner;
    this.callbacks = callbacks;
    this.statistics = statistics;
  }

  @Override
  protected void configure() {
    binder().requireExplicitBindings();
    binder().disableCircularProxies();
    bind(Configuration.class).toInstance(configuration);
    OptionalBinder.newOptionalBinder(binder(), DutyLoop.class);
    OptionalBinder.newOptionalBinder(binder(), BrokerOffsets.class);
    installed.forEach(this::install);
    Set<Key<?>> bound = bound(installed);
    if (!bound.contains(Key.get(Clock.class))) {
      install(new SystemClockModule());
    }
    if (!bound.contains(Key.get(OffsetStore.class))) {
      install(offsets());
    }
    if (!bound.contains(Key.get(BrokerGateway.class))) {
      install(DefaultAdapters.gateway());
    }
    boolean commits =
        bound.contains(Key.get(OffsetStore.class)) || method() != OffsetStoreMethod.NONE;
    bind(ClientSettings.class).toInstance(EngineSettings.of(configuration, commits));
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
    return configuration.value(ConsumerKeys.OFFSET_STORE_METHOD);
  }

  private static Set<Key<?>> bound(List<Module> modules) {
    Set<Key<?>> keys = new HashSet<>();
    for (Element element : Elements.getElements(modules)) {
      if (element instanceof Binding<?> binding) {
        keys.add(binding.getKey());
      }
    }
    return keys;
  }

  @Provides
  @Singleton
  DutyRunner dutyRunner(Optional<DutyLoop> loop, Clock clock) {
    if (runner != null) {
      return runner;
    }
    String name = configuration.value(ClientKeys.CLIENT_ID) + "-duty";
    return loop.isPresent()
        ? new ExecutorRunner(loop.get().executor(), clock)
        : new ThreadRunner(name, clock);
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
    Executor executor =
        callbacks != null
            ? callbacks
            : CallbackThread.named(configuration.value(ClientKeys.CLIENT_ID) + "-callbacks");
    if (statistics == null && settings.statisticsIntervalNanos() > 0) {
      LOG.warn(
          "statistics.interval.ms is set, but nobody takes statistics: none are made; name a"
              + " statistics listener");
    }
    Consumer consumer = new EngineConsumer(engine, settings, executor, statistics);
    engine.open();
    return consumer;
  }
}
