package io.toppar.testing.simulation;

import io.toppar.domain.BatchFault;
import io.toppar.ports.StoreOutcome;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;

/** Makes things go wrong for those who read. Confined to its simulation's thread. */
final class ReadFaults {

  private final Cluster cluster;
  private final Client client;

  ReadFaults(Cluster cluster, Client client) {
    this.cluster = cluster;
    this.client = client;
  }

  void moveCoordinator(int broker) {
    cluster.moveCoordinator(broker);
  }

  void nameCoordinator(int broker, int times) {
    FaultTarget target = FaultTarget.next(RequestFamily.FIND_COORDINATOR).times(times);
    cluster.memory.inject(new BrokerFault.NameCoordinator(target, broker));
  }

  void loadGroup(boolean loading) {
    cluster.loadGroup(loading);
  }

  void liveMembers(boolean some) {
    cluster.liveMembers(some);
  }

  void commitLate(int times, int millis) {
    FaultTarget target = FaultTarget.next(RequestFamily.OFFSET_COMMIT).times(times);
    cluster.memory.inject(new BrokerFault.ActLate(target, Duration.ofMillis(millis)));
  }

  void damage(int partition, BatchFault.Kind kind) {
    FaultTarget target = FaultTarget.next(RequestFamily.FETCH).of(Cluster.name(partition));
    cluster.memory.inject(new BrokerFault.DamageRecords(target, kind));
  }

  void loseSession() {
    cluster.memory.inject(new BrokerFault.LoseSession(FaultTarget.next(RequestFamily.FETCH)));
  }

  void forgetSessions(int broker) {
    cluster.memory.forgetSessions(broker);
  }

  void holdBack(int partition, int broker, int records) {
    cluster.holdBack(partition, broker, records);
  }

  void nameReplica(int partition, int broker) {
    cluster.nameReplica(partition, broker);
  }

  void failStore(StoreFault.Operation operation) {
    client.inject(
        new StoreFault.Fail(operation, StoreOutcome.Reason.IO, "the disk is made to fail"));
  }

  void stallStore(StoreFault.Operation operation) {
    client.inject(new StoreFault.Stall(operation));
  }

  void resumeStore() {
    client.resumeStore();
  }
}
