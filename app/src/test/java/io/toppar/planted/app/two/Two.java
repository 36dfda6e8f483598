package io.toppar.planted.app.two;

import io.toppar.planted.app.one.One;

/** The other half. */
public final class Two {

  public One one() {
    return new One();
  }
}
