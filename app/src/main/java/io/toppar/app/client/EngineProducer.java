package io.toppar.app.client;

import io.toppar.app.engine.CallbackQueue;
import io.toppar.app.engine.EngineException;
import io.toppar.app.engine.ProduceEngine;
import io.toppar.app.engine.ProduceReadings;
import io.toppar.app.engine.SendOutcome;
import io.toppar.app.engine.Waits;
import io.toppar.domain.ClusterMetadata;
import io.toppar.domain.ErrorCode;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@link Producer} over a {@link ProduceEngine}. Any thread. */
public final class EngineProducer implements Producer {

  private static final Logger LOG = LoggerFactory.getLogger(EngineProducer.class);

  /** What closing waits for callbacks beyond its own time, so that the last are seen to run. */
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final ProduceEngine engine;
  private final CallbackQueue callbacks;

  /**
   * A producer over an opened engine, which it closes.
   *
   * @param callbacks runs the reports of that engine, and continuations
   */
  public EngineProducer(ProduceEngine engine, CallbackQueue callbacks) {
    this(engine, callbacks, null);
  }

  /**
   * A producer over an opened engine, which it closes.
   *
   * @param callbacks runs the reports of that engine, continuations, and the listener
   * @param listener takes statistics at their interval, unless that is 0; null for nobody
   */
  public EngineProducer(
      ProduceEngine engine,
      CallbackQueue callbacks,
      @Nullable ProducerStatisticsListener listener) {
    this.engine = engine;
    this.callbacks = callbacks;
    if (listener != null) {
      engine.readingsEvery(
          new StatisticsEmission<ProduceReadings>(
                  readings -> listener.onStatistics(ProducerStatistics.of(readings)), callbacks)
              ::offer);
    }
  }

  @Override
  public CompletionStage<DeliveryReport> send(Message message) {
    PendingDelivery delivery = new PendingDelivery();
    send(message, delivery);
    return delivery.minimalCompletionStage();
  }

  @Override
  public void send(Message message, @Nullable DeliveryCallback callback) {
    SendOutcome outcome;
    try {
      outcome = engine.send(topic(message), message.view(), callback);
    } catch (EngineException e) {
      throw DeliveryCategories.exception(e);
    }
    if (outcome == SendOutcome.NO_ROOM) {
      throw new TopparException(
          ErrorCategory.RETRY,
          ErrorCode.LOCAL_QUEUE_FULL,
          "there was no room in buffer.memory within max.block.ms: messages are sent slower than"
              + " they are handed over, or their reports are not taken",
          null);
    }
  }

  @Override
  public SendResult trySend(Message message, @Nullable DeliveryCallback callback) {
    try {
      return switch (engine.trySend(topic(message), message.view(), callback)) {
        case TAKEN -> SendResult.ACCEPTED;
        case NO_ROOM -> SendResult.QUEUE_FULL;
      };
    } catch (EngineException e) {
      throw DeliveryCategories.exception(e);
    }
  }

  private static String topic(Message message) {
    if (Objects.requireNonNull(message, "message").topic().isEmpty()) {
      throw Errors.misuse("the message names no topic; say where it goes");
    }
    return message.topic();
  }

  @Override
  public void flush(Duration timeout) {
    if (callbacks.isHere()) {
      throw new IllegalStateException(
          "flush waits for callbacks and was called from one; use the stage that flush() returns");
    }
    long deadline = engine.nowNanos() + Waits.nanos(timeout);
    Asking.await(engine, "flush", engine.flush(), timeout);
    try {
      if (!isDoneBefore(deadline, callbacksRun())) {
        throw notTold("the callbacks have not run in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notTold("this thread was interrupted while it waited for the callbacks");
    }
  }

  private static TopparException notTold(String why) {
    return new TopparException(
        ErrorCategory.RETRY, ErrorCode.LOCAL_TIMED_OUT, "everything has ended, but " + why, null);
  }

  @Override
  public CompletionStage<@Nullable Void> flush() {
    return afterCallbacks(engine.flush());
  }

  @Override
  public CompletionStage<@Nullable Void> purge(boolean queued, boolean inFlight) {
    return afterCallbacks(engine.purge(queued, inFlight));
  }

  @Override
  public CompletionStage<Integer> partitionCount(String topic) {
    return stage(engine.partitionCount(Objects.requireNonNull(topic, "topic")));
  }

  @Override
  public ProducerStatistics statistics(Duration timeout) {
    return ProducerStatistics.of(Asking.await(engine, "statistics", engine.readings(), timeout));
  }

  @Override
  public CompletionStage<ProducerStatistics> statisticsAsync() {
    return stage(engine.readings().thenApply(ProducerStatistics::of));
  }

  @Override
  public ClusterMetadata clusterMetadata(@Nullable Collection<String> topics, Duration timeout) {
    return Asking.awaitCluster(engine, topics, timeout);
  }

  @Override
  public CompletionStage<ClusterMetadata> clusterMetadataAsync(
      @Nullable Collection<String> topics, Duration timeout) {
    return stage(Asking.cluster(engine, topics, timeout));
  }

  @Override
  public long bufferedBytes() {
    return engine.bufferedBytes();
  }

  @Override
  public void close(Duration timeout) {
    long deadline = engine.nowNanos() + Waits.nanos(timeout);
    engine.close(timeout);
    CompletableFuture<Void> run = callbacksRun();
    callbacks.runRefused();
    if (!callbacks.isHere()
        && !isDoneInSpite(Math.max(deadline, engine.nowNanos() + GRACE_NANOS), run)) {
      LOG.warn("closed, but callback.executor has not run all callbacks yet");
    }
  }

  /** The same reply, completed on the callback executor. */
  private <T> CompletionStage<T> stage(CompletableFuture<T> reply) {
    return reply
        .handleAsync(
            (value, failure) -> {
              rethrow(failure);
              return value;
            },
            callbacks)
        .minimalCompletionStage();
  }

  /** The same, completed behind the callbacks of what has ended by then. */
  private CompletionStage<@Nullable Void> afterCallbacks(CompletableFuture<Void> ended) {
    return ended
        .<@Nullable Void>handleAsync(
            (nothing, failure) -> {
              rethrow(failure);
              return null;
            },
            callbacks)
        .minimalCompletionStage();
  }

  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof CompletionException wrapped && wrapped.getCause() != null) {
      rethrow(wrapped.getCause());
    } else if (failure != null) {
      throw new CompletionException(
          failure instanceof EngineException known ? DeliveryCategories.exception(known) : failure);
    }
  }

  /** Completed when the callbacks of all that has ended so far have run. */
  private CompletableFuture<Void> callbacksRun() {
    CompletableFuture<Void> run = new CompletableFuture<>();
    callbacks.execute(() -> run.complete(null));
    return run;
  }

  private boolean isDoneBefore(long deadlineNanos, CompletableFuture<Void> run)
      throws InterruptedException {
    try {
      run.get(Math.max(0, deadlineNanos - engine.nowNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    }
  }

  /** An interrupt does not end the wait, and is there again after it. */
  private boolean isDoneInSpite(long deadlineNanos, CompletableFuture<Void> run) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return isDoneBefore(deadlineNanos, run);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
