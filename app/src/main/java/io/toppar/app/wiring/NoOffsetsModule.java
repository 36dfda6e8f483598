package io.toppar.app.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import io.toppar.app.engine.NoOffsetStore;
import io.toppar.ports.OffsetStore;

/** No offsets are kept: {@code offset.store.method=none}. */
public final class NoOffsetsModule extends AbstractModule {

  /** The module. */
  public NoOffsetsModule() {}

  @Provides
  @Singleton
  OffsetStore store() {
    return new NoOffsetStore();
  }
}
