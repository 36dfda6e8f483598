package io.toppar.domain.produce;

/**
 * What a broker's word on the sequence of a batch means (P20, KIP-360). A batch goes on under a new
 * epoch, or id, only if it is certain that it is not in the log; one in doubt fails rather than be
 * there twice. Stateless; the owner's thread only.
 */
final class SequenceReplies {

  private final BatchEnds ends;
  private final BatchRetries retries;

  SequenceReplies(BatchEnds ends, BatchRetries retries) {
    this.ends = ends;
    this.retries = retries;
  }

  /** The broker misses what was sent before, and has not seen this one. */
  void outOfOrder(BatchTrouble trouble, long nowNanos, ProduceEffects effects) {
    MessageBatch batch = trouble.batch();
    PartitionQueue queue = trouble.queue();
    SequenceChain chain = queue.chain;
    if (chain.isAcknowledgedBehind(batch)) {
      // A later one is in the log, which no broker takes without this one.
      ends.delivered(batch, -1, -1, effects);
    } else if (queue.hasEarlier(batch)) {
      retries.behind(trouble, effects);
    } else if (batch.maybePersisted && chain.isBehindDoubt(batch)) {
      ends.failed(trouble, effects);
    } else if (chain.isBroken()) {
      batch.maybePersisted = false;
      retries.behind(trouble, effects);
    } else {
      // The log has lost what it had acknowledged; this one it never had (B175).
      chain.breakOff();
      batch.maybePersisted = false;
      retries.again(trouble, false, nowNanos, effects);
    }
  }

  /** The broker knows nothing of the producer: its messages have left the log, or never came. */
  void forgotten(BatchTrouble trouble, long nowNanos, ProduceEffects effects) {
    if (trouble.queue().hasEarlier(trouble.batch())) {
      retries.behind(trouble, effects);
    } else if (trouble.batch().maybePersisted) {
      ends.failed(trouble, effects);
    } else {
      trouble.queue().chain.breakOff();
      retries.again(trouble, false, nowNanos, effects);
    }
  }

  /** Somebody else has used the id under a newer epoch. */
  void fenced(BatchTrouble trouble, long nowNanos, ProduceEffects effects) {
    trouble.queue().chain.abandon();
    if (trouble.batch().maybePersisted) {
      ends.failed(trouble, effects);
    } else {
      retries.again(trouble, false, nowNanos, effects);
    }
  }
}
