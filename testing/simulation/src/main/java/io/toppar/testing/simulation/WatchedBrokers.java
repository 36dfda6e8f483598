package io.toppar.testing.simulation;

import io.toppar.domain.Deadlines;
import io.toppar.domain.FetchPartition;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import io.toppar.testing.simulation.Violation.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The gateway as the client sees it: every request is checked as it goes out, and completions may
 * be kept back, against the port's promise. Confined to its simulation's thread.
 */
final class WatchedBrokers implements BrokerGateway {

  private final BrokerGateway gateway;
  private final Cluster cluster;
  private final Setup setup;
  private final Transcript transcript;
  private final Commits commits;
  private final Client.Listener listener;
  private final long memoryLimit;
  private final Map<Long, BrokerRequest> open = new LinkedHashMap<>();
  private final ArrayDeque<BrokerCompletion> kept = new ArrayDeque<>();

  /** What each broker has been asked for, and who was asked last. */
  private final Map<Integer, Set<TopicPartition>> wanted = new TreeMap<>();

  private final Map<TopicPartition, Integer> owners = new TreeMap<>();
  private int toKeep;
  private boolean keepsOfGroups;
  private @Nullable Inbox inbox;

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
    this.commits = commits;
    this.listener = listener;
    this.gateway = gateway;
    this.cluster = cluster;
    this.transcript = transcript;
    this.setup = setup;
    this.memoryLimit = Math.max(setup.bufferBytes(), setup.partitionFetchBytes());
  }

  /** The next completions are kept back, or the next of those that coordinators have to do with. */
  void keepBack(int completions, boolean ofGroups) {
    toKeep = completions;
    keepsOfGroups = ofGroups;
  }

  private static boolean isOfGroups(BrokerRequest request) {
    return request instanceof BrokerRequest.OffsetCommit
        || request instanceof BrokerRequest.OffsetFetch
        || request instanceof BrokerRequest.FindCoordinator;
  }

  /** What was kept back comes. */
  void letGo() {
    toKeep = 0;
    while (!kept.isEmpty()) {
      Objects.requireNonNull(inbox).post(kept.removeFirst());
    }
  }

  /** The requests that have not been completed. */
  int open() {
    return open.size();
  }

  /** The broker that was last asked for a partition, or -1. */
  int owner(TopicPartition name) {
    return owners.getOrDefault(name, -1);
  }

  @Override
  public void open(Inbox theInbox) {
    inbox = theInbox;
    gateway.open(this::onCompletion);
  }

  private void onCompletion(BrokerCompletion completion) {
    BrokerRequest request = open.remove(completion.token());
    if (request == null) {
      throw new IllegalStateException("token " + completion.token() + " is completed twice");
    }
    boolean failed = completion.outcome() instanceof BrokerOutcome.Failed;
    transcript.note(
        failed ? "failed" : "reply",
        completion.token(),
        request.brokerId(),
        cluster.clock.nanoTime());
    if (completion.outcome() instanceof BrokerOutcome.Fetched) {
      checkMemory();
    }
    if (request instanceof BrokerRequest.OffsetCommit commit) {
      commits.answered(commit, completion.token(), completion.outcome());
    }
    if (toKeep > 0 && (!keepsOfGroups || isOfGroups(request))) {
      toKeep--;
      kept.addLast(completion);
    } else {
      Objects.requireNonNull(inbox).post(completion);
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

  @Override
  public void submit(BrokerRequest request, long token) {
    long left = request.deadlineNanos() - cluster.clock.nanoTime();
    long most = (setup.requestMillis() + Setup.MAX_WAIT_MILLIS) * 1_000_000L;
    if (request.deadlineNanos() == Deadlines.NONE || left <= 0 || left > most) {
      throw new Violation(Kind.DEADLINE, request + " has " + left + " ns");
    }
    if (open.putIfAbsent(token, request) != null) {
      throw new Violation(Kind.BROKEN, "token " + token + " is used twice");
    }
    transcript.note(
        request.getClass().getSimpleName(), token, request.brokerId(), cluster.clock.nanoTime());
    if (request instanceof BrokerRequest.Fetch fetch) {
      checkOwner(fetch);
    }
    if (request instanceof BrokerRequest.OffsetCommit commit) {
      commits.asking(commit, token);
    }
    gateway.submit(request, token);
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

  @Override
  public void close(Duration timeout) {
    gateway.close(timeout);
  }
}
