package io.toppar.netty.gateway;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.HostPort;
import io.toppar.netty.connection.Link;
import io.toppar.netty.connection.LinkContext;
import io.toppar.ports.BrokerOutcome.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of a cluster: the bootstrap addresses until metadata has named the real ones, those
 * afterwards, and the bootstrap addresses again when all of those have failed (KIP-899).
 */
final class Brokers {

  private static final int LARGEST_PORT = 65_535;

  private final LinkContext context;
  private final List<HostPort> addresses;
  private final Map<Integer, Broker> known = new LinkedHashMap<>();
  private final List<Broker> bootstrap = new ArrayList<>();
  private final List<Broker> retired = new ArrayList<>();
  private final Set<Integer> live = new HashSet<>();
  private final AnyBroker any;

  Brokers(LinkContext context, List<HostPort> addresses) {
    this.context = context;
    this.addresses = addresses;
    this.any = new AnyBroker(this, context.timers());
    addBootstrap();
  }

  AnyBroker any() {
    return any;
  }

  /** The broker with that id, or null if nobody has named it. */
  @Nullable Broker withId(int id) {
    return known.get(id);
  }

  /** The links that a request to any broker may use. */
  List<Link> candidates() {
    List<Link> links = new ArrayList<>();
    known.forEach(
        (id, broker) -> {
          if (live.contains(id)) {
            links.add(broker.control());
          }
        });
    for (Broker broker : bootstrap) {
      links.add(broker.control());
    }
    return links;
  }

  /** Every broker, for closing. */
  Collection<Broker> all() {
    List<Broker> all = new ArrayList<>(known.values());
    all.addAll(bootstrap);
    all.addAll(retired);
    return all;
  }

  /** Takes a metadata reply's brokers: the live ones and where they are. */
  void learn(List<BrokerEndpoint> told) {
    if (told.isEmpty()) {
      return;
    }
    live.clear();
    for (BrokerEndpoint endpoint : told) {
      if (learnOne(endpoint)) {
        live.add(endpoint.id());
      }
    }
    if (!live.isEmpty()) {
      retired.addAll(bootstrap);
      bootstrap.clear();
      retired.removeIf(Brokers::closedIfIdle);
      retireGone();
    }
    any.onReady();
  }

  /** Takes the endpoints that come with a leader hint (KIP-951). */
  void hear(List<BrokerEndpoint> hinted) {
    for (BrokerEndpoint endpoint : hinted) {
      if (learnOne(endpoint)) {
        live.add(endpoint.id());
      }
    }
  }

  /** Tries the bootstrap addresses again; false if that would add none. */
  boolean rebootstrap() {
    return bootstrap.isEmpty() && addBootstrap();
  }

  void onReady() {
    any.onReady();
  }

  void onFailed(Link link, Failure failure) {
    any.onFailed(link, failure);
  }

  private boolean addBootstrap() {
    Set<HostPort> present = new HashSet<>();
    for (Broker broker : known.values()) {
      present.add(broker.endpoint());
    }
    for (HostPort address : addresses) {
      if (present.add(address)) {
        bootstrap.add(new Broker(context, this, address.toString(), address));
      }
    }
    return !bootstrap.isEmpty();
  }

  private boolean learnOne(BrokerEndpoint told) {
    if (told.id() < 0 || told.host().isEmpty() || told.port() < 1 || told.port() > LARGEST_PORT) {
      context
          .repeats()
          .warn("endpoint " + told.id(), "a broker names an impossible endpoint: " + told);
      return false;
    }
    HostPort endpoint = new HostPort(told.host(), told.port());
    Broker broker = known.get(told.id());
    if (broker != null) {
      broker.relocate(endpoint);
    } else {
      known.put(told.id(), named(told.id(), endpoint));
    }
    return true;
  }

  /** A bootstrap address that is the broker's own goes on with its connection. */
  private Broker named(int id, HostPort endpoint) {
    String name = "broker " + id;
    Iterator<Broker> each = bootstrap.iterator();
    while (each.hasNext()) {
      Broker broker = each.next();
      if (broker.endpoint().equals(endpoint)) {
        each.remove();
        broker.rename(name);
        return broker;
      }
    }
    return new Broker(context, this, name, endpoint);
  }

  private void retireGone() {
    Iterator<Map.Entry<Integer, Broker>> each = known.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Integer, Broker> entry = each.next();
      if (!live.contains(entry.getKey()) && entry.getValue().idle()) {
        each.remove();
        entry.getValue().close(Failure.of(Kind.TRANSPORT, "no longer part of the cluster"));
      }
    }
  }

  /** What is still in use is left until the next metadata reply. */
  private static boolean closedIfIdle(Broker broker) {
    if (!broker.idle()) {
      return false;
    }
    broker.close(Failure.of(Kind.TRANSPORT, "bootstrap address no longer needed"));
    return true;
  }
}
