package io.toppar.testing.memory;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerOutcome.Failed;
import io.toppar.ports.BrokerOutcome.Kind;

/** The failures that a gateway in memory tells. */
final class GatewayFailures {

  private GatewayFailures() {}

  static Failed neverSent() {
    return of(Kind.CANCELLED, "the gateway is closed; make a new one");
  }

  static Failed cancelled(RequestFamily family, boolean sent) {
    return new Failed(
        Kind.CANCELLED,
        ErrorCode.NONE,
        "the gateway is closed; make a new one",
        sent && family.writes());
  }

  static Failed unknownBroker(int brokerId) {
    return of(
        Kind.UNKNOWN_BROKER,
        "no address is known for broker " + brokerId + "; ask for metadata first");
  }

  static Failed timedOut(int brokerId, RequestFamily family, boolean sent) {
    return new Failed(
        Kind.TIMED_OUT,
        ErrorCode.NONE,
        "broker " + brokerId + " did not answer the " + family + " request by its deadline",
        sent && family.writes());
  }

  static Failed unreachable(int brokerId) {
    return of(Kind.TRANSPORT, "broker " + brokerId + " cannot be reached; check that it runs");
  }

  static Failed disconnected(RequestFamily family, int brokerId) {
    return new Failed(
        Kind.TRANSPORT,
        ErrorCode.NONE,
        "the connection to broker " + brokerId + " was lost; ask again",
        family.writes());
  }

  static Failed refused(int brokerId, ErrorCode error) {
    return new Failed(
        Kind.BROKER_ERROR, error, "broker " + brokerId + " answered: " + error.describe(), false);
  }

  static Failed sessionLost(int brokerId) {
    return new Failed(
        Kind.SESSION_LOST,
        ErrorCode.FETCH_SESSION_ID_NOT_FOUND,
        "broker " + brokerId + " has no fetch session of this client; list everything again",
        false);
  }

  private static Failed of(Kind kind, String detail) {
    return new Failed(kind, ErrorCode.NONE, detail, false);
  }
}
