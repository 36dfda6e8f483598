package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.RecordFault;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.List;

/** Makes things go wrong for those who write. Confined to its simulation's thread. */
final class WriteFaults {

  private final WrittenCluster cluster;

  WriteFaults(WrittenCluster cluster) {
    this.cluster = cluster;
  }

  void spoil(WriteFaultStep.Mishap mishap, int times) {
    FaultTarget target = produce().times(times);
    cluster.memory.inject(
        switch (mishap) {
          case TWICE -> new BrokerFault.DuplicateRequest(target);
          case UNREACHABLE -> new BrokerFault.Unreachable(target);
          case BREAK_OFF -> new BrokerFault.BreakOff(target);
        });
  }

  void produceLate(int times, int millis) {
    cluster.memory.inject(
        new BrokerFault.ActLate(produce().times(times), Duration.ofMillis(millis)));
  }

  void failAppended(int partition, int times, ErrorCode error) {
    FaultTarget target = produce().times(times).of(Brokers.name(partition));
    cluster.memory.inject(new BrokerFault.FailAfterAppend(target, error));
  }

  void reject(int partition, int index) {
    FaultTarget target = produce().of(Brokers.name(partition));
    RecordFault fault = new RecordFault(index, "the broker is made to take offence");
    cluster.memory.inject(new BrokerFault.RejectRecords(target, List.of(fault)));
  }

  void forgetProducers(int partition, boolean told) {
    if (!cluster.exists(partition)) {
      return;
    }
    cluster.forgetProducers(partition);
    if (told) {
      FaultTarget target = produce().of(Brokers.name(partition));
      cluster.memory.inject(new BrokerFault.FailPartition(target, ErrorCode.UNKNOWN_PRODUCER_ID));
    }
  }

  private static FaultTarget produce() {
    return FaultTarget.next(RequestFamily.PRODUCE);
  }
}
