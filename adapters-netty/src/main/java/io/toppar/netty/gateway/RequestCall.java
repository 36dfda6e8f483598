package io.toppar.netty.gateway;

import io.toppar.domain.ErrorCode;
import io.toppar.netty.connection.Call;
import io.toppar.netty.connection.Failure;
import io.toppar.netty.connection.Link;
import io.toppar.netty.connection.Timer;
import io.toppar.netty.protocol.Api;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of the port on its way; completes exactly once. */
abstract class RequestCall extends Call {

  private final Desk desk;
  private final long token;
  private final int brokerId;
  private final List<Link> failedOn = new ArrayList<>(0);
  private final List<Failure> failures = new ArrayList<>(0);
  private @Nullable AnyBroker any;
  private @Nullable Link link;
  private @Nullable Timer timer;

  RequestCall(Desk desk, Api api, BrokerRequest request, long token) {
    super(api, request.deadlineNanos());
    this.desk = desk;
    this.token = token;
    this.brokerId = request.brokerId();
  }

  final long token() {
    return token;
  }

  final int brokerId() {
    return brokerId;
  }

  /** Milliseconds left until the deadline, at least 1. */
  final int remainingMillis() {
    long left = (deadlineNanos() - desk.timers().nowNanos()) / 1_000_000;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, left));
  }

  final void armed(Timer deadline) {
    timer = deadline;
  }

  /** May go to any broker: a link that fails is left for another. */
  final void roams(AnyBroker router) {
    any = router;
  }

  /** Goes to a link. */
  final void sendOn(Link chosen) {
    link = chosen;
    chosen.submit(this);
  }

  /** Has another question for the broker that has just answered. */
  final void sendAgain() {
    if (link != null) {
      sendOn(link);
    }
  }

  /** Whether a link has failed this call. */
  final boolean failedOn(Link candidate) {
    return failedOn.contains(candidate);
  }

  /** A link cannot serve this call. */
  final void noteFailure(Link candidate, Failure failure) {
    if (!failedOn.contains(candidate)) {
      failedOn.add(candidate);
      failures.add(failure);
    }
  }

  @Override
  public void failed(Failure failure) {
    if (ended()) {
      return;
    }
    lieIn(null);
    Link tried = link;
    if (any != null && tried != null) {
      noteFailure(tried, failure);
      any.place(this);
      return;
    }
    complete(failure);
  }

  /** Completes as failed with everything that was tried. */
  final void completeExhausted() {
    if (failures.isEmpty()) {
      complete(Failure.of(Kind.TRANSPORT, "no broker to ask"));
      return;
    }
    Failure last = failures.get(failures.size() - 1);
    boolean alike = failures.stream().allMatch(one -> one.kind() == last.kind());
    String detail = String.join("; ", failures.stream().map(Failure::detail).distinct().toList());
    complete(new Failure(alike ? last.kind() : Kind.TRANSPORT, last.error(), detail));
  }

  final void complete(Failure failure) {
    boolean unknown =
        switch (failure.kind()) {
          case TRANSPORT, TIMED_OUT, CANCELLED, MALFORMED -> true;
          case UNSUPPORTED, UNKNOWN_BROKER, BROKER_ERROR, SESSION_LOST -> false;
        };
    complete(
        new BrokerOutcome.Failed(
            failure.kind(), failure.error(), failure.detail(), unknown && writes()));
  }

  final void complete(BrokerOutcome outcome) {
    if (ended()) {
      return;
    }
    end();
    if (timer != null) {
      timer.cancel();
    }
    if (outcome instanceof BrokerOutcome.Failed) {
      onUnanswered();
    }
    desk.done(this, outcome);
  }

  /** Whether it came too late to be sent; it has timed out then. */
  final boolean overdue() {
    boolean late = deadlineNanos() - desk.timers().nowNanos() <= 0;
    if (late) {
      timedOut();
    }
    return late;
  }

  final void timedOut() {
    Place place = place();
    String where = place == null ? "not sent" : place.whereabouts();
    complete(
        new BrokerOutcome.Failed(
            Kind.TIMED_OUT, ErrorCode.NONE, api() + " timed out: " + where, writes()));
  }

  /** Whether it changes something, and may by now have done so. */
  boolean writes() {
    return false;
  }

  /** Called when the call completes without its reply. */
  void onUnanswered() {}
}
