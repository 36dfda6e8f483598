package io.toppar.planted.app.cli;

import io.toppar.planted.netty.SeesTheOther;

/** A command that makes an adapter by itself. */
public final class MakesAGateway {

  public final SeesTheOther gateway = new SeesTheOther();
}
