package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorAction;
import io.toppar.domain.ErrorActions;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.ErrorContext;
import io.toppar.domain.ErrorTable;
import io.toppar.domain.Offsets;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerOutcome;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One lookup of offsets that the application asked for: many partitions, tried again until each has
 * an answer, a permanent error, or the time is over. The duty thread only.
 *
 * <p>Every partition gets an answer of its own (B008, B077).
 */
final class OffsetLookup {

  private final Map<TopicPartition, Long> asked;
  private final long deadlineNanos;
  private final CompletableFuture<Map<TopicPartition, OffsetAnswer>> reply;
  private final Topics topics;
  private final LeaderQueries queries;
  private final TimingWheel wheel;
  private final long backoffNanos;
  private final Map<TopicPartition, OffsetAnswer> answers = new LinkedHashMap<>();
  private final Map<TopicPartition, String> troubles = new HashMap<>();
  private final Map<TopicPartition, Boolean> inFlight = new HashMap<>();
  private final Alarm retry =
      new Alarm() {
        @Override
        void ring(long nowNanos) {
          attempt(nowNanos);
        }
      };
  private final Alarm end =
      new Alarm() {
        @Override
        void ring(long nowNanos) {
          giveUp();
        }
      };

  OffsetLookup(
      Map<TopicPartition, Long> asked,
      long deadlineNanos,
      CompletableFuture<Map<TopicPartition, OffsetAnswer>> reply,
      Topics topics,
      LeaderQueries queries,
      TimingWheel wheel,
      long backoffNanos) {
    this.asked = asked;
    this.deadlineNanos = deadlineNanos;
    this.reply = reply;
    this.topics = topics;
    this.queries = queries;
    this.wheel = wheel;
    this.backoffNanos = backoffNanos;
  }

  void begin(long nowNanos) {
    asked.keySet().forEach(partition -> topics.want(partition.topic(), nowNanos));
    wheel.arm(end, deadlineNanos);
    attempt(nowNanos);
  }

  boolean isOver() {
    return reply.isDone();
  }

  /** Metadata came, or did not: why is the best reason there is for having no leader. */
  void metadataCame(@Nullable String failure, long nowNanos) {
    if (failure != null) {
      for (TopicPartition partition : asked.keySet()) {
        if (topics.known().leaderId(partition) < 0) {
          trouble(partition, failure);
        }
      }
      return;
    }
    attempt(nowNanos);
  }

  /** Asks the leaders that are known now. */
  void attempt(long nowNanos) {
    if (isOver()) {
      return;
    }
    for (TopicPartition partition : asked.keySet()) {
      if (!answers.containsKey(partition) && !inFlight.containsKey(partition)) {
        ask(partition, nowNanos);
      }
    }
    finishIfComplete();
  }

  private void ask(TopicPartition partition, long nowNanos) {
    int count = topics.known().partitionCount(partition.topic());
    ErrorCode topicError = topics.known().topicError(partition.topic());
    if (topicError != ErrorCode.NONE) {
      trouble(partition, "the topic has the error " + topicError);
      if (ErrorTable.actions(ErrorContext.METADATA, topicError).has(ErrorAction.PERMANENT)) {
        fail(partition, topicError, "the topic cannot be used");
      }
      return;
    }
    if (count > 0 && partition.partition() >= count) {
      fail(
          partition,
          ErrorCode.LOCAL_UNKNOWN_PARTITION,
          "there is no such partition; the topic has " + count + ", numbered from 0");
      return;
    }
    int leader = topics.known().leaderId(partition);
    if (leader < 0) {
      trouble(partition, "its leader is not known");
      topics.refresh(partition.topic(), RefreshReason.REQUESTED, nowNanos);
      return;
    }
    inFlight.put(partition, true);
    queries.listOffsets(
        leader,
        partition,
        topics.known().leaderEpoch(partition),
        asked.getOrDefault(partition, Offsets.END),
        new Listening(partition));
  }

  private final class Listening implements LeaderQueries.Listener<BrokerOutcome.OffsetAnswer> {
    private final TopicPartition partition;

    Listening(TopicPartition partition) {
      this.partition = partition;
    }

    @Override
    public void answered(BrokerOutcome.OffsetAnswer answer, long nowNanos) {
      inFlight.remove(partition);
      answers.put(
          partition,
          new OffsetAnswer(
              ErrorCode.NONE, answer.offset(), answer.timestamp(), answer.leaderEpoch(), ""));
      finishIfComplete();
    }

    @Override
    public void failed(ErrorCode error, String detail, long nowNanos) {
      inFlight.remove(partition);
      trouble(partition, detail);
      ErrorActions actions = ErrorTable.actions(ErrorContext.LIST_OFFSETS, error);
      if (actions.has(ErrorAction.PERMANENT)
          || actions.has(ErrorAction.GO_WITHOUT)
          || actions.has(ErrorAction.DROP)) {
        fail(partition, error, detail);
        finishIfComplete();
        return;
      }
      if (actions.has(ErrorAction.REFRESH_METADATA)) {
        topics.refresh(partition.topic(), RefreshReason.LEADER_ERROR, nowNanos);
      }
      if (!isOver() && !retry.isArmed()) {
        wheel.arm(retry, Deadlines.after(nowNanos, backoffNanos));
      }
    }
  }

  private void trouble(TopicPartition partition, String detail) {
    troubles.put(partition, detail);
  }

  private void fail(TopicPartition partition, ErrorCode error, String detail) {
    answers.putIfAbsent(partition, new OffsetAnswer(error, Offsets.INVALID, -1, -1, detail));
  }

  private void giveUp() {
    for (TopicPartition partition : asked.keySet()) {
      fail(
          partition,
          ErrorCode.LOCAL_TIMED_OUT,
          "no answer in time; last: " + troubles.getOrDefault(partition, "the leader was asked"));
    }
    finishIfComplete();
  }

  private void finishIfComplete() {
    if (answers.size() < asked.size() || isOver()) {
      return;
    }
    wheel.cancel(retry);
    wheel.cancel(end);
    asked.keySet().forEach(partition -> topics.unwant(partition.topic()));
    Map<TopicPartition, OffsetAnswer> ordered = new LinkedHashMap<>();
    for (TopicPartition partition : asked.keySet()) {
      OffsetAnswer answer = answers.get(partition);
      if (answer != null) {
        ordered.put(partition, answer);
      }
    }
    reply.complete(ordered);
  }
}
