package io.toppar.testing.kafka;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports nobody listens on. They lie below the range from which systems number outgoing connections,
 * so that a port does not get lost to one while its broker is down.
 */
final class FreePorts {
  private static final int FIRST = 10_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 2_000;

  private FreePorts() {}

  /** Different ports, all free a moment ago. */
  static List<Integer> pick(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int attempt = 0; attempt < ATTEMPTS && held.size() < count; attempt++) {
        hold(ThreadLocalRandom.current().nextInt(FIRST, END), held);
      }
      if (held.size() < count) {
        throw new BrokerFailure(
            "no %d free ports between %d and %d on %s: stop what uses them"
                .formatted(count, FIRST, END, NodeLayout.HOST));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(FreePorts::release);
    }
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
