package io.toppar.domain;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an answer changes what is known of a topic: which entries are good, which words are stale.
 *
 * <p>Stateless part of {@link MetadataCache}.
 */
final class TopicAnswers {

  private static final int NOBODY = -1;
  private static final int UNKNOWN = -1;

  private TopicAnswers() {}

  /**
   * Applies a topic's part of an answer; returns what is left to be asked. A broker that lags may
   * still tell of a topic that was deleted and made again since: that is stale as a whole.
   */
  static RetryPace.Next apply(
      CachedTopic topic,
      TopicMetadata answer,
      Map<Integer, BrokerEndpoint> brokers,
      long graceNanos,
      long nowNanos,
      MetadataEffects effects) {
    if (answer.error() != ErrorCode.NONE) {
      boolean gone = topic.failing(answer.error(), nowNanos, graceNanos);
      return applyError(topic, answer.error(), gone, effects);
    }
    if (topic.isReplaced(answer.id())) {
      return RetryPace.Next.SOON;
    }
    topic.fine();
    TopicId oldId = topic.id();
    boolean another = false;
    if (topic.identify(answer.id())) {
      another = !oldId.isZero();
      effects.topicIdChanged(topic.name(), oldId, answer.id());
    }
    int oldCount = topic.count();
    int newCount = answer.partitions().size();
    if (another) {
      topic.startOver(newCount);
    } else {
      topic.grow(newCount);
    }
    tellState(topic, effects);
    if (topic.count() != oldCount) {
      effects.partitionCountChanged(topic.name(), oldCount, topic.count());
    }
    boolean complete = moveLeaders(topic, answer.partitions(), brokers, !another, effects);
    if (another) {
      tellAllLeaders(topic, effects);
    }
    if (!complete || newCount == 0 || !topic.everyPartitionIsLed()) {
      return RetryPace.Next.SOON;
    }
    return topic.lacksPartitions() ? RetryPace.Next.SELDOM : RetryPace.Next.NONE;
  }

  private static void tellState(CachedTopic topic, MetadataEffects effects) {
    TopicState state = topic.state();
    if (topic.firstTold(state)) {
      effects.topicStateChanged(topic.name(), state);
    }
  }

  /** Applies the good entries; false if there were others (B016). */
  private static boolean moveLeaders(
      CachedTopic topic,
      List<PartitionMetadata> entries,
      Map<Integer, BrokerEndpoint> brokers,
      boolean tellMoves,
      MetadataEffects effects) {
    BitSet seen = new BitSet(Math.max(topic.count(), 0));
    boolean complete = true;
    for (PartitionMetadata entry : entries) {
      int partition = entry.partition();
      String fault = fault(topic, partition, seen);
      if (fault != null) {
        effects.entrySkipped(topic.name(), partition, fault);
        complete = false;
        continue;
      }
      seen.set(partition);
      boolean listed = brokers.isEmpty() || brokers.containsKey(entry.leaderId());
      int leaderId = listed && entry.leaderId() >= 0 ? entry.leaderId() : NOBODY;
      if (topic.moveLeader(partition, leaderId, entry.leaderEpoch()) && tellMoves) {
        tellLeader(topic, partition, effects);
      }
    }
    return complete;
  }

  private static @Nullable String fault(CachedTopic topic, int partition, BitSet seen) {
    if (partition < 0 || partition >= topic.count()) {
      return "is outside the announced partitions 0 to " + (topic.count() - 1);
    }
    return seen.get(partition) ? "is listed twice" : null;
  }

  /** Keeps the leaders and the count (M7, B017), unless the topic is gone for good (M12, M14). */
  private static RetryPace.Next applyError(
      CachedTopic topic, ErrorCode error, boolean gone, MetadataEffects effects) {
    ErrorActions actions = ErrorTable.actions(ErrorContext.METADATA, error);
    boolean lasting =
        gone || actions.has(ErrorAction.PERMANENT) || actions.has(ErrorAction.LONG_BACK_OFF);
    boolean told =
        lasting || actions.has(ErrorAction.INFORM) || actions.has(ErrorAction.INFORM_ONCE);
    if (told && topic.firstReport(error)) {
      effects.topicFailed(topic.name(), error);
    }
    tellState(topic, effects);
    if (gone && topic.count() > 0) {
      dissolve(topic, effects);
    }
    return lasting ? RetryPace.Next.SELDOM : RetryPace.Next.SOON;
  }

  private static void dissolve(CachedTopic topic, MetadataEffects effects) {
    int oldCount = topic.count();
    for (int partition = 0; partition < oldCount; partition++) {
      if (topic.moveLeader(partition, NOBODY, UNKNOWN)) {
        tellLeader(topic, partition, effects);
      }
    }
    topic.startOver(0);
    effects.partitionCountChanged(topic.name(), oldCount, 0);
  }

  private static void tellAllLeaders(CachedTopic topic, MetadataEffects effects) {
    for (int partition = 0; partition < topic.count(); partition++) {
      tellLeader(topic, partition, effects);
    }
  }

  /** Tells who leads this partition now. */
  static void tellLeader(CachedTopic topic, int partition, MetadataEffects effects) {
    effects.leaderChanged(
        new TopicPartition(topic.name(), partition),
        topic.leaderId(partition),
        topic.leaderEpoch(partition));
  }
}
