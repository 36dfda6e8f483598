package io.toppar.netty.gateway;

import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.HostPort;
import io.toppar.netty.connection.Link;
import io.toppar.netty.connection.LinkContext;
import io.toppar.netty.connection.Throttle;
import io.toppar.netty.connection.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One broker: its links, its throttle, its fetch session.
 *
 * <p>Fetch and Produce have a link of their own each, made on demand: a broker answers in order, so
 * what is sent behind a Fetch that waits for data, or a Produce that waits for replicas, would wait
 * with it.
 */
final class Broker implements Link.Watcher {

  private final LinkContext context;
  private final Brokers brokers;
  private final Throttle throttle = new Throttle();
  private final FetchSession session = new FetchSession();
  private final Link control;
  private final List<Link> links = new ArrayList<>(3);
  private @Nullable Link fetch;
  private @Nullable Link produce;
  private @Nullable Timer throttleEnd;
  private HostPort endpoint;
  private String name;

  Broker(LinkContext context, Brokers brokers, String name, HostPort endpoint) {
    this.context = context;
    this.brokers = brokers;
    this.name = name;
    this.endpoint = endpoint;
    this.control = newLink();
  }

  /** For everything but Fetch and Produce. */
  Link control() {
    return control;
  }

  /** For Fetch alone. */
  Link fetch() {
    if (fetch == null) {
      fetch = newLink();
    }
    return fetch;
  }

  /** For Produce alone. */
  Link produce() {
    if (produce == null) {
      produce = newLink();
    }
    return produce;
  }

  FetchSession session() {
    return session;
  }

  HostPort endpoint() {
    return endpoint;
  }

  String name() {
    return name;
  }

  boolean idle() {
    return links.stream().allMatch(link -> link.load() == 0);
  }

  /** The bootstrap address turns out to be a broker's. */
  void rename(String known) {
    name = known;
    links.forEach(link -> link.rename(known));
  }

  void relocate(HostPort moved) {
    endpoint = moved;
    links.forEach(link -> link.relocate(moved));
  }

  void close(Failure failure) {
    links.forEach(link -> link.close(failure));
    if (throttleEnd != null) {
      throttleEnd.cancel();
      throttleEnd = null;
    }
  }

  @Override
  public void onLinkReady(Link link) {
    if (link == control) {
      brokers.onReady();
    }
  }

  @Override
  public void onLinkFailed(Link link, Failure failure) {
    if (link == control) {
      brokers.onFailed(link, failure);
    }
  }

  @Override
  public void onLinkThrottled(Link link, int millis) {
    long now = context.timers().nowNanos();
    long longer = throttle.prolong(millis, now);
    if (longer == 0) {
      return;
    }
    links.forEach(each -> each.extendDeadlines(longer));
    if (throttleEnd != null) {
      throttleEnd.cancel();
    }
    throttleEnd = context.timers().at(now + throttle.remainingNanos(now), this::onThrottleOver);
  }

  private void onThrottleOver() {
    throttleEnd = null;
    links.forEach(Link::flush);
    brokers.onReady();
  }

  private Link newLink() {
    Link link = new Link(context, name, endpoint, throttle, this);
    links.add(link);
    return link;
  }
}
