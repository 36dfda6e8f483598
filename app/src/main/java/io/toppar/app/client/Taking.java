package io.toppar.app.client;

import io.toppar.app.engine.Delivery;
import io.toppar.app.engine.DutyRunner;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.HandOver;
import io.toppar.domain.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Takes what was delivered and shows it as events. Any thread. */
final class Taking {

  private final Engine engine;
  private final HandOver handOver;
  private final boolean autoStore;

  Taking(Engine engine, boolean autoStore) {
    this.engine = engine;
    this.autoStore = autoStore;
    this.handOver = engine.handOver();
  }

  /** The next delivery, or null if there is none in time. */
  @Nullable Delivery next(String call, long timeoutNanos) {
    if (engine.isClosed()) {
      throw Errors.closed();
    }
    Delivery delivery = handOver.take();
    if (delivery != null || timeoutNanos == 0) {
      return delivery != null ? delivery : driveOnce();
    }
    engine.requireMayBlock(call);
    long deadline = engine.nowNanos() + timeoutNanos;
    while (delivery == null) {
      DutyRunner.Drive drive = engine.drive(deadline);
      if (drive == DutyRunner.Drive.ELSEWHERE) {
        return await(timeoutNanos);
      }
      delivery = handOver.take();
      if (drive == DutyRunner.Drive.EXHAUSTED || engine.nowNanos() - deadline >= 0) {
        return delivery;
      }
    }
    return delivery;
  }

  /** A poll that does not wait still lets a client without a thread get on. */
  private @Nullable Delivery driveOnce() {
    engine.drive(engine.nowNanos());
    return handOver.take();
  }

  private @Nullable Delivery await(long timeoutNanos) {
    try {
      Delivery delivery = handOver.take(timeoutNanos);
      if (delivery == null && engine.isClosed()) {
        throw Errors.closed();
      }
      return delivery;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopparException(
          ErrorCategory.RETRY, ErrorCode.LOCAL_TIMED_OUT, "interrupted while waiting", e);
    }
  }

  boolean nextIsRecords() {
    return handOver.nextIsRecords();
  }

  /** What a delivery tells. Records without anything in them are released at once (B094). */
  ConsumerEvent event(Delivery delivery) {
    return switch (delivery.kind()) {
      case RECORDS -> {
        if (delivery.isEmpty()) {
          engine.release(delivery, delivery.to(), delivery.batches().leaderEpoch());
          yield new ConsumerEvent.PositionMoved(delivery.slot().topicPartition(), delivery.to());
        }
        yield new ConsumerEvent.Batch(new HeldBatch(engine, delivery, autoStore));
      }
      case END -> new ConsumerEvent.EndOfPartition(delivery.slot().topicPartition(), delivery.to());
      case ERROR -> new ConsumerEvent.PartitionError(delivery.error());
      case RESET ->
          new ConsumerEvent.PositionReset(
              delivery.slot().topicPartition(), delivery.from(), delivery.to(), delivery.reason());
    };
  }
}
