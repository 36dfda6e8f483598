package io.toppar.app.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A port of this machine behind which there is no Kafka. A daemon thread answers. */
final class LyingPort implements AutoCloseable {

  private final ServerSocket server;
  private final byte[] answer;
  private final CountDownLatch called = new CountDownLatch(1);
  private final List<Socket> kept = new CopyOnWriteArrayList<>();

  private LyingPort(byte[] answer) {
    this.answer = answer;
    server = bound();
    Thread thread = new Thread(this::serve, "lying-port");
    thread.setDaemon(true);
    thread.start();
  }

  /** Answers whatever comes with these bytes and hangs up. */
  static LyingPort answering(byte[] bytes) {
    return new LyingPort(bytes);
  }

  /** Accepts and says nothing. */
  static LyingPort silent() {
    return new LyingPort(new byte[0]);
  }

  /**
   * The address of a port that refuses: nobody ever waited in accept, who could still be given a
   * connection after the close.
   */
  static String refusing() {
    try (ServerSocket server = bound()) {
      return address(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String address() {
    return address(server);
  }

  private static String address(ServerSocket server) {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private static ServerSocket bound() {
    try {
      return new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for somebody to call. */
  void awaitCall() throws InterruptedException {
    called.await();
  }

  private void serve() {
    try {
      while (true) {
        Socket client = server.accept();
        called.countDown();
        if (answer.length == 0) {
          kept.add(client);
          continue;
        }
        try (client;
            OutputStream out = client.getOutputStream()) {
          if (client.getInputStream().read() >= 0) {
            out.write(answer);
          }
        }
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : kept) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
