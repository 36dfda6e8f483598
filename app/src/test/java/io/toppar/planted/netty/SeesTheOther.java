package io.toppar.planted.netty;

import io.toppar.planted.fileoffsets.Adapter;

/** An adapter that looks at another. */
public final class SeesTheOther {

  public Adapter other() {
    return new Adapter();
  }
}
