package io.toppar.testing.contracts;

import io.toppar.domain.FetchPartition;
import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A Fetch being put together by a test. Confined to the test's thread.
 *
 * <p>Unless said otherwise: a full list, read_committed, answered with the first byte or after 300
 * milliseconds, at most a mebibyte, due within 30 seconds.
 */
public final class FetchOrder {

  static final int MAX_WAIT_MILLIS = 300;
  private static final int MAX_BYTES = 1 << 20;

  private final GatewayProbe probe;
  private final int brokerId;
  private final List<FetchPartition> changed = new ArrayList<>();
  private final List<TopicPartition> forgotten = new ArrayList<>();
  private boolean fullList = true;
  private IsolationLevel isolationLevel = IsolationLevel.READ_COMMITTED;
  private int minBytes = 1;
  private int maxWaitMillis = MAX_WAIT_MILLIS;
  private int maxBytes = MAX_BYTES;
  private String rack = "";
  private Duration deadline = GatewayProbe.DEADLINE;

  FetchOrder(GatewayProbe probe, int brokerId) {
    this.probe = probe;
    this.brokerId = brokerId;
  }

  /** A change to what was asked before, not a full list. */
  public FetchOrder delta() {
    fullList = false;
    return this;
  }

  /** Wants a partition from an offset on. */
  public FetchOrder from(TopicPartition topicPartition, long offset) {
    return from(topicPartition, offset, -1, -1);
  }

  /** Wants a partition, with the epochs the client believes in. */
  public FetchOrder from(
      TopicPartition topicPartition, long offset, int currentLeaderEpoch, int lastFetchedEpoch) {
    TopicId id = probe.topicId(topicPartition.topic());
    return from(id, topicPartition, offset, currentLeaderEpoch, lastFetchedEpoch);
  }

  /** Wants a partition of the topic with this id. */
  public FetchOrder from(
      TopicId id,
      TopicPartition topicPartition,
      long offset,
      int currentLeaderEpoch,
      int lastFetchedEpoch) {
    changed.add(
        new FetchPartition(
            topicPartition, id, offset, currentLeaderEpoch, lastFetchedEpoch, -1, MAX_BYTES));
    return this;
  }

  /** Wants a partition no longer. */
  public FetchOrder forget(TopicPartition topicPartition) {
    forgotten.add(topicPartition);
    return this;
  }

  /** Reads with this isolation. */
  public FetchOrder isolation(IsolationLevel level) {
    isolationLevel = level;
    return this;
  }

  /** How long the broker may wait, and for how many bytes. */
  public FetchOrder waiting(int leastBytes, int millis) {
    minBytes = leastBytes;
    maxWaitMillis = millis;
    return this;
  }

  /** The most bytes of the reply. */
  public FetchOrder maxBytes(int bytes) {
    maxBytes = bytes;
    return this;
  }

  /** Reads from this rack (KIP-392). */
  public FetchOrder inRack(String name) {
    rack = name;
    return this;
  }

  /** When the request is due, from now on. */
  public FetchOrder due(Duration fromNow) {
    deadline = fromNow;
    return this;
  }

  /** The request. */
  public BrokerRequest.Fetch request() {
    return new BrokerRequest.Fetch(
        brokerId,
        fullList,
        List.copyOf(changed),
        List.copyOf(forgotten),
        minBytes,
        maxWaitMillis,
        maxBytes,
        isolationLevel,
        rack,
        probe.deadlineIn(deadline));
  }

  /** Submits it, waits, reads and releases everything in the reply. */
  public FetchNews ask() {
    return probe.news(probe.submit(request()));
  }
}
