package io.toppar.testing.simulation;

import io.toppar.domain.Deadlines;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.ports.Compression;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A gateway as its client sees it: every request is checked as it goes out, and completions may be
 * kept back, against the port's promise. Confined to its simulation's thread.
 */
abstract class WatchedGateway implements BrokerGateway {

  private final BrokerGateway gateway;
  private final Brokers brokers;
  private final Transcript transcript;
  private final long mostNanos;
  private final Map<Long, BrokerRequest> open = new LinkedHashMap<>();
  private final ArrayDeque<BrokerCompletion> kept = new ArrayDeque<>();
  private int toKeep;
  private boolean keepsOfGroups;
  private @Nullable Inbox inbox;

  /**
   * Watches a gateway.
   *
   * @param mostNanos the most time that a request may be given
   */
  WatchedGateway(BrokerGateway gateway, Brokers brokers, Transcript transcript, long mostNanos) {
    this.gateway = gateway;
    this.brokers = brokers;
    this.transcript = transcript;
    this.mostNanos = mostNanos;
  }

  /** A request is about to go out. */
  abstract void asking(BrokerRequest request, long token);

  /** What became of a request is about to be told, unless it is kept back. */
  abstract void answered(BrokerRequest request, BrokerCompletion completion);

  /** The next completions are kept back, or the next of those that coordinators have to do with. */
  void keepBack(int completions, boolean ofGroups) {
    toKeep = completions;
    keepsOfGroups = ofGroups;
  }

  private static boolean isOfGroups(BrokerRequest request) {
    return request instanceof BrokerRequest.OffsetCommit
        || request instanceof BrokerRequest.OffsetFetch
        || request instanceof BrokerRequest.FindCoordinator;
  }

  /** What was kept back comes. */
  void letGo() {
    toKeep = 0;
    while (!kept.isEmpty()) {
      Objects.requireNonNull(inbox).post(kept.removeFirst());
    }
  }

  /** The requests that have not been completed. */
  int open() {
    return open.size();
  }

  @Override
  public final void open(Inbox theInbox) {
    inbox = theInbox;
    gateway.open(this::onCompletion);
  }

  private void onCompletion(BrokerCompletion completion) {
    BrokerRequest request = open.remove(completion.token());
    if (request == null) {
      throw new IllegalStateException("token " + completion.token() + " is completed twice");
    }
    boolean failed = completion.outcome() instanceof BrokerOutcome.Failed;
    transcript.note(
        failed ? "failed" : "reply",
        completion.token(),
        request.brokerId(),
        brokers.clock.nanoTime());
    answered(request, completion);
    if (toKeep > 0 && (!keepsOfGroups || isOfGroups(request))) {
      toKeep--;
      kept.addLast(completion);
    } else {
      Objects.requireNonNull(inbox).post(completion);
    }
  }

  @Override
  public final void submit(BrokerRequest request, long token) {
    long left = request.deadlineNanos() - brokers.clock.nanoTime();
    if (request.deadlineNanos() == Deadlines.NONE || left <= 0 || left > mostNanos) {
      throw new Violation(Kind.DEADLINE, request + " has " + left + " ns");
    }
    if (open.putIfAbsent(token, request) != null) {
      throw new Violation(Kind.BROKEN, "token " + token + " is used twice");
    }
    transcript.note(
        request.getClass().getSimpleName(), token, request.brokerId(), brokers.clock.nanoTime());
    asking(request, token);
    gateway.submit(request, token);
  }

  @Override
  public final BatchBuilder newBatch(
      int limitBytes, int expectedBytes, Compression compression, BatchMemory memory) {
    return gateway.newBatch(limitBytes, expectedBytes, compression, memory);
  }

  @Override
  public final void close(Duration timeout) {
    gateway.close(timeout);
  }
}
