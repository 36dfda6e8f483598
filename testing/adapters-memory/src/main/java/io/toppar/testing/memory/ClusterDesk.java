package io.toppar.testing.memory;

import java.util.ArrayList;
import java.util.List;

/** What serves the gateways of a {@link MemoryCluster}, and who leads what. Guarded by it. */
final class ClusterDesk {

  private final ClusterState state;
  private final FaultScript faults = new FaultScript();
  private final BufferLedger ledger = new BufferLedger();
  private final MetadataAnswers metadata;
  private final OffsetAnswers offsets;
  private final FetchAnswers fetches;
  private final GroupAnswers groups;
  private final LateRequests late;

  ClusterDesk(ClusterState state) {
    this.state = state;
    this.metadata = new MetadataAnswers(state);
    this.offsets = new OffsetAnswers(state);
    this.fetches = new FetchAnswers(state, faults, ledger);
    this.groups = new GroupAnswers(state, state.groups());
    this.late = new LateRequests(groups);
  }

  ClusterState state() {
    return state;
  }

  FaultScript faults() {
    return faults;
  }

  BufferLedger ledger() {
    return ledger;
  }

  MetadataAnswers metadata() {
    return metadata;
  }

  OffsetAnswers offsets() {
    return offsets;
  }

  FetchAnswers fetches() {
    return fetches;
  }

  GroupAnswers groups() {
    return groups;
  }

  LateRequests late() {
    return late;
  }

  void moveLeader(MemoryPartition partition, int toBroker) {
    if (!state.broker(toBroker).isUp()) {
      throw new IllegalArgumentException(
          "broker " + toBroker + " does not run, so it cannot lead; start it first");
    }
    if (!partition.replicas().contains(toBroker)) {
      List<Integer> replicas = new ArrayList<>(partition.replicas());
      replicas.remove(replicas.size() - 1);
      replicas.add(0, toBroker);
      partition.replicas(replicas);
    }
    partition.lead(toBroker);
  }

  void stop(MemoryBroker broker) {
    broker.up(false);
    for (MemoryTopic topic : state.topics()) {
      for (MemoryPartition partition : topic.partitions()) {
        if (partition.leaderId() == broker.id()) {
          state.elect(partition);
        }
      }
    }
  }

  void start(MemoryBroker broker) {
    if (broker.isUp()) {
      broker.silent(false);
      return;
    }
    broker.up(true);
    for (MemoryTopic topic : state.topics()) {
      for (MemoryPartition partition : topic.partitions()) {
        if (partition.leaderId() == MemoryPartition.NO_LEADER
            && partition.replicas().contains(broker.id())) {
          state.elect(partition);
        }
      }
    }
  }
}
