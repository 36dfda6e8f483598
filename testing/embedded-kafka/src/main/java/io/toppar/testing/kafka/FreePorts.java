package io.toppar.testing.kafka;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Ports nobody listens on. They lie below the range from which systems number outgoing connections,
 * so that a port does not get lost to one while its broker is down; and in a block of which no
 * other JVM picks, so that it does not get lost to a broker of one. Any thread may call it.
 */
final class FreePorts {
  static final int BLOCK = 200;
  private static final int FIRST = 10_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 2_000;

  /** Listens on the first port of this JVM's block, which claims it until the JVM ends. */
  private static @Nullable ServerSocket claim;

  private FreePorts() {}

  /** Different ports, all free a moment ago. */
  static synchronized List<Integer> pick(int count) {
    int block = block();
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int attempt = 0; attempt < ATTEMPTS && held.size() < count; attempt++) {
        hold(ThreadLocalRandom.current().nextInt(block + 1, block + BLOCK), held);
      }
      if (held.size() < count) {
        throw new BrokerFailure(
            "no %d free ports between %d and %d on %s: stop what uses them"
                .formatted(count, block + 1, block + BLOCK, NodeLayout.HOST));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(FreePorts::release);
    }
  }

  private static int block() {
    ServerSocket held = claim;
    if (held == null) {
      held = claim();
      claim = held;
    }
    return held.getLocalPort();
  }

  private static ServerSocket claim() {
    List<ServerSocket> held = new ArrayList<>();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int block = ThreadLocalRandom.current().nextInt((END - FIRST) / BLOCK);
      hold(FIRST + block * BLOCK, held);
      if (!held.isEmpty()) {
        return held.get(0);
      }
    }
    throw new BrokerFailure(
        "every block of %d ports between %d and %d on %s is claimed: end some of the JVMs with brokers"
            .formatted(BLOCK, FIRST, END, NodeLayout.HOST));
  }

  /** Whether nobody listens on the port. */
  static boolean isFree(int port) {
    List<ServerSocket> held = new ArrayList<>();
    hold(port, held);
    held.forEach(FreePorts::release);
    return !held.isEmpty();
  }

  private static void hold(int port, List<ServerSocket> held) {
    ServerSocket socket = null;
    try {
      socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(NodeLayout.local(port));
      held.add(socket);
    } catch (IOException taken) {
      if (socket != null) {
        release(socket);
      }
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new BrokerFailure("cannot close a socket bound to probe for a free port", e);
    }
  }
}
