package io.toppar.testing.simulation;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.ports.StoreOutcome;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.StoreFault;
import java.time.Duration;

/** Makes things go wrong. Confined to its simulation's thread. */
final class Faults {

  private final Cluster cluster;
  private final Client client;

  Faults(Cluster cluster, Client client) {
    this.cluster = cluster;
    this.client = client;
  }

  void lose(FaultStep.Loss loss, RequestFamily family, int times, int millis) {
    FaultTarget target = FaultTarget.next(family).times(times);
    Duration time = Duration.ofMillis(millis);
    cluster.memory.inject(
        switch (loss) {
          case DELAY -> new BrokerFault.Delay(target, time);
          case LOSE_REQUEST -> new BrokerFault.LoseRequest(target);
          case LOSE_REPLY -> new BrokerFault.LoseReply(target);
          case DISCONNECT -> new BrokerFault.Disconnect(target);
          case DUPLICATE -> new BrokerFault.DuplicateReply(target);
          case REFUSE -> new BrokerFault.Refuse(target, ErrorCode.UNKNOWN_SERVER_ERROR);
          case THROTTLE -> new BrokerFault.Throttle(target, time);
        });
  }

  void failPartition(RequestFamily family, int partition, int times, ErrorCode error) {
    FaultTarget target = FaultTarget.next(family).times(times).of(Cluster.name(partition));
    cluster.memory.inject(new BrokerFault.FailPartition(target, error));
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

  void refuse(RequestFamily family, int times, ErrorCode error) {
    FaultTarget target = FaultTarget.next(family).times(times);
    cluster.memory.inject(new BrokerFault.Refuse(target, error));
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

  void stop(int broker) {
    cluster.stop(broker);
  }

  void silence(int broker) {
    cluster.memory.silence(broker);
  }

  void electUnclean(int partition, int broker, int lost) {
    cluster.electUnclean(partition, broker, lost);
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

  void keepBack(int completions, boolean ofGroups) {
    client.brokers().keepBack(completions, ofGroups);
  }

  void letGo() {
    client.brokers().letGo();
  }

  void freeze(int millis) {
    cluster.clock.advance(Duration.ofMillis(millis));
  }

  void jumpWallClock(int seconds) {
    cluster.clock.jumpWall(Duration.ofSeconds(seconds));
  }
}
