package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.function.Supplier;

/** Makes things go wrong, whatever the client does. Confined to its simulation's thread. */
final class Faults {

  private final Brokers brokers;
  private final Supplier<? extends WatchedGateway> gateway;

  /**
   * Makes nothing go wrong yet.
   *
   * @param gateway the present client's
   */
  Faults(Brokers brokers, Supplier<? extends WatchedGateway> gateway) {
    this.brokers = brokers;
    this.gateway = gateway;
  }

  void lose(FaultStep.Loss loss, RequestFamily family, int times, int millis) {
    FaultTarget target = FaultTarget.next(family).times(times);
    Duration time = Duration.ofMillis(millis);
    brokers.memory.inject(
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
    FaultTarget target = FaultTarget.next(family).times(times).of(Brokers.name(partition));
    brokers.memory.inject(new BrokerFault.FailPartition(target, error));
  }

  void refuse(RequestFamily family, int times, ErrorCode error) {
    FaultTarget target = FaultTarget.next(family).times(times);
    brokers.memory.inject(new BrokerFault.Refuse(target, error));
  }

  void stop(int broker) {
    brokers.stop(broker);
  }

  void silence(int broker) {
    brokers.memory.silence(broker);
  }

  void electUnclean(int partition, int broker, int lost) {
    brokers.electUnclean(partition, broker, lost);
  }

  void keepBack(int completions, boolean ofGroups) {
    gateway.get().keepBack(completions, ofGroups);
  }

  void letGo() {
    gateway.get().letGo();
  }

  void freeze(int millis) {
    brokers.clock.advance(Duration.ofMillis(millis));
  }

  void jumpWallClock(int seconds) {
    brokers.clock.jumpWall(Duration.ofSeconds(seconds));
  }
}
