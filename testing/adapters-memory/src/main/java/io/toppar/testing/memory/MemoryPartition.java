package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import java.util.List;

/** One partition: its replicas, its leader and its log. Guarded by the cluster. */
final class MemoryPartition {

  static final int NO_LEADER = -1;

  private final TopicPartition topicPartition;
  private final PartitionLog log = new PartitionLog();
  private List<Integer> replicas;
  private int leaderId;
  private int leaderEpoch;

  MemoryPartition(TopicPartition topicPartition, List<Integer> replicas) {
    this.topicPartition = topicPartition;
    this.replicas = replicas;
    this.leaderId = replicas.get(0);
    log.epochs().begin(leaderEpoch, 0);
  }

  TopicPartition topicPartition() {
    return topicPartition;
  }

  PartitionLog log() {
    return log;
  }

  List<Integer> replicas() {
    return replicas;
  }

  void replicas(List<Integer> ids) {
    replicas = List.copyOf(ids);
  }

  int leaderId() {
    return leaderId;
  }

  int leaderEpoch() {
    return leaderEpoch;
  }

  /** Another leader, or none, under the next epoch. */
  void lead(int brokerId) {
    leaderId = brokerId;
    leaderEpoch++;
    if (brokerId != NO_LEADER) {
      log.epochs().begin(leaderEpoch, log.end());
    }
  }
}
