package io.toppar.netty.connection;

import java.util.ArrayList;
import java.util.List;

/**
 * A host name or address literal, and a TCP port. Immutable, any thread.
 *
 * @param host the name or the address; an IPv6 address without brackets
 * @param port the port, 1 to 65535
 */
public record HostPort(String host, int port) {

  private static final int LARGEST_PORT = 65_535;

  /**
   * Parses {@code host:port}, {@code 127.0.0.1:port} or {@code [::1]:port}; a protocol prefix such
   * as {@code PLAINTEXT://} is allowed.
   *
   * @throws IllegalArgumentException telling what is wrong, with the text
   */
  public static HostPort parse(String text) {
    String address = text.strip();
    if (address.regionMatches(true, 0, "PLAINTEXT://", 0, "PLAINTEXT://".length())) {
      address = address.substring("PLAINTEXT://".length());
    }
    int colon = address.lastIndexOf(':');
    if (colon <= 0) {
      throw refused(text, "it has no port; write host:port");
    }
    String host = address.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw refused(text, "an IPv6 address goes into brackets: [::1]:9092");
    }
    if (host.isEmpty() || host.indexOf(' ') >= 0 || host.indexOf('/') >= 0) {
      throw refused(text, "the host is malformed; write host:port");
    }
    return new HostPort(host, port(text, address.substring(colon + 1)));
  }

  /** Parses a comma-separated list; empty items are skipped, an empty list is refused. */
  public static List<HostPort> parseList(String text) {
    List<HostPort> all = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (!item.isBlank()) {
        all.add(parse(item));
      }
    }
    if (all.isEmpty()) {
      throw refused(text, "it names no broker; write host:port[,host:port]");
    }
    return List.copyOf(all);
  }

  private static int port(String text, String digits) {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 1 && port <= LARGEST_PORT) {
        return port;
      }
    } catch (NumberFormatException notANumber) {
      throw refused(text, "the port \"" + digits + "\" is not a number");
    }
    throw refused(text, "the port " + digits + " is not within 1.." + LARGEST_PORT);
  }

  private static IllegalArgumentException refused(String text, String why) {
    return new IllegalArgumentException("broker address \"" + text + "\": " + why);
  }

  /** {@code host:port}, an IPv6 address in brackets. */
  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
