package io.toppar.testing.memory;

import io.toppar.domain.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One partition: its replicas, its leader and its log. Guarded by the cluster. */
final class MemoryPartition {

  static final int NO_LEADER = -1;

  private final TopicPartition topicPartition;
  private final PartitionLog log = new PartitionLog();
  private final Map<Integer, Lag> lags = new TreeMap<>();
  private @Nullable Integer namedReplica;
  private List<Integer> replicas;
  private int leaderId;
  private int leaderEpoch;

  /** How far a follower has come. */
  private record Lag(long logEnd, long highWatermark) {}

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

  /** Holds a follower where it is, until it is let go or leads. */
  void hold(int brokerId, long logEnd, long highWatermark) {
    lags.put(brokerId, new Lag(logEnd, highWatermark));
  }

  void letGo(int brokerId) {
    lags.remove(brokerId);
  }

  /** How far this replica has the log. */
  ReplicaView view(int brokerId) {
    ReplicaView whole = ReplicaView.of(log);
    Lag lag = lags.get(brokerId);
    return lag == null ? whole : whole.upTo(lag.logEnd(), lag.highWatermark());
  }

  /** The replica that the leader names to every reader with a rack, or null: as racks are. */
  @Nullable Integer namedReplica() {
    return namedReplica;
  }

  void nameReplica(@Nullable Integer brokerId) {
    namedReplica = brokerId;
  }

  /** Another leader, or none, under the next epoch. */
  void lead(int brokerId) {
    lags.remove(brokerId);
    leaderId = brokerId;
    leaderEpoch++;
    if (brokerId != NO_LEADER) {
      log.epochs().begin(leaderEpoch, log.end());
    }
  }
}
