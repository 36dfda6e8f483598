package io.toppar.planted.app.client;

import io.toppar.planted.fileoffsets.Adapter;
import io.toppar.planted.foreign.Library;

/** A facade that makes adapters and uses their libraries. */
public final class MakesAnAdapter {

  public final Adapter adapter = new Adapter();
  public final Library library = new Library();
}
