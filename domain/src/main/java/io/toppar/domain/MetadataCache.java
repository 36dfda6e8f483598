package io.toppar.domain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the wanted topics and of the brokers, and when to ask again.
 *
 * <p>A machine for one owner thread. It judges which answers are stale (M7-M16) and paces its
 * questions: all that is wanted once per refresh interval; at once, then at growing jittered
 * intervals, what has no leader or what an error asked for (M9), each topic by its own clock; every
 * ten seconds what has failed or lacks a partition that is waited for. At most one request is in
 * flight.
 *
 * <p>Driver: whenever an input was given or {@link #deadline()} has been reached, call {@link
 * #plan}; send what it returns; hand the outcome to {@link #onMetadata} or {@link #onFailed}.
 *
 * <p>Nothing of an answer is kept but what is said of wanted topics. Iteration orders are fixed, so
 * a run replays from the seed of its random generator.
 */
public final class MetadataCache {

  private static final int NOBODY = -1;
  private static final int UNKNOWN = -1;

  private final MetadataConfig config;
  private final RefreshPacer pacer;
  private final Map<String, CachedTopic> topics = new LinkedHashMap<>();
  private SortedMap<Integer, BrokerEndpoint> brokers = new TreeMap<>();
  private int controllerId = NOBODY;
  private @Nullable String clusterId;

  /** A cache that knows nothing and wants nothing; the generator makes the jitter. */
  public MetadataCache(MetadataConfig config, RandomGenerator random) {
    this.config = config;
    this.pacer = new RefreshPacer(config, random);
  }

  /** Keep this topic known from now on; asked for at once. Wanting twice is wanting once. */
  public void want(String topic, long nowNanos) {
    if (!topics.containsKey(topic)) {
      CachedTopic wanted = new CachedTopic(topic);
      topics.put(topic, wanted);
      pacer.demand(wanted, RefreshReason.UNKNOWN_LEADER, nowNanos);
    }
  }

  /**
   * Somebody waits for the topic to have so many partitions, 0 for nobody: as long as it has fewer
   * it is asked for at once, and then every ten seconds (M15).
   */
  public void wantPartitions(String topic, int count, long nowNanos) {
    CachedTopic known = topics.get(topic);
    if (known != null && known.wantPartitions(count)) {
      pacer.demand(known, RefreshReason.UNKNOWN_PARTITION, nowNanos);
    }
  }

  /** Forget this topic. */
  public void unwant(String topic) {
    CachedTopic forgotten = topics.remove(topic);
    if (forgotten != null) {
      pacer.forget(forgotten);
    }
  }

  /**
   * Ask again soon.
   *
   * @param topic the topic; null for the brokers and all that is wanted. One that is not wanted is
   *     not asked for
   */
  public void refresh(@Nullable String topic, RefreshReason reason, long nowNanos) {
    if (topic == null) {
      pacer.demandAll(reason, nowNanos);
      return;
    }
    CachedTopic known = topics.get(topic);
    if (known != null) {
      pacer.demand(known, reason, nowNanos);
    }
  }

  /**
   * A partition asks for metadata of its topic. One that misses its leader only because the topic
   * is gone, or does not have it, learns of both by what is asked every ten seconds anyway (M9,
   * M15).
   */
  public void refreshFor(TopicPartition partition, RefreshReason reason, long nowNanos) {
    CachedTopic known = topics.get(partition.topic());
    if (known != null
        && (reason != RefreshReason.UNKNOWN_LEADER || known.mayLead(partition.partition()))) {
      pacer.demand(known, reason, nowNanos);
    }
  }

  /** The request to send now, which is then in flight; null if none is due or one is in flight. */
  public @Nullable MetadataPlan plan(long nowNanos) {
    return pacer.plan(topics.values(), nowNanos);
  }

  /** When to call {@link #plan} next; {@link Deadlines#NONE} while a request is in flight. */
  public long deadline() {
    return pacer.deadline();
  }

  /** The request in flight has failed as a whole. */
  public void onFailed(long nowNanos) {
    pacer.failed(nowNanos);
  }

  /** The request in flight was answered. An answer to some other request is as welcome. */
  public void onMetadata(ClusterMetadata answer, long nowNanos, MetadataEffects effects) {
    controllerId = answer.controllerId();
    clusterId = answer.clusterId() == null ? clusterId : answer.clusterId();
    SortedMap<Integer, BrokerEndpoint> listed = byId(answer.brokers());
    boolean changed = !listed.isEmpty() && !listed.equals(brokers);
    boolean someHaveGone = changed && !listed.keySet().containsAll(brokers.keySet());
    if (changed) {
      brokers = listed;
    }
    pacer.answered(nowNanos);
    for (TopicMetadata topic : answer.topics()) {
      CachedTopic known = topics.get(topic.name());
      if (known != null) {
        RetryPace.Next next =
            TopicAnswers.apply(
                known, topic, brokers, config.propagationMaxNanos(), nowNanos, effects);
        pacer.settle(known, next, nowNanos);
      }
    }
    pacer.retryUnanswered(nowNanos);
    if (someHaveGone) {
      dropLeadersThatHaveGone(nowNanos, effects);
    }
    if (changed) {
      effects.brokersChanged(brokers());
    }
  }

  /**
   * A reply told the new leader beside its error (KIP-951, M10). It is taken unless it is stale or
   * carries no epoch; the partition must be known.
   */
  public void onLeaderHint(
      TopicPartition partition, int leaderId, int leaderEpoch, MetadataEffects effects) {
    CachedTopic topic = topics.get(partition.topic());
    if (topic != null
        && leaderId >= 0
        && leaderEpoch >= 0
        && topic.moveLeader(partition.partition(), leaderId, leaderEpoch)) {
      TopicAnswers.tellLeader(topic, partition.partition(), effects);
    }
  }

  /** Node id of the partition's leader; -1 if it has none or is not known. */
  public int leaderId(TopicPartition partition) {
    CachedTopic topic = topics.get(partition.topic());
    return topic == null ? NOBODY : topic.leaderId(partition.partition());
  }

  /** Epoch of {@link #leaderId}, to be fenced by; -1 where unknown. */
  public int leaderEpoch(TopicPartition partition) {
    CachedTopic topic = topics.get(partition.topic());
    return topic == null ? UNKNOWN : topic.leaderEpoch(partition.partition());
  }

  /** Number of partitions; -1 where unknown, 0 if the topic is gone. */
  public int partitionCount(String topic) {
    CachedTopic known = topics.get(topic);
    return known == null ? UNKNOWN : known.count();
  }

  /** What is known of the topic as a whole; UNKNOWN if it is not wanted (M12). */
  public TopicState topicState(String topic) {
    CachedTopic known = topics.get(topic);
    return known == null ? TopicState.UNKNOWN : known.state();
  }

  /** The topic's id, or {@link TopicId#ZERO}. */
  public TopicId topicId(String topic) {
    CachedTopic known = topics.get(topic);
    return known == null ? TopicId.ZERO : known.id();
  }

  /**
   * What the last answer said of the topic, also while it is held back from the application (M12);
   * {@link ErrorCode#NONE} if it is fine, was not answered yet, or is not wanted.
   */
  public ErrorCode topicError(String topic) {
    CachedTopic known = topics.get(topic);
    return known == null ? ErrorCode.NONE : known.error();
  }

  /** When the topic was asked for first; {@link Deadlines#NONE} if not yet. */
  public long firstAskedNanos(String topic) {
    CachedTopic known = topics.get(topic);
    return known == null ? Deadlines.NONE : known.pace().firstAskedNanos();
  }

  /** The brokers of the last answer, by node id; a copy. */
  public List<BrokerEndpoint> brokers() {
    return List.copyOf(brokers.values());
  }

  /** The cluster's id, or null where no broker has told it. */
  public @Nullable String clusterId() {
    return clusterId;
  }

  /** Node id of the controller, or -1. */
  public int controllerId() {
    return controllerId;
  }

  private void dropLeadersThatHaveGone(long nowNanos, MetadataEffects effects) {
    for (CachedTopic topic : topics.values()) {
      boolean dropped = false;
      for (int partition = 0; partition < topic.count(); partition++) {
        int leaderId = topic.leaderId(partition);
        if (leaderId != NOBODY && !brokers.containsKey(leaderId)) {
          topic.moveLeader(partition, NOBODY, UNKNOWN);
          TopicAnswers.tellLeader(topic, partition, effects);
          dropped = true;
        }
      }
      if (dropped) {
        pacer.demand(topic, RefreshReason.UNKNOWN_LEADER, nowNanos);
      }
    }
  }

  private static SortedMap<Integer, BrokerEndpoint> byId(List<BrokerEndpoint> brokers) {
    SortedMap<Integer, BrokerEndpoint> byId = new TreeMap<>();
    for (BrokerEndpoint broker : brokers) {
      byId.putIfAbsent(broker.id(), broker);
    }
    return byId;
  }
}
