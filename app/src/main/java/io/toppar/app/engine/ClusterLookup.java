package io.toppar.app.engine;

import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One question about the cluster that the application asked, tried again until a broker answers or
 * the time is over. The duty thread only.
 */
final class ClusterLookup extends Alarm {

  private final @Nullable List<String> names;
  private final long endNanos;
  private final CompletableFuture<ClusterMetadata> reply;
  private final BrokerCalls calls;
  private final TimingWheel wheel;
  private final long requestTimeoutNanos;
  private final long retryBackoffNanos;
  private String trouble = "no broker answered";

  ClusterLookup(
      @Nullable List<String> names,
      long endNanos,
      CompletableFuture<ClusterMetadata> reply,
      BrokerCalls calls,
      TimingWheel wheel,
      long requestTimeoutNanos,
      long retryBackoffNanos) {
    this.names = names;
    this.endNanos = endNanos;
    this.reply = reply;
    this.calls = calls;
    this.wheel = wheel;
    this.requestTimeoutNanos = requestTimeoutNanos;
    this.retryBackoffNanos = retryBackoffNanos;
  }

  @Override
  void ring(long nowNanos) {
    attempt(nowNanos);
  }

  void attempt(long nowNanos) {
    if (Deadlines.reached(endNanos, nowNanos)) {
      fail();
      return;
    }
    long deadline = Deadlines.earlier(endNanos, Deadlines.after(nowNanos, requestTimeoutNanos));
    calls.submit(
        new BrokerRequest.Metadata(BrokerRequest.ANY_BROKER, names, List.of(), false, deadline),
        this::onOutcome);
  }

  private void onOutcome(BrokerOutcome outcome, long nowNanos) {
    if (outcome instanceof BrokerOutcome.Metadata answer) {
      reply.complete(answer.cluster());
      return;
    }
    BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
    trouble = failed.detail();
    switch (failed.kind()) {
      case CANCELLED, UNSUPPORTED -> fail();
      default -> {
        long next = Deadlines.after(nowNanos, retryBackoffNanos);
        wheel.arm(this, Deadlines.earlier(next, endNanos));
      }
    }
  }

  private void fail() {
    reply.completeExceptionally(
        new EngineException(ErrorCode.LOCAL_TIMED_OUT, "no metadata in time; last: " + trouble));
  }
}
