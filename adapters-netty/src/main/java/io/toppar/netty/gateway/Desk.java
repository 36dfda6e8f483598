package io.toppar.netty.gateway;

import io.toppar.netty.connection.Timer;
import io.toppar.netty.connection.Timers;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerOutcome.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open requests of a gateway, their deadlines, and the way to the inbox. */
final class Desk {

  private static final Logger log = LoggerFactory.getLogger(Desk.class);

  private final Timers timers;
  private final BrokerGateway.Inbox inbox;
  private final Set<RequestCall> open = new LinkedHashSet<>();

  Desk(Timers timers, BrokerGateway.Inbox inbox) {
    this.timers = timers;
    this.inbox = inbox;
  }

  Timers timers() {
    return timers;
  }

  void opened(RequestCall call) {
    open.add(call);
    arm(call);
  }

  int size() {
    return open.size();
  }

  void done(RequestCall call, BrokerOutcome outcome) {
    open.remove(call);
    post(call.token(), outcome);
  }

  void post(long token, BrokerOutcome outcome) {
    try {
      inbox.post(new BrokerCompletion(token, outcome));
    } catch (RuntimeException refused) {
      log.error("the inbox refused the completion of request {}", token, refused);
    }
  }

  void cancelAll(String why) {
    List<RequestCall> cancelled = new ArrayList<>(open);
    for (RequestCall call : cancelled) {
      call.complete(
          new BrokerOutcome.Failed(
              Kind.CANCELLED,
              io.toppar.domain.ErrorCode.NONE,
              call.api() + ": " + why,
              call.writes()));
    }
  }

  private void arm(RequestCall call) {
    Timer timer = timers.at(call.deadlineNanos(), () -> onDeadline(call));
    call.armed(timer);
  }

  private void onDeadline(RequestCall call) {
    if (call.deadlineNanos() - timers.nowNanos() > 0) {
      arm(call);
    } else {
      call.timedOut();
    }
  }
}
