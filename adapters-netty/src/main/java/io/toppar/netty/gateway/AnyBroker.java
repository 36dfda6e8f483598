package io.toppar.netty.gateway;

import io.toppar.netty.connection.Call;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Link;
import io.toppar.netty.connection.Timer;
import io.toppar.netty.connection.Timers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a broker for requests that any may answer.
 *
 * <p>The least loaded ready one is taken. While none is ready, candidates are opened one after the
 * other: at once when one fails, and after a moment when one is slow, so that neither a dead nor a
 * hanging one holds up the rest (B196). A call that a broker fails goes to the next; it fails only
 * when all have failed it, the bootstrap list included.
 */
final class AnyBroker implements Call.Place {

  /** A candidate that is not ready by then gets company. */
  private static final long PATIENCE_MILLIS = 300;

  private final Brokers brokers;
  private final Timers timers;
  private final Set<RequestCall> waiting = new LinkedHashSet<>();
  private @Nullable Timer impatience;

  AnyBroker(Brokers brokers, Timers timers) {
    this.brokers = brokers;
    this.timers = timers;
  }

  /** Sends a call to a broker that has not failed it, now or when one is ready. */
  void place(RequestCall call) {
    List<Link> left = left(call);
    if (left.isEmpty() && brokers.rebootstrap()) {
      left = left(call);
    }
    if (left.isEmpty()) {
      call.completeExhausted();
      return;
    }
    Link best = best(left);
    if (best != null) {
      call.sendOn(best);
      return;
    }
    call.lieIn(this);
    waiting.add(call);
    openNext(left);
  }

  /** A link can be used: whoever waits may go. */
  void onReady() {
    for (RequestCall call : taken()) {
      place(call);
    }
  }

  /** A link cannot be opened: whoever waits goes without it. */
  void onFailed(Link link, Failure failure) {
    for (RequestCall call : taken()) {
      call.noteFailure(link, failure);
      place(call);
    }
  }

  @Override
  public String whereabouts() {
    StringBuilder text = new StringBuilder("waiting for a connection to any broker");
    for (Link link : brokers.candidates()) {
      Failure failure = link.lastFailure();
      text.append("; ").append(failure == null ? link.name() + ": trying" : failure.detail());
    }
    return text.toString();
  }

  @Override
  public void forget(Call call) {
    waiting.remove(call);
  }

  private List<RequestCall> taken() {
    List<RequestCall> calls = new ArrayList<>(waiting);
    waiting.clear();
    return calls;
  }

  private List<Link> left(RequestCall call) {
    List<Link> left = new ArrayList<>();
    for (Link link : brokers.candidates()) {
      if (!call.failedOn(link)) {
        left.add(link);
      }
    }
    return left;
  }

  private static @Nullable Link best(List<Link> links) {
    Link best = null;
    boolean allThrottled = true;
    for (Link link : links) {
      allThrottled &= link.throttled();
      if (link.ready() && (best == null || link.load() < best.load())) {
        best = link;
      }
    }
    return best == null && allThrottled ? links.get(0) : best;
  }

  private void openNext(List<Link> left) {
    List<Link> closed = new ArrayList<>();
    for (Link link : left) {
      if (!link.opening()) {
        closed.add(link);
      }
    }
    if (closed.size() < left.size() && impatience != null) {
      return;
    }
    closed.sort(Comparator.comparing(link -> link.lastFailure() != null));
    if (!closed.isEmpty()) {
      closed.get(0).open();
    }
    if (closed.size() > 1 && impatience == null) {
      impatience = timers.after(PATIENCE_MILLIS, this::onImpatience);
    }
  }

  private void onImpatience() {
    impatience = null;
    if (!waiting.isEmpty()) {
      openNext(left(waiting.iterator().next()));
    }
  }
}
