package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RetryDelay;

/**
 * How a batch that came back with an error goes on: after a wait, at its place in the order, or in
 * smaller pieces (P11, P12). Confined to the owner's thread.
 */
final class BatchRetries {

  private final ProduceConfig config;
  private final BatchEnds ends;
  private final RetryDelay delay;

  BatchRetries(ProduceConfig config, BatchEnds ends, RetryDelay delay) {
    this.config = config;
    this.ends = ends;
    this.delay = delay;
  }

  /**
   * It is sent again after a back-off that doubles, unless nothing can come of it.
   *
   * @param counted whether that is one of the retries that it is allowed
   */
  void again(BatchTrouble trouble, boolean counted, long nowNanos, ProduceEffects effects) {
    MessageBatch batch = trouble.batch();
    PartitionQueue queue = trouble.queue();
    batch.trouble = trouble.error();
    if (refuses(batch, effects)) {
      return;
    }
    if (counted && batch.retries >= config.retries()) {
      ends.failed(trouble.outOfRetries(), effects);
      return;
    }
    if (counted) {
      batch.retries++;
    }
    batch.failures++;
    queue.requeue(batch);
    queue.restUntil(delay.after(batch.failures, nowNanos));
  }

  /** It is sent again in its turn: it failed because of another that goes before it. */
  void behind(BatchTrouble trouble, ProduceEffects effects) {
    MessageBatch batch = trouble.batch();
    if (!refuses(batch, effects)) {
      trouble.queue().requeue(batch);
    }
  }

  /** Smaller pieces of it are tried, if it has any. */
  void split(BatchTrouble trouble, ProduceEffects effects) {
    MessageBatch batch = trouble.batch();
    if (batch.messageCount() == 1) {
      ends.failed(trouble, effects);
    } else if (!refuses(batch, effects)) {
      trouble.queue().chain.onSplit(batch);
      trouble.queue().holdPlace(batch);
      effects.split(batch);
    }
  }

  private boolean refuses(MessageBatch batch, ProduceEffects effects) {
    PartitionQueue queue = batch.queue();
    ErrorCode refusal = queue.topic.refusal(queue.topicPartition.partition());
    if (refusal == ErrorCode.NONE && !ends.isFatal()) {
      return false;
    }
    ends.refused(batch, refusal, effects);
    return true;
  }
}
