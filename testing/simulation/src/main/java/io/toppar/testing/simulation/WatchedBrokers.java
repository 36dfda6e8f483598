package io.toppar.testing.simulation;

import io.toppar.domain.FetchPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.simulation.Violation.Kind;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The gateway of a client that reads: who is asked for which partition, how much memory that takes,
 * and what is committed. Confined to its simulation's thread.
 */
final class WatchedBrokers extends WatchedGateway {

  private final Cluster cluster;
  private final Transcript transcript;
  private final Commits commits;
  private final Client.Listener listener;
  private final long memoryLimit;

  /** What each broker has been asked for, and who was asked last. */
  private final Map<Integer, Set<TopicPartition>> wanted = new TreeMap<>();

  private final Map<TopicPartition, Integer> owners = new TreeMap<>();

  /**
   * Watches a gateway.
   *
   * @param commits hears what is committed, if brokers keep the offsets
   * @param listener knows whether the application wants records of a partition now
   */
  WatchedBrokers(
      BrokerGateway gateway,
      Cluster cluster,
      Setup setup,
      Transcript transcript,
      Commits commits,
      Client.Listener listener) {
    super(
        gateway, cluster, transcript, (setup.requestMillis() + Setup.MAX_WAIT_MILLIS) * 1_000_000L);
    this.cluster = cluster;
    this.transcript = transcript;
    this.commits = commits;
    this.listener = listener;
    this.memoryLimit = Math.max(setup.bufferBytes(), setup.partitionFetchBytes());
  }

  /** The broker that was last asked for a partition, or -1. */
  int owner(TopicPartition name) {
    return owners.getOrDefault(name, -1);
  }

  @Override
  void answered(BrokerRequest request, BrokerCompletion completion) {
    if (completion.outcome() instanceof BrokerOutcome.Fetched) {
      checkMemory();
    }
    if (request instanceof BrokerRequest.OffsetCommit commit) {
      commits.answered(commit, completion.token(), completion.outcome());
    }
  }

  @Override
  void asking(BrokerRequest request, long token) {
    if (request instanceof BrokerRequest.Fetch fetch) {
      checkOwner(fetch);
    }
    if (request instanceof BrokerRequest.OffsetCommit commit) {
      commits.asking(commit, token);
    }
  }

  /** One batch of each broker may be greater than what was asked for. */
  private void checkMemory() {
    long inUse = cluster.bytesInUse();
    long limit = memoryLimit + (long) Cluster.BROKERS * cluster.largestBatchBytes();
    if (inUse > limit) {
      throw new Violation(Kind.MEMORY, inUse + " bytes are in use; the limit is " + limit);
    }
  }

  private void checkOwner(BrokerRequest.Fetch fetch) {
    int broker = fetch.brokerId();
    Set<TopicPartition> names = wanted.computeIfAbsent(broker, id -> new LinkedHashSet<>());
    if (fetch.fullList()) {
      names.clear();
    }
    fetch.forgotten().forEach(names::remove);
    for (FetchPartition partition : fetch.changed()) {
      TopicPartition name = partition.topicPartition();
      if (!listener.mayBeFetched(name)) {
        throw new Violation(Kind.UNWANTED, name + " is fetched, paused or not assigned");
      }
      names.add(name);
      owners.put(name, broker);
      transcript.note("fetch", Cluster.index(name), partition.fetchOffset(), broker);
    }
    for (TopicPartition name : names) {
      if (!Objects.equals(owners.get(name), broker)) {
        throw new Violation(
            Kind.OWNER, name + " is asked of broker " + broker + " and of " + owners.get(name));
      }
    }
  }
}
