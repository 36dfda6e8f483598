package io.toppar.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.ApiMessage;
import io.toppar.netty.protocol.messages.ApiVersionsResponse;
import io.toppar.netty.protocol.messages.MetadataResponse;
import io.toppar.netty.protocol.messages.RequestHeader;
import io.toppar.netty.protocol.messages.ResponseHeader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A peer on loopback whose behaviour is written by a test, one thread for each connection. */
final class FakePeer implements AutoCloseable {

  private final ServerSocket server;
  private final Conversation conversation;
  private final List<Socket> sockets = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final AtomicInteger accepted = new AtomicInteger();

  FakePeer(Conversation conversation) throws IOException {
    this(conversation, InetAddress.getLoopbackAddress());
  }

  FakePeer(Conversation conversation, InetAddress address) throws IOException {
    this.server = new ServerSocket(0, 50, address);
    this.conversation = conversation;
    thread(this::accept);
  }

  /** What the peer does on one connection; returning closes it. */
  interface Conversation {
    void talk(Line line) throws IOException, InterruptedException;
  }

  /** A request as it came. */
  record Request(Api api, short version, int correlationId, ByteBuf body) {}

  int port() {
    return server.getLocalPort();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  int accepted() {
    return accepted.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    if (!faults.isEmpty()) {
      throw new AssertionError("the peer's script failed", faults.peek());
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        if (kept(socket)) {
          int number = accepted.incrementAndGet();
          thread(() -> serve(new Line(socket, number, port())));
        }
      }
    } catch (IOException closed) {
      // The test is over.
      return;
    }
  }

  /** A thread that waits in accept may still be given a connection after the close. */
  private boolean kept(Socket socket) throws IOException {
    synchronized (sockets) {
      if (server.isClosed()) {
        socket.close();
        return false;
      }
      return sockets.add(socket);
    }
  }

  private void serve(Line line) {
    try (line) {
      conversation.talk(line);
    } catch (EOFException | SocketException gone) {
      // The client left, or the test is over.
      return;
    } catch (IOException | InterruptedException | RuntimeException | AssertionError fault) {
      faults.add(fault);
    }
  }

  private static void thread(Runnable task) {
    Thread thread = new Thread(task, "fake-peer");
    thread.setDaemon(true);
    thread.start();
  }

  /** One accepted connection. */
  static final class Line implements AutoCloseable {

    final Socket socket;
    final int number;
    private final int port;
    private final DataInputStream in;
    private final OutputStream out;

    Line(Socket socket, int number, int port) {
      this.socket = socket;
      this.number = number;
      this.port = port;
      try {
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
      } catch (IOException closed) {
        throw new IllegalStateException(closed);
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }

    InputStream in() {
      return in;
    }

    OutputStream out() {
      return out;
    }

    Request read() throws IOException {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      ByteBuf buffer = Unpooled.wrappedBuffer(frame);
      Api api = Objects.requireNonNull(Api.withKey(buffer.getShort(0)));
      short version = buffer.getShort(2);
      RequestHeader header = RequestHeader.read(buffer, api.requestHeaderVersion(version));
      return new Request(api, version, header.correlationId(), buffer);
    }

    byte[] frame(Request request, ApiMessage reply, short version) {
      ByteBuf buffer = Unpooled.buffer();
      buffer.writeInt(0);
      new ResponseHeader(request.correlationId())
          .write(buffer, request.api().responseHeaderVersion(version));
      reply.write(buffer, version);
      buffer.setInt(0, buffer.readableBytes() - 4);
      return ByteBufUtil.getBytes(buffer);
    }

    void reply(Request request, ApiMessage reply) throws IOException {
      out.write(frame(request, reply, request.version()));
      out.flush();
    }

    /** Answers ApiVersions with all that we speak. */
    void versions() throws IOException {
      reply(read(), everything());
    }

    /** Answers a metadata request: this peer is broker 1, alone. */
    void metadata(Request request) throws IOException {
      reply(request, cluster(0));
    }

    MetadataResponse cluster(int throttleMillis) {
      return cluster(throttleMillis, 1);
    }

    /** A cluster of which this peer is every broker. */
    MetadataResponse cluster(int throttleMillis, int... brokerIds) {
      List<MetadataResponse.MetadataResponseBroker> brokers = new ArrayList<>();
      for (int id : brokerIds) {
        brokers.add(
            MetadataResponse.MetadataResponseBroker.builder()
                .nodeId(id)
                .host("127.0.0.1")
                .port(port)
                .build());
      }
      return MetadataResponse.builder()
          .throttleTimeMs(throttleMillis)
          .controllerId(1)
          .brokers(brokers)
          .build();
    }

    /** Waits until the client closes. */
    void untilClosed() throws IOException {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  static ApiVersionsResponse everything() {
    List<ApiVersionsResponse.ApiVersion> ranges = new ArrayList<>();
    for (Api api : Api.values()) {
      ranges.add(range(api, api.floor(), api.ceiling()));
    }
    return ApiVersionsResponse.builder().apiKeys(ranges).build();
  }

  static ApiVersionsResponse.ApiVersion range(Api api, int min, int max) {
    return ApiVersionsResponse.ApiVersion.builder()
        .apiKey(api.key())
        .minVersion((short) min)
        .maxVersion((short) max)
        .build();
  }
}
