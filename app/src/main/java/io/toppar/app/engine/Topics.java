package io.toppar.app.engine;

import io.toppar.domain.BrokerEndpoint;
import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.MetadataCache;
import io.toppar.domain.MetadataEffects;
import io.toppar.domain.MetadataPlan;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicId;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.TopicState;
import io.toppar.ports.BrokerOutcome;
import io.toppar.ports.BrokerRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Drives the metadata cache: asks when it plans to, and tells the partitions what has changed. The
 * duty thread only.
 */
final class Topics implements MetadataEffects {

  private static final Logger LOG = LoggerFactory.getLogger(Topics.class);

  private final MetadataCache cache;
  private final BrokerCalls calls;
  private final TimingWheel wheel;
  private final boolean autoCreateTopics;
  private final long requestTimeoutNanos;
  private final Listener listener;
  private final Map<String, Integer> wanted = new LinkedHashMap<>();
  private final ArrayDeque<LeaderChange> hints = new ArrayDeque<>();
  private final List<LeaderChange> leaderChanges = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<IdChange> idChanges = new ArrayList<>();
  private final Map<String, TopicState> stateChanges = new LinkedHashMap<>();
  private final Set<String> counted = new LinkedHashSet<>();
  private final Outage outage = new Outage();
  private boolean touched;
  private final Alarm alarm =
      new Alarm() {
        @Override
        void ring(long nowNanos) {
          touched = true;
        }
      };

  private record LeaderChange(TopicPartition partition, int leaderId, int leaderEpoch) {}

  private record Failure(String topic, ErrorCode error) {}

  private record IdChange(String topic, TopicId id) {}

  /** Hears what an answer has changed, after the cache has taken it whole. */
  interface Listener {

    void leader(TopicPartition partition, int leaderId, int leaderEpoch, long nowNanos);

    void topicId(String topic, TopicId id, long nowNanos);

    void topicState(String topic, TopicState state);

    /** The topic cannot be used. */
    void topicFailed(String topic, ErrorCode error, long nowNanos);

    /** These topics have another number of partitions. */
    void counted(Set<String> topics, long nowNanos);

    /** An answer came, or none: whoever waits for a leader may look again. */
    void answered(@Nullable String failure, long nowNanos);
  }

  Topics(
      MetadataCache cache,
      BrokerCalls calls,
      TimingWheel wheel,
      boolean autoCreateTopics,
      long requestTimeoutNanos,
      Listener listener) {
    this.cache = cache;
    this.calls = calls;
    this.wheel = wheel;
    this.autoCreateTopics = autoCreateTopics;
    this.requestTimeoutNanos = requestTimeoutNanos;
    this.listener = listener;
  }

  /** What is known. */
  MetadataCache known() {
    return cache;
  }

  /** One more wants this topic known. */
  void want(String topic, long nowNanos) {
    if (wanted.merge(topic, 1, Integer::sum) == 1) {
      cache.want(topic, nowNanos);
      touched = true;
    }
  }

  /** One less wants it. */
  void unwant(String topic) {
    Integer left = wanted.merge(topic, -1, Integer::sum);
    if (left != null && left <= 0) {
      wanted.remove(topic);
      cache.unwant(topic);
      touched = true;
    }
  }

  /** Somebody waits for the topic to have so many partitions; 0 for nobody. */
  void wantPartitions(String topic, int count, long nowNanos) {
    cache.wantPartitions(topic, count, nowNanos);
    touched = true;
  }

  void refresh(@Nullable String topic, RefreshReason reason, long nowNanos) {
    cache.refresh(topic, reason, nowNanos);
    touched = true;
  }

  void refreshFor(TopicPartition partition, RefreshReason reason, long nowNanos) {
    cache.refreshFor(partition, reason, nowNanos);
    touched = true;
  }

  /** A reply named a newer leader (M10); applied in {@link #turn}. */
  void hint(TopicPartition partition, int leaderId, int leaderEpoch) {
    hints.addLast(new LeaderChange(partition, leaderId, leaderEpoch));
  }

  /** Applies hints and sends the request that is due, if any. */
  int turn(long nowNanos) {
    LeaderChange hint = hints.pollFirst();
    while (hint != null) {
      cache.onLeaderHint(hint.partition(), hint.leaderId(), hint.leaderEpoch(), this);
      tell(nowNanos);
      hint = hints.pollFirst();
    }
    if (!touched) {
      return 0;
    }
    touched = false;
    MetadataPlan plan = cache.plan(nowNanos);
    if (plan != null) {
      ask(plan, nowNanos);
    }
    wheel.arm(alarm, cache.deadline());
    return plan == null ? 0 : 1;
  }

  private void ask(MetadataPlan plan, long nowNanos) {
    LOG.debug("asking for metadata of {}: {}", plan.topics(), plan.reason());
    calls.submit(
        new BrokerRequest.Metadata(
            BrokerRequest.ANY_BROKER,
            plan.topics(),
            List.of(),
            autoCreateTopics,
            Deadlines.after(nowNanos, requestTimeoutNanos)),
        this::onOutcome);
  }

  private void onOutcome(BrokerOutcome outcome, long nowNanos) {
    touched = true;
    if (outcome instanceof BrokerOutcome.Metadata answer) {
      outage.over();
      cache.onMetadata(answer.cluster(), nowNanos, this);
      tell(nowNanos);
      listener.answered(null, nowNanos);
    } else {
      BrokerOutcome.Failed failed = BrokerCalls.failure(outcome);
      if (failed.kind() != BrokerOutcome.Kind.CANCELLED) {
        Level level = outage.isNews(failed) ? Level.WARN : Level.DEBUG;
        LOG.atLevel(level).log("no metadata, it is asked for again: {}", failed.detail());
      }
      cache.onFailed(nowNanos);
      listener.answered(failed.detail(), nowNanos);
    }
  }

  /** Tells what was noted, now that the cache may be asked again. */
  private void tell(long nowNanos) {
    List<IdChange> ids = List.copyOf(idChanges);
    List<LeaderChange> leaders = List.copyOf(leaderChanges);
    List<Failure> failed = List.copyOf(failures);
    Set<String> topics = new LinkedHashSet<>(counted);
    stateChanges.forEach(listener::topicState);
    stateChanges.clear();
    idChanges.clear();
    leaderChanges.clear();
    failures.clear();
    counted.clear();
    for (IdChange change : ids) {
      listener.topicId(change.topic(), change.id(), nowNanos);
    }
    for (LeaderChange change : leaders) {
      listener.leader(change.partition(), change.leaderId(), change.leaderEpoch(), nowNanos);
    }
    for (Failure failure : failed) {
      listener.topicFailed(failure.topic(), failure.error(), nowNanos);
    }
    if (!topics.isEmpty()) {
      listener.counted(topics, nowNanos);
    }
  }

  @Override
  public void leaderChanged(TopicPartition partition, int leaderId, int leaderEpoch) {
    leaderChanges.add(new LeaderChange(partition, leaderId, leaderEpoch));
  }

  @Override
  public void partitionCountChanged(String topic, int oldCount, int newCount) {
    counted.add(topic);
  }

  @Override
  public void topicStateChanged(String topic, TopicState state) {
    stateChanges.put(topic, state);
  }

  @Override
  public void topicFailed(String topic, ErrorCode error) {
    failures.add(new Failure(topic, error));
  }

  @Override
  public void topicIdChanged(String topic, TopicId oldId, TopicId newId) {
    if (!oldId.isZero()) {
      LOG.warn("topic {} was deleted and made again: {} is now {}", topic, oldId, newId);
    }
    idChanges.add(new IdChange(topic, newId));
  }

  @Override
  public void entrySkipped(String topic, int partition, String why) {
    LOG.warn("metadata of {}[{}] was skipped: it {}", topic, partition, why);
  }

  @Override
  public void brokersChanged(List<BrokerEndpoint> brokers) {
    LOG.debug("brokers are now {}", brokers);
  }
}
