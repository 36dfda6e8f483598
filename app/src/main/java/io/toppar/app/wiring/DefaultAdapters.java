package io.toppar.app.wiring;

import com.google.inject.Module;

/**
 * The modules of the adapters that a client has unless it is given others. Apart, so that the
 * classes of an adapter are loaded only if it is used: a client with others may leave the jars out.
 */
final class DefaultAdapters {

  private DefaultAdapters() {}

  static Module gateway() {
    return new NettyGatewayModule();
  }

  static Module files() {
    return new FileOffsetsModule();
  }
}
