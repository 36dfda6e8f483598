package io.toppar.netty.connection;

import io.toppar.ports.BrokerOutcome.Kind;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** One attempt to connect: the addresses not tried yet, and how the others failed. */
final class Attempt {

  private final List<InetAddress> untried = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private Kind kind = Kind.TRANSPORT;

  /** The name has these addresses. */
  void resolved(List<InetAddress> addresses) {
    untried.addAll(addresses);
  }

  boolean exhausted() {
    return untried.isEmpty();
  }

  InetAddress nextAddress() {
    return untried.remove(0);
  }

  void failed(Failure failure) {
    failures.add(failure.detail());
    kind = failure.kind();
  }

  /** All that has failed, as one. */
  Failure failure() {
    return Failure.of(kind, String.join("; ", failures));
  }
}
