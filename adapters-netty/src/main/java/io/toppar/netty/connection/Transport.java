package io.toppar.netty.connection;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The event loop of a gateway and the sockets on it: epoll where there is one, else NIO. */
public final class Transport implements Dialer {

  /** The socket is read in chunks of these sizes, adapting to what arrives. */
  private static final int SMALLEST_READ = 4 * 1024;

  private static final int FIRST_READ = 64 * 1024;
  private static final int LARGEST_READ = 256 * 1024;

  private final EventLoopGroup group;
  private final EventLoop loop;
  private final Class<? extends Channel> channelClass;
  private final int sendBufferBytes;
  private final int receiveBufferBytes;

  /**
   * Starts one event loop.
   *
   * @param name name of its thread
   * @param nativeTransport whether epoll may be used
   * @param sendBufferBytes the socket's send buffer, 0 for the system's choice
   * @param receiveBufferBytes the socket's receive buffer, 0 for the system's choice
   */
  public Transport(
      String name, boolean nativeTransport, int sendBufferBytes, int receiveBufferBytes) {
    boolean epoll = nativeTransport && epollAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(name, true), io);
    this.loop = group.next();
    this.channelClass = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    this.sendBufferBytes = sendBufferBytes;
    this.receiveBufferBytes = receiveBufferBytes;
  }

  /** The loop that runs everything of the gateway. */
  public EventLoop loop() {
    return loop;
  }

  @Override
  public ChannelFuture dial(InetSocketAddress address, ChannelHandler handler) {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(channelClass)
            .handler(handler)
            // The gateway times connecting itself, by its own clock.
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(SMALLEST_READ, FIRST_READ, LARGEST_READ));
    if (sendBufferBytes > 0) {
      bootstrap.option(ChannelOption.SO_SNDBUF, sendBufferBytes);
    }
    if (receiveBufferBytes > 0) {
      bootstrap.option(ChannelOption.SO_RCVBUF, receiveBufferBytes);
    }
    return bootstrap.connect(address);
  }

  /** Ends the loop after what is queued on it; waits no longer than that many milliseconds. */
  public void shutdown(long timeoutMillis) {
    Future<?> ended =
        group.shutdownGracefully(0, Math.max(1, timeoutMillis), TimeUnit.MILLISECONDS);
    if (!loop.inEventLoop()) {
      ended.awaitUninterruptibly(timeoutMillis);
    }
  }

  private static boolean epollAvailable() {
    try {
      return Epoll.isAvailable();
    } catch (LinkageError classesAbsent) {
      return false;
    }
  }
}
