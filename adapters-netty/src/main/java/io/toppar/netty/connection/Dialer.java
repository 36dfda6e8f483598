package io.toppar.netty.connection;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import java.net.InetSocketAddress;

/** Opens channels on the gateway's event loop. */
@FunctionalInterface
public interface Dialer {

  /** Starts to connect; the handler is the only one of the channel's pipeline. */
  ChannelFuture dial(InetSocketAddress address, ChannelHandler handler);
}
