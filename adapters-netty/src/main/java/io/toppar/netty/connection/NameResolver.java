package io.toppar.netty.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks host names up. Called off the event loop; may block. Any thread. */
@FunctionalInterface
public interface NameResolver {

  /** The resolver of the JDK: all addresses, in the order of the system's preference. */
  NameResolver JDK = host -> List.of(InetAddress.getAllByName(host));

  /** All addresses of a host, at least one. */
  List<InetAddress> addresses(String host) throws UnknownHostException;
}
