package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.toppar.app.config.Configuration;
import io.toppar.app.engine.BrokerOffsets;
import io.toppar.app.engine.DutyRunner;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetStore;
import java.util.SplittableRandom;

/**
 * Binds the offset store to the coordinator of the group, which is reached by the client's own
 * gateway: {@code offset.store.method=broker}.
 *
 * <p>Stateless; read when the client is built.
 */
public final class BrokerOffsetsModule extends AbstractModule {

  /** The module. */
  public BrokerOffsetsModule() {}

  @Override
  protected void configure() {
    OptionalBinder.newOptionalBinder(binder(), BrokerOffsets.class)
        .setBinding()
        .to(Key.get(BrokerOffsets.class, Offered.class));
  }

  @Provides
  @Singleton
  @Offered
  BrokerOffsets offsets(
      Configuration configuration, BrokerGateway gateway, Clock clock, DutyRunner runner) {
    return new BrokerOffsets(
        EngineSettings.group(configuration), new SplittableRandom(), gateway, clock, runner);
  }

  @Provides
  @Singleton
  OffsetStore store(@Offered BrokerOffsets offsets) {
    return offsets.store();
  }
}
