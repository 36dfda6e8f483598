package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.produce.RecordFault;
import java.time.Duration;
import java.util.List;

/**
 * A fault for a {@link MemoryCluster} to play: one way a broker or the way to it can misbehave.
 * Immutable, any thread.
 *
 * <p>Several faults may hit one request: all of them are played.
 */
public sealed interface BrokerFault {

  /** Which requests are hit. */
  FaultTarget target();

  /** The reply comes so much later; if that is behind the deadline, it comes too late. */
  record Delay(FaultTarget target, Duration by) implements BrokerFault {}

  /** The request never reaches the broker, and times out. */
  record LoseRequest(FaultTarget target) implements BrokerFault {}

  /** The broker acts on the request, its reply never arrives, and the request times out. */
  record LoseReply(FaultTarget target) implements BrokerFault {}

  /**
   * The request times out, and the broker acts on it all the same, only so much later: perhaps
   * after what was asked for since. That of another request than an OffsetCommit or a Produce is
   * never noticed.
   */
  record ActLate(FaultTarget target, Duration after) implements BrokerFault {}

  /** The broker acts on a Produce twice; its first answer is the reply. */
  record DuplicateRequest(FaultTarget target) implements BrokerFault {}

  /** The broker cannot be reached: not one byte is sent. */
  record Unreachable(FaultTarget target) implements BrokerFault {}

  /** The connection breaks while the request is sent, and the broker never sees it. */
  record BreakOff(FaultTarget target) implements BrokerFault {}

  /** The broker acts on the request, and the connection breaks before its reply. */
  record Disconnect(FaultTarget target) implements BrokerFault {}

  /** The reply arrives twice; the second is dropped by the gateway. */
  record DuplicateReply(FaultTarget target) implements BrokerFault {}

  /** The broker refuses the whole request with an error. */
  record Refuse(FaultTarget target, ErrorCode error) implements BrokerFault {}

  /** The broker answers one partition, which the target must name, with an error. */
  record FailPartition(FaultTarget target, ErrorCode error) implements BrokerFault {

    /** Refuses a target without a partition. */
    public FailPartition {
      requirePartition(target);
    }
  }

  /**
   * The broker appends what was produced to one partition, which the target must name, and answers
   * it with an error all the same, as NOT_ENOUGH_REPLICAS_AFTER_APPEND.
   */
  record FailAfterAppend(FaultTarget target, ErrorCode error) implements BrokerFault {

    /** Refuses a target without a partition. */
    public FailAfterAppend {
      requirePartition(target);
    }
  }

  /**
   * The broker takes offence at some records produced to one partition, which the target must name,
   * and refuses the batch with INVALID_RECORD (KIP-467).
   *
   * @param faults the records, at least one
   */
  record RejectRecords(FaultTarget target, List<RecordFault> faults) implements BrokerFault {

    /** Refuses a target without a partition, and a rejection of nothing. */
    public RejectRecords {
      requirePartition(target);
      faults = List.copyOf(faults);
      if (faults.isEmpty()) {
        throw new IllegalArgumentException("no record is rejected; name one");
      }
    }
  }

  /** The broker asked names this one as the coordinator of a group, whichever it is. */
  record NameCoordinator(FaultTarget target, int brokerId) implements BrokerFault {}

  /** The broker has forgotten the fetch session. */
  record LoseSession(FaultTarget target) implements BrokerFault {}

  /** The gateway may send nothing to the broker for so long after the reply. */
  record Throttle(FaultTarget target, Duration time) implements BrokerFault {}

  /**
   * The first batch of each partition hit is damaged on the way, so that fetching it again helps;
   * {@link MemoryCluster#damage} is damage on the disk.
   *
   * @param kind what is wrong: {@code MALFORMED} and {@code UNKNOWN_MAGIC} are found on arrival,
   *     the others when the records are read
   */
  record DamageRecords(FaultTarget target, BatchFault.Kind kind) implements BrokerFault {}

  private static void requirePartition(FaultTarget target) {
    if (target.topicPartition() == null) {
      throw new IllegalArgumentException("the target names no partition; add of(partition)");
    }
  }
}
