package io.toppar.app.engine;

import io.toppar.ports.BrokerOutcome;

/** Counts the requests to one broker. The duty thread only. */
final class BrokerTraffic {

  private long sent;
  private long answered;
  private long timedOut;
  private int open;
  private long sentNanos;
  private long answeredNanos;

  void sent(long nowNanos) {
    sent++;
    open++;
    sentNanos = nowNanos;
  }

  void ended(BrokerOutcome outcome, long nowNanos) {
    open--;
    if (isReply(outcome)) {
      answered++;
      answeredNanos = nowNanos;
    } else if (outcome instanceof BrokerOutcome.Failed failed
        && failed.kind() == BrokerOutcome.Kind.TIMED_OUT) {
      timedOut++;
    }
  }

  private static boolean isReply(BrokerOutcome outcome) {
    return !(outcome instanceof BrokerOutcome.Failed failed)
        || switch (failed.kind()) {
          case BROKER_ERROR, SESSION_LOST -> true;
          case TRANSPORT, TIMED_OUT, CANCELLED, UNSUPPORTED, UNKNOWN_BROKER, MALFORMED -> false;
        };
  }

  ClientReadings.Traffic at(long nowNanos) {
    return new ClientReadings.Traffic(
        sent,
        answered,
        timedOut,
        open,
        sent == 0 ? -1 : Math.max(0, nowNanos - sentNanos),
        answered == 0 ? -1 : Math.max(0, nowNanos - answeredNanos));
  }
}
