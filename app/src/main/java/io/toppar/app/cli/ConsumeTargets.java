package io.toppar.app.cli;

import io.toppar.app.client.Assignment;
import io.toppar.app.client.Consumer;
import io.toppar.app.client.OffsetResult;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Turns a plan into partitions with absolute or logical starts, and ends where a time gave one. */
final class ConsumeTargets {

  private final Consumer consumer;
  private final ConsumePlan plan;
  private final Duration patience;
  private final Map<TopicPartition, Integer> leaders = new LinkedHashMap<>();

  ConsumeTargets(Consumer consumer, ConsumePlan plan, Duration patience) {
    this.consumer = consumer;
    this.plan = plan;
    this.patience = patience;
  }

  /** Holds the partitions of the plan against those there are. */
  void resolve(ClusterMetadata cluster, String brokers) {
    TopicsThere there = new TopicsThere(cluster);
    there.require(plan.topic(), brokers);
    Map<Integer, Integer> known = there.leaders(plan.topic());
    for (int wanted : plan.partitions().isEmpty() ? known.keySet() : plan.partitions()) {
      there.requirePartition(plan.topic(), wanted);
      leaders.put(
          new TopicPartition(plan.topic(), wanted), Objects.requireNonNull(known.get(wanted)));
    }
  }

  int leader(TopicPartition topicPartition) {
    return leaders.getOrDefault(topicPartition, -1);
  }

  List<Assignment> assignments() {
    StartPoint start = plan.start();
    if (start.fromMillis() < 0) {
      return leaders.keySet().stream().map(tp -> Assignment.at(tp, start.offset())).toList();
    }
    List<Assignment> assignments = new ArrayList<>();
    offsetsAt(start.fromMillis())
        .forEach(
            (tp, offset) -> assignments.add(Assignment.at(tp, offset < 0 ? Offsets.END : offset)));
    return assignments;
  }

  /** Where partitions end, exclusively; empty where no time was given. 0 is an end too (B081). */
  Map<TopicPartition, Long> ends() {
    Map<TopicPartition, Long> ends = new LinkedHashMap<>();
    if (plan.start().untilMillis() < 0) {
      return ends;
    }
    Map<TopicPartition, OffsetResult> now = consumer.endOffsets(leaders.keySet(), patience);
    offsetsAt(plan.start().untilMillis())
        .forEach(
            (tp, offset) -> ends.put(tp, offset >= 0 ? offset : answer(now, tp).offsetOrThrow()));
    return ends;
  }

  private Map<TopicPartition, Long> offsetsAt(long millis) {
    Map<TopicPartition, Long> times = new LinkedHashMap<>();
    leaders.keySet().forEach(tp -> times.put(tp, millis));
    Map<TopicPartition, OffsetResult> answers = consumer.offsetsForTimes(times, patience);
    Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
    leaders.keySet().forEach(tp -> offsets.put(tp, answer(answers, tp).offsetOrThrow()));
    return offsets;
  }

  private static OffsetResult answer(Map<TopicPartition, OffsetResult> answers, TopicPartition tp) {
    OffsetResult answer = answers.get(tp);
    if (answer == null) {
      throw CommandException.failed("no answer for the offset of " + tp);
    }
    return answer;
  }
}
