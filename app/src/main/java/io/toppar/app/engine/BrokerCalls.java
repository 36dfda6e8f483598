package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.FetchedPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests in flight: which answer belongs to which question.
 *
 * <p>The duty thread only. A gateway owes every request one completion by its deadline, throttled
 * time not counted; for one that loses it, a guard answers in its place some seconds after the
 * latest time at which it could still come (B205). What arrives after that still owns its buffers,
 * which are released here (B207).
 */
final class BrokerCalls {

  private static final Logger LOG = LoggerFactory.getLogger(BrokerCalls.class);

  /** How much later than its deadline a request may rightly end, and some seconds. */
  private static final long GUARD_NANOS =
      BrokerGateway.MAX_THROTTLED.toNanos() + TimeUnit.SECONDS.toNanos(5);

  private final BrokerGateway gateway;
  private final TimingWheel wheel;
  private final Map<Long, Call> open = new HashMap<>();
  private final Map<Integer, BrokerTraffic> traffic = new HashMap<>();
  private long nextToken = 1;

  /** Takes what became of a request, and the ownership of its buffers. */
  interface Answer {
    void accept(BrokerOutcome outcome, long nowNanos);
  }

  private final class Call extends Alarm {
    final long token;
    final BrokerRequest request;
    final Answer answer;
    @Nullable RuntimeException thrown;

    Call(long token, BrokerRequest request, Answer answer) {
      this.token = token;
      this.request = request;
      this.answer = answer;
    }

    @Override
    void ring(long nowNanos) {
      open.remove(token);
      String detail =
          "the gateway "
              + (thrown == null ? "never answered" : "threw " + thrown + " at")
              + " a "
              + request.getClass().getSimpleName()
              + " of broker "
              + request.brokerId()
              + "; it owes every request one completion";
      LOG.error("{}", detail);
      end(
          this,
          new BrokerOutcome.Failed(BrokerOutcome.Kind.TIMED_OUT, ErrorCode.NONE, detail, true),
          nowNanos);
    }
  }

  BrokerCalls(BrokerGateway gateway, TimingWheel wheel) {
    this.gateway = gateway;
    this.wheel = wheel;
  }

  void submit(BrokerRequest request, Answer answer) {
    Call call = new Call(nextToken++, request, answer);
    open.put(call.token, call);
    traffic
        .computeIfAbsent(request.brokerId(), first -> new BrokerTraffic())
        .sent(wheel.nowNanos());
    wheel.arm(call, Deadlines.after(request.deadlineNanos(), GUARD_NANOS));
    try {
      gateway.submit(request, call.token);
    } catch (RuntimeException e) {
      call.thrown = e;
      wheel.armNow(call);
    }
  }

  void complete(BrokerCompletion completion, long nowNanos) {
    Call call = open.remove(completion.token());
    if (call == null) {
      LOG.warn("a completion came for request {}, which is over", completion.token());
      release(completion.outcome());
      return;
    }
    wheel.cancel(call);
    end(call, completion.outcome(), nowNanos);
  }

  private void end(Call call, BrokerOutcome outcome, long nowNanos) {
    BrokerTraffic counted = traffic.get(call.request.brokerId());
    if (counted != null) {
      counted.ended(outcome, nowNanos);
    }
    call.answer.accept(outcome, nowNanos);
  }

  /** The brokers that were asked anything; -1 for what any may answer. */
  Set<Integer> brokers() {
    return traffic.keySet();
  }

  /** What was asked of a broker and answered so far. */
  ClientReadings.Traffic traffic(int brokerId, long nowNanos) {
    BrokerTraffic counted = traffic.get(brokerId);
    return counted == null ? ClientReadings.Traffic.NONE : counted.at(nowNanos);
  }

  /** Number of requests in flight. */
  int open() {
    return open.size();
  }

  /** Gives back what nobody will read. */
  static void release(BrokerOutcome outcome) {
    if (outcome instanceof BrokerOutcome.Fetched fetched) {
      for (FetchedPartition part : fetched.partitions()) {
        if (part.batches() != null) {
          part.batches().release();
        }
      }
    }
  }

  /** The code that stands for a request without a reply. */
  static ErrorCode code(BrokerOutcome.Failed failed) {
    return switch (failed.kind()) {
      case TRANSPORT -> ErrorCode.LOCAL_TRANSPORT;
      case UNKNOWN_BROKER -> ErrorCode.BROKER_NOT_AVAILABLE;
      case TIMED_OUT -> ErrorCode.LOCAL_TIMED_OUT;
      case CANCELLED -> ErrorCode.LOCAL_DESTROY;
      case UNSUPPORTED -> ErrorCode.LOCAL_UNSUPPORTED_FEATURE;
      case MALFORMED -> ErrorCode.LOCAL_BAD_MSG;
      case BROKER_ERROR, SESSION_LOST ->
          failed.error() == ErrorCode.NONE ? ErrorCode.UNKNOWN_SERVER_ERROR : failed.error();
    };
  }

  /** An answer of the wrong family is a fault of the gateway, and counts as no reply. */
  static BrokerOutcome.Failed failure(BrokerOutcome outcome) {
    if (outcome instanceof BrokerOutcome.Failed failed) {
      return failed;
    }
    release(outcome);
    return new BrokerOutcome.Failed(
        BrokerOutcome.Kind.MALFORMED,
        ErrorCode.NONE,
        "the gateway answered with a "
            + outcome.getClass().getSimpleName()
            + ", which was not asked for",
        false);
  }
}
