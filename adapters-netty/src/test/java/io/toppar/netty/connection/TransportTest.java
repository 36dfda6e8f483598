package io.toppar.netty.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Which kind of socket is dialled. */
final class TransportTest {

  @Test
  void nioIsTakenWhereEpollMayNotBeUsed() throws Exception {
    assertThat(dialled(false)).isInstanceOf(NioSocketChannel.class);
  }

  @Test
  void epollIsTakenWhereThereIsOne() throws Exception {
    assumeTrue(Epoll.isAvailable(), "there is no epoll here");
    assertThat(dialled(true)).isInstanceOf(EpollSocketChannel.class);
  }

  private static Channel dialled(boolean nativeTransport) throws Exception {
    Transport transport = new Transport("transport-test", nativeTransport, 0, 0);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address =
          new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
      Channel channel =
          transport
              .dial(address, new ChannelInboundHandlerAdapter())
              .syncUninterruptibly()
              .channel();
      assertThat(channel.isActive()).isTrue();
      channel.close().syncUninterruptibly();
      return channel;
    } finally {
      transport.shutdown(1_000);
    }
  }
}
