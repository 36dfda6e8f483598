package io.toppar.netty.connection;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerOutcome;

/**
 * Why a call, an attempt to connect or a connection came to nothing. Immutable, any thread.
 *
 * @param kind the kind, as the port tells it
 * @param error the broker's code, or {@link ErrorCode#NONE}
 * @param detail one line: what, which broker and address, what to do
 */
public record Failure(BrokerOutcome.Kind kind, ErrorCode error, String detail) {

  /** A failure without a broker's code. */
  public static Failure of(BrokerOutcome.Kind kind, String detail) {
    return new Failure(kind, ErrorCode.NONE, detail);
  }

  /** The same failure, its detail behind some words. */
  public Failure under(String context) {
    return new Failure(kind, error, context + ": " + detail);
  }
}
