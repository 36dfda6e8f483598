package io.toppar.planted.app.one;

import io.toppar.planted.app.two.Two;

/** Half of a cycle. */
public final class One {

  public Two two() {
    return new Two();
  }
}
