package io.toppar.app.client;

import io.toppar.app.engine.ClientEngine;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.EngineException;
import io.toppar.app.engine.OffsetAnswer;
import io.toppar.app.engine.Replies;
import io.toppar.app.engine.StoreAnswer;
import io.toppar.app.engine.Waits;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.Offsets;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoredOffset;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Questions to the engine: asked once, waited for or handed out as stages. Any thread. */
final class Asking {

  /** What a caller waits beyond the time it gave the engine to answer in. */
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final Engine engine;
  private final Executor callbacks;

  Asking(Engine engine, Executor callbacks) {
    this.engine = engine;
    this.callbacks = callbacks;
  }

  /** Waits for a reply. */
  <T> T await(String call, CompletableFuture<T> reply, Duration timeout) {
    return await(engine, call, reply, timeout);
  }

  /** Waits for the reply of any engine. */
  static <T> T await(
      ClientEngine engine, String call, CompletableFuture<T> reply, Duration timeout) {
    engine.requireMayBlock(call);
    try {
      return Replies.await(reply, engine, engine.nowNanos() + Waits.nanos(timeout));
    } catch (EngineException e) {
      throw Errors.of(e);
    }
  }

  /** As {@link #awaitLookup}: so that the caller learns the reason, not merely that time is up. */
  static ClusterMetadata awaitCluster(
      ClientEngine engine, @Nullable Collection<String> topics, Duration timeout) {
    return await(
        engine,
        "clusterMetadata",
        cluster(engine, topics, timeout),
        timeout.plusNanos(GRACE_NANOS));
  }

  /**
   * The engine answers every partition by the deadline; only a lost engine would need the grace.
   */
  Map<TopicPartition, OffsetResult> awaitLookup(
      String call, Map<TopicPartition, Long> times, Duration timeout) {
    return await(call, lookUp(times, timeout), timeout.plusNanos(GRACE_NANOS));
  }

  /** The ends are asked for beside what is committed, so that the timeout is one. */
  Map<TopicPartition, LagResult> awaitLag(
      String call, List<TopicPartition> partitions, Duration timeout) {
    Map<TopicPartition, Long> ends = new LinkedHashMap<>();
    partitions.forEach(partition -> ends.put(partition, Offsets.END));
    return await(
        call,
        lookUp(ends, timeout).thenCombine(engine.committed(partitions), Asking::lags),
        timeout.plusNanos(GRACE_NANOS));
  }

  private static Map<TopicPartition, LagResult> lags(
      Map<TopicPartition, OffsetResult> ends, Map<TopicPartition, StoreAnswer> committed) {
    Map<TopicPartition, LagResult> lags = new LinkedHashMap<>();
    ends.forEach(
        (partition, end) ->
            lags.put(partition, lag(end, Objects.requireNonNull(committed.get(partition)))));
    return lags;
  }

  private static LagResult lag(OffsetResult end, StoreAnswer committed) {
    StoredOffset offset = committed.offset();
    return new LagResult(
        end.topicPartition(),
        end.isOk() ? committed.error() : end.error(),
        offset == null ? -1 : offset.offset(),
        end.isOk() ? end.offset() : -1,
        end.isOk() ? committed.detail() : end.detail());
  }

  /** The same reply as a stage whose continuations run on the callback executor. */
  <T> CompletionStage<T> stage(CompletableFuture<T> reply) {
    return reply
        .handleAsync(
            (value, failure) -> {
              if (failure != null) {
                throw new CompletionException(translated(failure));
              }
              return value;
            },
            callbacks)
        .minimalCompletionStage();
  }

  private static Throwable translated(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof EngineException known ? Errors.of(known) : cause;
  }

  CompletableFuture<Map<TopicPartition, OffsetResult>> lookUp(
      Map<TopicPartition, Long> times, Duration timeout) {
    Map<TopicPartition, Long> asked = new LinkedHashMap<>();
    times.forEach(
        (partition, time) -> {
          Errors.requireTopic(partition.topic());
          if (partition.partition() < 0 || time < -3) {
            throw Errors.misuse(
                "time "
                    + time
                    + " of "
                    + partition
                    + " cannot be looked up: it takes milliseconds, or -1, -2, -3");
          }
          asked.put(partition, time);
        });
    return engine.lookUp(asked, Waits.nanos(timeout)).thenApply(Asking::offsetResults);
  }

  static CompletableFuture<ClusterMetadata> cluster(
      ClientEngine engine, @Nullable Collection<String> topics, Duration timeout) {
    if (topics != null) {
      topics.forEach(Errors::requireTopic);
    }
    return engine.cluster(topics == null ? null : List.copyOf(topics), Waits.nanos(timeout));
  }

  private static Map<TopicPartition, OffsetResult> offsetResults(
      Map<TopicPartition, OffsetAnswer> answers) {
    Map<TopicPartition, OffsetResult> results = new LinkedHashMap<>();
    answers.forEach(
        (partition, answer) ->
            results.put(
                partition,
                new OffsetResult(
                    partition,
                    answer.error(),
                    answer.offset(),
                    answer.timestamp(),
                    answer.leaderEpoch(),
                    answer.detail())));
    return results;
  }

  CompletableFuture<Map<TopicPartition, CommitResult>> commit(
      Map<TopicPartition, StoredOffset> positions) {
    positions.keySet().forEach(name -> Errors.requireTopic(name.topic()));
    return commitResults(engine.commit(positions));
  }

  static CompletableFuture<Map<TopicPartition, CommitResult>> commitResults(
      CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    return reply.thenApply(
        answers -> {
          Map<TopicPartition, CommitResult> results = new LinkedHashMap<>();
          answers.forEach(
              (partition, answer) -> {
                StoredOffset offset = answer.offset();
                results.put(
                    partition,
                    new CommitResult(
                        partition,
                        answer.error(),
                        offset == null ? Offsets.INVALID : offset.offset(),
                        answer.detail()));
              });
          return results;
        });
  }

  /** A partition whose offset cannot be read fails the call: absent would mean none is stored. */
  static CompletableFuture<Map<TopicPartition, StoredOffset>> stored(
      CompletableFuture<Map<TopicPartition, StoreAnswer>> reply) {
    return reply.thenApply(
        answers -> {
          Map<TopicPartition, StoredOffset> results = new LinkedHashMap<>();
          answers.forEach(
              (partition, answer) -> {
                if (answer.error() != ErrorCode.NONE) {
                  throw new PartitionException(
                      partition, answer.error(), Offsets.INVALID, answer.detail());
                }
                if (answer.offset() != null) {
                  results.put(partition, answer.offset());
                }
              });
          return results;
        });
  }
}
