package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.toppar.app.engine.NoOffsetStore;
import io.toppar.ports.OffsetStore;

/**
 * Binds an offset store that keeps nothing: {@code offset.store.method=none}.
 *
 * <p>Stateless; read when the client is built.
 */
public final class NoOffsetsModule extends AbstractModule {

  /** The module. */
  public NoOffsetsModule() {}

  @Provides
  @Singleton
  OffsetStore store() {
    return new NoOffsetStore();
  }
}
