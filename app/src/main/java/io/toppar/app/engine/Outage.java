package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import io.toppar.ports.BrokerOutcome;
import java.util.HashSet;
import java.util.Set;

/**
 * A time in which one and the same question fails again and again: tells failures that are news
 * from those that people have been warned of. Confined to one thread.
 */
final class Outage {

  private final Set<Cause> told = new HashSet<>();

  private record Cause(BrokerOutcome.Kind kind, ErrorCode error) {}

  /** Whether nothing has failed in this way since the last success. */
  boolean isNews(BrokerOutcome.Failed failure) {
    return told.add(new Cause(failure.kind(), failure.error()));
  }

  /** The question was answered. */
  void over() {
    told.clear();
  }
}
