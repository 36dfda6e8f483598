package io.toppar.testing.memory;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.produce.RecordFault;
import io.toppar.testing.memory.BrokerFault.DamageRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The faults that are still to be played, in the order given. Guarded by the cluster. */
final class FaultScript {

  private final List<Waiting> waiting = new ArrayList<>();

  private static final class Waiting {
    final BrokerFault fault;
    int left;

    Waiting(BrokerFault fault) {
      this.fault = fault;
      this.left = fault.target().times();
    }
  }

  void add(BrokerFault fault) {
    waiting.add(new Waiting(fault));
  }

  void clear() {
    waiting.clear();
  }

  int size() {
    return waiting.size();
  }

  /** Takes the faults that hit a request when it reaches a broker. */
  List<BrokerFault> hit(RequestFamily family, int brokerId, Predicate<TopicPartition> asks) {
    List<BrokerFault> hits = new ArrayList<>();
    for (Waiting each : waiting) {
      FaultTarget target = each.fault.target();
      TopicPartition topicPartition = target.topicPartition();
      if (!(each.fault instanceof DamageRecords)
          && matches(target, family, brokerId)
          && (topicPartition == null || asks.test(topicPartition))) {
        each.left--;
        hits.add(each.fault);
      }
    }
    waiting.removeIf(each -> each.left == 0);
    return hits;
  }

  /** Takes the damage that hits the records of a partition. */
  BatchFault.@Nullable Kind damage(int brokerId, TopicPartition topicPartition) {
    for (Waiting each : waiting) {
      FaultTarget target = each.fault.target();
      if (each.fault instanceof DamageRecords damage
          && matches(target, RequestFamily.FETCH, brokerId)
          && (target.topicPartition() == null || topicPartition.equals(target.topicPartition()))) {
        each.left--;
        waiting.removeIf(any -> any.left == 0);
        return damage.kind();
      }
    }
    return null;
  }

  /** The error that these faults give a partition, or null. */
  static @Nullable ErrorCode failure(List<BrokerFault> hits, TopicPartition topicPartition) {
    for (BrokerFault hit : hits) {
      if (hit instanceof BrokerFault.FailPartition fail
          && topicPartition.equals(fail.target().topicPartition())) {
        return fail.error();
      }
    }
    return null;
  }

  /** The error that a partition is given once its records are appended, or null. */
  static @Nullable ErrorCode failureAfterAppend(
      List<BrokerFault> hits, TopicPartition topicPartition) {
    for (BrokerFault hit : hits) {
      if (hit instanceof BrokerFault.FailAfterAppend fail
          && topicPartition.equals(fail.target().topicPartition())) {
        return fail.error();
      }
    }
    return null;
  }

  /** The records of a partition that are rejected. */
  static List<RecordFault> rejected(List<BrokerFault> hits, TopicPartition topicPartition) {
    for (BrokerFault hit : hits) {
      if (hit instanceof BrokerFault.RejectRecords reject
          && topicPartition.equals(reject.target().topicPartition())) {
        return reject.faults();
      }
    }
    return List.of();
  }

  private static boolean matches(FaultTarget target, RequestFamily family, int brokerId) {
    return target.family() == family
        && (target.brokerId() == FaultTarget.ANY || target.brokerId() == brokerId);
  }
}
