package io.toppar.domain;

import java.util.List;

/**
 * What {@link MetadataCache} has learned: the changes, and only the changes.
 *
 * <p>Called on the owner's thread from inside an input of the cache, and must not call back into
 * it. Order within one answer: for each topic its id, its failure, its state, its count, its
 * leaders, in the order of the answer; the brokers last, when no partition is led any more by a
 * broker that has gone (B199).
 */
public interface MetadataEffects {

  /**
   * The partition is led by another broker, or by the same under another epoch (M7, M8, M10).
   *
   * @param leaderId node id of the leader; -1 if nobody leads, or a broker that is not listed
   * @param leaderEpoch the leader's epoch; -1 where unknown, which takes back no epoch told before
   */
  void leaderChanged(TopicPartition partition, int leaderId, int leaderEpoch);

  /**
   * The topic has another number of partitions (M13, M14).
   *
   * @param oldCount -1 if the topic was not known yet, 0 if it was gone
   * @param newCount 0 if the topic is gone
   */
  void partitionCountChanged(String topic, int oldCount, int newCount);

  /** The topic is in another state, at first it is UNKNOWN (M12). */
  void topicStateChanged(String topic, TopicState state);

  /**
   * The topic cannot be used, told once per error: it is missing for longer than the grace time, or
   * its name is illegal, or it is denied (M12). It is still asked for, seldom; when it appears its
   * partition count changes.
   */
  void topicFailed(String topic, ErrorCode error);

  /**
   * The topic's id has become known, or is another: then the topic has been deleted and made again
   * (M16).
   *
   * @param oldId {@link TopicId#ZERO} where none was known
   */
  void topicIdChanged(String topic, TopicId oldId, TopicId newId);

  /** An entry of the answer makes no sense and was skipped; for the log (B016). */
  void entrySkipped(String topic, int partition, String why);

  /** The live brokers, by node id. */
  void brokersChanged(List<BrokerEndpoint> brokers);
}
