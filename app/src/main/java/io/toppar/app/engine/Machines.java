package io.toppar.app.engine;

import io.toppar.ports.BrokerCompletion;

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

  /** A request to a broker has ended. */
  void onBroker(BrokerCompletion completion, long nowNanos);
}
