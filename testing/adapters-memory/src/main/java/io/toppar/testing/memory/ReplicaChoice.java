package io.toppar.testing.memory;

import org.jspecify.annotations.Nullable;

/**
 * Which replica a leader would rather have read (KIP-392): one in the reader's rack that has what
 * is asked for, the furthest first. Guarded by the cluster.
 */
final class ReplicaChoice {

  static final int NONE = -1;

  private final ClusterState state;

  ReplicaChoice(ClusterState state) {
    this.state = state;
  }

  /** The replica, or {@link #NONE} if the leader serves the reader itself. */
  int of(MemoryPartition partition, String readersRack, long fetchOffset) {
    if (readersRack.isEmpty()) {
      return NONE;
    }
    Integer named = partition.namedReplica();
    if (named != null) {
      return named;
    }
    if (readersRack.equals(rack(partition.leaderId()))) {
      return NONE;
    }
    int best = NONE;
    long furthest = fetchOffset - 1;
    for (int replica : partition.replicas()) {
      long end = partition.view(replica).end();
      boolean near = readersRack.equals(rack(replica)) && state.broker(replica).isUp();
      if (near && replica != partition.leaderId() && end > furthest) {
        best = replica;
        furthest = end;
      }
    }
    return best;
  }

  private @Nullable String rack(int brokerId) {
    return brokerId == MemoryPartition.NO_LEADER ? null : state.broker(brokerId).endpoint().rack();
  }
}
