package io.toppar.domain;

import java.util.List;

/**
 * A metadata request that is due now. Immutable, any thread.
 *
 * @param topics names to ask for, each once, in an order that replays; empty asks for the brokers
 *     only
 * @param reason why, for logs; one cause where there are several
 */
public record MetadataPlan(List<String> topics, RefreshReason reason) {

  /** Copies the names. */
  public MetadataPlan {
    topics = List.copyOf(topics);
  }
}
