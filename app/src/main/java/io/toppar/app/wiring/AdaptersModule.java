package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import io.toppar.app.engine.NoOffsetStore;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;

/**
 * Adapters of the user's own, for all three ports.
 *
 * <p>The client closes the gateway, and a consumer the store. One module serves one client, as its
 * adapters do.
 */
public final class AdaptersModule extends AbstractModule {

  private final BrokerGateway gateway;
  private final OffsetStore store;
  private final Clock clock;

  private AdaptersModule(BrokerGateway gateway, OffsetStore store, Clock clock) {
    this.gateway = gateway;
    this.store = store;
    this.clock = clock;
  }

  /** These adapters, which must not serve another client. */
  public static AdaptersModule of(BrokerGateway gateway, OffsetStore store, Clock clock) {
    return new AdaptersModule(gateway, store, clock);
  }

  /** These adapters, which must not serve another client, for one that keeps no offsets. */
  public static AdaptersModule of(BrokerGateway gateway, Clock clock) {
    return new AdaptersModule(gateway, new NoOffsetStore(), clock);
  }

  @Override
  protected void configure() {
    bind(BrokerGateway.class).toInstance(gateway);
    bind(OffsetStore.class).toInstance(store);
    bind(Clock.class).toInstance(clock);
  }
}
