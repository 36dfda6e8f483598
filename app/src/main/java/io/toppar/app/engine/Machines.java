package io.toppar.app.engine;

import io.toppar.domain.ClusterMetadata;
import io.toppar.ports.BrokerCompletion;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The machines of one client, and what connects them to the ports: what a {@link DutyCycle} turns.
 * The duty thread only.
 */
interface Machines {

  /** Rings what is due; how much was. */
  int ring(long nowNanos);

  /** Sends what the inputs of this turn have led to; how much was done. */
  int turn(long nowNanos);

  /** When to ring next, or {@code Deadlines.NONE}. */
  long nextDeadline();

  /** Asks a broker about the cluster, all topics for null; answered at the end at the latest. */
  void cluster(
      @Nullable List<String> topics,
      long deadlineNanos,
      CompletableFuture<ClusterMetadata> reply,
      long nowNanos);

  /** A request to a broker has ended. */
  void onBroker(BrokerCompletion completion, long nowNanos);
}
