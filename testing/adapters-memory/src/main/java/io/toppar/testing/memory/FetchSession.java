package io.toppar.testing.memory;

import io.toppar.domain.FetchPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a broker remembers of one reader (KIP-227): the partitions wanted, in the order in which
 * they are served, and what it last told of each. Guarded by the cluster.
 */
final class FetchSession {

  private final int id;
  private final Map<TopicPartition, Wanted> wanted = new LinkedHashMap<>();

  /** One partition wanted. */
  static final class Wanted {

    private static final long NEVER = Long.MIN_VALUE;

    final FetchPartition ask;
    private long toldEnd = NEVER;
    private long toldStart = NEVER;

    Wanted(FetchPartition ask) {
      this.ask = ask;
    }

    /** Whether the log has not moved since it was last told of. */
    boolean knows(long end, long start) {
      return toldEnd == end && toldStart == start;
    }

    void told(long end, long start) {
      toldEnd = end;
      toldStart = start;
    }
  }

  FetchSession(int id) {
    this.id = id;
  }

  int id() {
    return id;
  }

  /** Takes what a request changes. */
  void apply(BrokerRequest.Fetch request) {
    if (request.fullList()) {
      wanted.clear();
    }
    for (TopicPartition forgotten : request.forgotten()) {
      wanted.remove(forgotten);
    }
    for (FetchPartition ask : request.changed()) {
      Wanted before = wanted.get(ask.topicPartition());
      Wanted now = new Wanted(ask);
      if (before != null) {
        now.told(before.toldEnd, before.toldStart);
      }
      wanted.put(ask.topicPartition(), now);
    }
  }

  boolean wants(TopicPartition topicPartition) {
    return wanted.containsKey(topicPartition);
  }

  boolean isEmpty() {
    return wanted.isEmpty();
  }

  /** What is wanted, in the order in which it is served. */
  List<Wanted> wanted() {
    return new ArrayList<>(wanted.values());
  }

  /** A partition that brought records goes behind the others. */
  void served(TopicPartition topicPartition) {
    Wanted served = wanted.remove(topicPartition);
    if (served != null) {
      wanted.put(topicPartition, served);
    }
  }
}
