package io.toppar.domain;

/**
 * The runtime object of one partition: where it is read from, where it stands, what it waits for.
 */
public final class Toppar {

  /** Stands for "no broker": no leader known, or delegated to the internal broker. */
  public static final int NO_BROKER = -1;

  private final TopicPartition topicPartition;

  /** A partition never started. */
  public Toppar(TopicPartition topicPartition, TopparConfig config) {
    this.topicPartition = topicPartition;
  }

  /** Which partition this is. */
  public TopicPartition topicPartition() {
    return topicPartition;
  }
}
