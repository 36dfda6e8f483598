package io.toppar.benchmarks.reader;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A blocking connection that sends a request and reads the whole reply into one buffer outside of
 * the heap, used again for every reply: no copy beside the system's own. One thread.
 */
final class RawConnection implements AutoCloseable {

  private static final int LARGEST_REPLY = 256 << 20;

  private final SocketChannel channel;
  private final ByteBuffer size = ByteBuffer.allocateDirect(Integer.BYTES);
  private ByteBuffer reply = ByteBuffer.allocateDirect(1 << 20);

  RawConnection(String server) throws IOException {
    int colon = server.lastIndexOf(':');
    channel =
        SocketChannel.open(
            new InetSocketAddress(
                server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  /** The reply to a request without its size: valid until the next call. */
  ByteBuffer ask(ByteBuffer request) throws IOException {
    size.clear().putInt(request.remaining()).flip();
    writeWhole(size);
    writeWhole(request);
    readWhole(size.clear());
    int bytes = size.flip().getInt();
    if (bytes < 0 || bytes > LARGEST_REPLY) {
      throw new IOException("the broker announces a reply of " + bytes + " bytes");
    }
    if (bytes > reply.capacity()) {
      reply = ByteBuffer.allocateDirect(bytes + bytes / 2);
    }
    readWhole(reply.clear().limit(bytes));
    return reply.flip();
  }

  private void writeWhole(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private void readWhole(ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        throw new EOFException("the broker closed the connection");
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
