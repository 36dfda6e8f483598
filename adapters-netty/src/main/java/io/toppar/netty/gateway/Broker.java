package io.toppar.netty.gateway;

import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.HostPort;
import io.toppar.netty.connection.Link;
import io.toppar.netty.connection.LinkContext;
import io.toppar.netty.connection.Throttle;
import io.toppar.netty.connection.Timer;
import org.jspecify.annotations.Nullable;

/**
 * One broker: its links, its throttle, its fetch session.
 *
 * <p>Fetches have a link of their own, made on demand: a broker answers in order, so a lookup sent
 * behind a Fetch that waits for data would wait with it.
 */
final class Broker implements Link.Watcher {

  private final LinkContext context;
  private final Brokers brokers;
  private final Throttle throttle = new Throttle();
  private final FetchSession session = new FetchSession();
  private final Link control;
  private @Nullable Link fetch;
  private @Nullable Timer throttleEnd;
  private HostPort endpoint;
  private String name;

  Broker(LinkContext context, Brokers brokers, String name, HostPort endpoint) {
    this.context = context;
    this.brokers = brokers;
    this.name = name;
    this.endpoint = endpoint;
    this.control = new Link(context, name, endpoint, throttle, this);
  }

  /** For everything but Fetch. */
  Link control() {
    return control;
  }

  /** For Fetch alone. */
  Link fetch() {
    if (fetch == null) {
      fetch = new Link(context, name, endpoint, throttle, this);
    }
    return fetch;
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
    return control.load() == 0 && (fetch == null || fetch.load() == 0);
  }

  /** The bootstrap address turns out to be a broker's. */
  void rename(String known) {
    name = known;
    control.rename(known);
    if (fetch != null) {
      fetch.rename(known);
    }
  }

  void relocate(HostPort moved) {
    endpoint = moved;
    control.relocate(moved);
    if (fetch != null) {
      fetch.relocate(moved);
    }
  }

  void close(Failure failure) {
    control.close(failure);
    if (fetch != null) {
      fetch.close(failure);
    }
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
    control.extendDeadlines(longer);
    if (fetch != null) {
      fetch.extendDeadlines(longer);
    }
    if (throttleEnd != null) {
      throttleEnd.cancel();
    }
    throttleEnd = context.timers().at(now + throttle.remainingNanos(now), this::onThrottleOver);
  }

  private void onThrottleOver() {
    throttleEnd = null;
    control.flush();
    if (fetch != null) {
      fetch.flush();
    }
    brokers.onReady();
  }
}
