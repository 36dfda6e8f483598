package io.toppar.planted.app.engine;

import com.google.inject.Module;
import io.toppar.planted.app.client.MakesAnAdapter;

/** An engine that is wired by annotations, prints, and knows the facade. */
public final class UsesGuice {

  public Module module() {
    System.out.println(new MakesAnAdapter().adapter == null);
    return binder -> {};
  }
}
