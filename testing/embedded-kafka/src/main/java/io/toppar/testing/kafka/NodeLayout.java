package io.toppar.testing.kafka;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * Where one node lives: its id, folder and ports, and the properties it runs with. Immutable; stays
 * the same over restarts.
 *
 * @param id the broker id, from 1
 * @param port where clients connect
 * @param controllerPort where the other nodes' controllers connect
 * @param properties everything the node's file says
 */
record NodeLayout(
    int id, Path folder, int port, int controllerPort, Map<String, String> properties) {
  static final String HOST = "127.0.0.1";

  /** The socket address of a port here. */
  static InetSocketAddress local(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  String address() {
    return HOST + ":" + port;
  }

  Path propertiesFile() {
    return folder.resolve("server.properties");
  }

  Path logFile() {
    return folder.resolve("broker-" + id + ".log");
  }

  Path startedFile() {
    return folder.resolve("started");
  }

  void write() throws IOException {
    Files.createDirectories(folder);
    Properties file = new Properties();
    file.putAll(properties);
    try (Writer writer = Files.newBufferedWriter(propertiesFile())) {
      file.store(writer, "written at each start");
    }
  }
}
