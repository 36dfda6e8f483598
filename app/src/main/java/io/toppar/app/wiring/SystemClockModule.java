package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.toppar.ports.Clock;

/**
 * Binds the clock to the time of the machine.
 *
 * <p>Stateless; read when the client is built.
 */
public final class SystemClockModule extends AbstractModule {

  /** The module. */
  public SystemClockModule() {}

  @Provides
  @Singleton
  Clock clock() {
    return new SystemClock();
  }
}
