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
import io.toppar.app.config.ClientKeys;
import io.toppar.app.config.Configuration;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.ExecutorRunner;
import io.toppar.app.engine.ThreadRunner;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client, of which only the facade is seen from outside: what both kinds have in common. */
abstract class ClientModule extends PrivateModule {

  private static final Logger LOG = LoggerFactory.getLogger(ClientModule.class);

  private final ClientParts parts;

  ClientModule(ClientParts parts) {
    this.parts = parts;
  }

  /**
   * Binds what only this kind of client has, and exposes its facade.
   *
   * @param bound what the installed modules bind
   */
  abstract void configureRest(Set<Key<?>> bound);

  @Override
  protected final void configure() {
    binder().requireExplicitBindings();
    binder().disableCircularProxies();
    bind(Configuration.class).toInstance(parts.configuration());
    OptionalBinder.newOptionalBinder(binder(), DutyLoop.class);
    parts.installed().forEach(this::install);
    Set<Key<?>> bound = bound(parts.installed());
    if (!bound.contains(Key.get(Clock.class))) {
      install(new SystemClockModule());
    }
    if (!bound.contains(Key.get(BrokerGateway.class))) {
      install(DefaultAdapters.gateway());
    }
    configureRest(bound);
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

  final Configuration configuration() {
    return parts.configuration();
  }

  /** Where what is the application's runs. */
  final Executor callbackExecutor() {
    Executor given = parts.callbacks();
    return given != null ? given : DaemonThread.named(name("callbacks"));
  }

  /** Warns if statistics are to be made that nobody takes. */
  final void warnUnlessTaken(boolean taken) {
    if (!taken && configuration().value(ClientKeys.STATISTICS_INTERVAL_MS) > 0) {
      LOG.warn(
          "statistics.interval.ms is set, but nobody takes statistics: none are made; name a"
              + " statistics listener");
    }
  }

  /** The name of a thread of this client. */
  final String name(String purpose) {
    return configuration().value(ClientKeys.CLIENT_ID) + "-" + purpose;
  }

  @Provides
  @Singleton
  DutyRunner dutyRunner(Optional<DutyLoop> loop, Clock clock) {
    DutyRunner given = parts.runner();
    if (given != null) {
      return given;
    }
    return loop.isPresent()
        ? new ExecutorRunner(loop.get().executor(), clock)
        : new ThreadRunner(name("duty"), clock);
  }
}
