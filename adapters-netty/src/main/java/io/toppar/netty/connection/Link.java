package io.toppar.netty.connection;

import io.toppar.ports.BrokerOutcome.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one broker: at most one {@link Connection} at a time, made on demand, and the calls
 * that wait for it. Confined to the event loop.
 *
 * <p>An attempt looks the name up anew and tries every address in turn (KIP-302, KIP-602); if none
 * leads to readiness, the attempt has failed: the calls that wait are told, and the next attempt is
 * made on demand, not before a growing, jittered back-off is over. A call that comes during the
 * back-off waits for that attempt. The back-off starts afresh only when a connection has answered a
 * call, so that a peer that accepts and closes is not dialled in a loop.
 */
public final class Link implements Connection.Owner, Call.Place {

  private static final Logger log = LoggerFactory.getLogger(Link.class);

  private final LinkContext context;
  private final Throttle throttle;
  private final Watcher watcher;
  private final Backoff backoff;
  private final ArrayDeque<Call> parked = new ArrayDeque<>();
  private String name;
  private HostPort endpoint;
  private @Nullable Connection connection;
  private @Nullable Failure lastFailure;
  private @Nullable Timer reopenTimer;
  private @Nullable Attempt attempt;
  private boolean closed;
  private long notBeforeNanos;

  /**
   * Makes a link that is not connected.
   *
   * @param name who is at the other end, for people
   * @param throttle shared by all links to the same broker
   */
  public Link(
      LinkContext context, String name, HostPort endpoint, Throttle throttle, Watcher watcher) {
    this.context = context;
    this.name = name;
    this.endpoint = endpoint;
    this.throttle = throttle;
    this.watcher = watcher;
    this.backoff = context.newBackoff();
    this.notBeforeNanos = context.timers().nowNanos();
  }

  /** Who wants to know how a link fares. */
  public interface Watcher {

    /** Calls would be sent at once. */
    void onLinkReady(Link link);

    /** An attempt to connect has failed at every address. */
    void onLinkFailed(Link link, Failure failure);

    /** The broker asks for so many milliseconds of rest. */
    void onLinkThrottled(Link link, int millis);
  }

  /** Sends a call, now or when that becomes possible. */
  public void submit(Call call) {
    if (closed) {
      call.failed(Failure.of(Kind.TRANSPORT, name + ": no longer in use"));
      return;
    }
    long held = throttle.remainingNanos(context.timers().nowNanos());
    if (held > 0) {
      call.extendDeadline(held);
    } else if (connection != null && connection.ready() && parked.isEmpty()) {
      connection.send(call);
      return;
    }
    call.lieIn(this);
    parked.add(call);
    open();
  }

  /** Wants a connection: now, or as soon as the back-off is over. */
  public void open() {
    if (closed || connection != null || attempt != null || reopenTimer != null) {
      return;
    }
    if (context.timers().nowNanos() - notBeforeNanos >= 0) {
      startAttempt();
    } else {
      reopenTimer = context.timers().at(notBeforeNanos, this::onBackoffOver);
    }
  }

  /** Whether calls are sent at once. */
  public boolean ready() {
    return connection != null
        && connection.ready()
        && throttle.remainingNanos(context.timers().nowNanos()) == 0;
  }

  /** Whether there is a connection, or one is on its way or waits for the back-off. */
  public boolean opening() {
    return connection != null || attempt != null || reopenTimer != null;
  }

  /** Whether only a throttle keeps calls from being sent at once. */
  public boolean throttled() {
    return connection != null && connection.ready() && !ready();
  }

  /** Calls that wait or whose answer is outstanding. */
  public int load() {
    return parked.size() + (connection == null ? 0 : connection.inFlight());
  }

  /** Why the last attempt failed, or null. */
  public @Nullable Failure lastFailure() {
    return lastFailure;
  }

  /** Where it leads. */
  public HostPort endpoint() {
    return endpoint;
  }

  /** Who is there. */
  public String name() {
    return name;
  }

  /** It has become known who is there. */
  public void rename(String known) {
    name = known;
  }

  /** The broker has moved: the connection to the old address is closed. */
  public void relocate(HostPort moved) {
    if (moved.equals(endpoint)) {
      return;
    }
    log.debug("{} moved from {} to {}", name, endpoint, moved);
    endpoint = moved;
    attempt = null;
    notBeforeNanos = context.timers().nowNanos();
    backoff.reset();
    if (connection != null) {
      connection.close(Failure.of(Kind.TRANSPORT, name + ": moved to " + moved));
    } else if (!parked.isEmpty()) {
      open();
    }
  }

  /** The throttle has become longer: what lies here gets as much more time. */
  public void extendDeadlines(long nanos) {
    for (Call call : parked) {
      call.extendDeadline(nanos);
    }
    if (connection != null) {
      connection.extendDeadlines(nanos);
    }
  }

  /** Sends what waits, if possible: the throttle is over. */
  public void flush() {
    Connection open = connection;
    while (open != null && open.ready() && ready() && !parked.isEmpty()) {
      Call call = parked.removeFirst();
      if (!call.ended()) {
        open.send(call);
      }
    }
    if (!parked.isEmpty()) {
      open();
    }
  }

  /** Closes for good; what waits or is in flight fails with this. */
  public void close(Failure failure) {
    closed = true;
    attempt = null;
    if (reopenTimer != null) {
      reopenTimer.cancel();
      reopenTimer = null;
    }
    if (connection != null) {
      connection.close(failure);
    }
    failParked(failure);
  }

  @Override
  public String whereabouts() {
    if (throttle.remainingNanos(context.timers().nowNanos()) > 0) {
      return "waiting for " + name + ", which throttles us";
    }
    return "waiting for a connection to "
        + name
        + " at "
        + endpoint
        + (lastFailure == null ? "" : ": " + lastFailure.detail());
  }

  @Override
  public void forget(Call call) {
    parked.remove(call);
  }

  @Override
  public void onReady(Connection ready) {
    attempt = null;
    lastFailure = null;
    log.debug("{} at {}: ready", name, endpoint);
    flush();
    watcher.onLinkReady(this);
  }

  @Override
  public void onClosed(Connection gone, Failure failure, boolean quiet) {
    if (gone != connection) {
      return;
    }
    connection = null;
    if (attempt != null) {
      onAddressFailed(attempt, failure);
      return;
    }
    if (gone.served()) {
      backoff.reset();
      notBeforeNanos = context.timers().nowNanos();
    } else {
      backOff();
    }
    if (quiet) {
      log.debug("{} at {}: {}", name, endpoint, failure.detail());
    } else {
      lastFailure = failure;
      context.repeats().warn(endpoint.toString(), name + ": connection lost: " + failure.detail());
    }
    if (!parked.isEmpty()) {
      open();
    }
  }

  @Override
  public void onUnheard(Call call) {
    call.lieIn(null);
    if (!call.ended()) {
      submit(call);
    }
  }

  @Override
  public void onThrottle(int millis) {
    watcher.onLinkThrottled(this, millis);
  }

  private void onBackoffOver() {
    reopenTimer = null;
    open();
  }

  private void startAttempt() {
    Attempt mine = new Attempt();
    attempt = mine;
    Timer limit =
        context
            .timers()
            .after(
                context.settings().setupTimeoutMillis(),
                () -> onResolved(mine, List.of(), "the name lookup hangs"));
    context
        .lookups()
        .lookUp(
            endpoint.host(),
            (addresses, failure) -> {
              limit.cancel();
              onResolved(mine, addresses, failure);
            });
  }

  private void onResolved(Attempt which, List<InetAddress> addresses, @Nullable String failure) {
    if (which != attempt || connection != null) {
      return;
    }
    if (failure != null) {
      which.failed(Failure.of(Kind.TRANSPORT, endpoint.host() + " " + failure));
      onAttemptFailed(which);
      return;
    }
    which.resolved(addresses);
    dialNext(which);
  }

  private void dialNext(Attempt current) {
    InetAddress address = current.nextAddress();
    String literal = address.getHostAddress();
    String where = literal.equals(endpoint.host()) ? "" : " (" + literal + ")";
    String peer = (name.equals(endpoint.toString()) ? name : name + " at " + endpoint) + where;
    Connection next = context.newConnection(peer, this);
    connection = next;
    next.dial(context.dialer(), new InetSocketAddress(address, endpoint.port()));
  }

  private void onAddressFailed(Attempt current, Failure failure) {
    log.debug("{}", failure.detail());
    current.failed(failure);
    if (current.exhausted()) {
      onAttemptFailed(current);
    } else {
      dialNext(current);
    }
  }

  private void onAttemptFailed(Attempt over) {
    attempt = null;
    long waitMillis = backOff();
    Failure failure = over.failure();
    lastFailure = failure;
    context
        .repeats()
        .warn(
            endpoint.toString(),
            failure.detail()
                + " (attempt "
                + backoff.failures()
                + ", next in "
                + waitMillis
                + " ms at the earliest)");
    failParked(failure);
    watcher.onLinkFailed(this, failure);
  }

  private long backOff() {
    long waitMillis = backoff.nextMillis();
    notBeforeNanos = context.timers().nowNanos() + waitMillis * 1_000_000;
    return waitMillis;
  }

  private void failParked(Failure failure) {
    List<Call> waiting = new ArrayList<>(parked);
    parked.clear();
    for (Call call : waiting) {
      if (!call.ended()) {
        call.failed(failure);
      }
    }
  }
}
