package io.toppar.domain.produce;

import org.jspecify.annotations.Nullable;

/**
 * The sequences of one partition, one behind the other without a gap, under an id and an epoch of
 * it (P17-P21, P23; KIP-98, KIP-360). Confined to the owner's thread.
 *
 * <p>A batch keeps its sequence as long as its fate is open. When one that had a sequence has
 * failed for good, or the log has lost what was acknowledged, the chain is <i>broken</i>: nothing
 * new is sent until nothing is in flight and it is known of all that is left whether it is in the
 * log; then a new epoch begins at sequence 0. The epoch is the partition's own, as brokers keep it
 * by partition, so no other partition stands still meanwhile.
 */
final class SequenceChain {

  private static final int SEQUENCES = Integer.MAX_VALUE;
  private static final long NOWHERE = Long.MAX_VALUE;

  private final ProducerIdentity identity;
  private long producerId = MessageBatch.NONE;
  private short epoch = MessageBatch.NONE;
  private int next;

  /** Place of the last batch that was acknowledged under this epoch. */
  private long acknowledged = -1;

  /** A new epoch is to begin. */
  private boolean broken;

  /** It takes another id. */
  private boolean spent;

  /** Place of the first that has failed for good and is not in the log. */
  private long certainGap = NOWHERE;

  /** Place before which there may be something in the log that is not waited for any more. */
  private long openGap = NOWHERE;

  SequenceChain(ProducerIdentity identity) {
    this.identity = identity;
  }

  /** Why there is no producer id, as the end of a sentence; empty if nobody has said. */
  String identityTrouble() {
    return identity.trouble();
  }

  boolean isBroken() {
    return broken;
  }

  /**
   * Whether anything was acknowledged under this epoch. As long as nothing was, the log may not
   * know the producer, and brokers then take any sequence: a second batch would come in before the
   * first if that was refused, and the first never (P17).
   */
  boolean isKnown() {
    return acknowledged >= 0;
  }

  /** Gives a batch that is being sent its sequence, unless it has one. */
  void number(MessageBatch batch) {
    if (!batch.isNumbered()) {
      batch.producerId = producerId;
      batch.producerEpoch = epoch;
      batch.baseSequence = next;
      next = after(next, batch.messageCount());
    }
  }

  /** The sequence behind so many messages from this one on (P17). */
  static int after(int sequence, int messages) {
    return (sequence + messages) & SEQUENCES;
  }

  /**
   * A batch of the chain is in the log.
   *
   * @param queued what waits in the partition
   * @return false if one that was sent before it is surely not, so that order is lost
   */
  boolean accept(MessageBatch batch, Ring<MessageBatch> queued) {
    acknowledged = Math.max(acknowledged, batch.place);
    MessageBatch first = queued.first();
    return first == null || first.place > batch.place || first.maybePersisted;
  }

  /** Whether a later batch of this epoch is in the log, and so this one (P20). */
  boolean isAcknowledgedBehind(MessageBatch batch) {
    return acknowledged > batch.place;
  }

  /** A batch has failed for good: what comes behind it cannot go on with the next sequence. */
  void onFailed(MessageBatch batch) {
    if (!batch.isNumbered()) {
      return;
    }
    breakOff();
    if (batch.maybePersisted) {
      openGap = Math.min(openGap, batch.place);
    } else {
      certainGap = Math.min(certainGap, batch.place);
    }
  }

  /**
   * Pieces are sent in the place of a batch. If that should be in the log the broker does not know
   * the pieces again, so that it proves nothing if it does not take them.
   */
  void onSplit(MessageBatch whole) {
    if (whole.isNumbered() && whole.maybePersisted) {
      openGap = Math.min(openGap, whole.place - 1);
    }
  }

  /** The log does not know what was sent to the one before it. */
  void onLogReplaced() {
    if (producerId != MessageBatch.NONE) {
      breakOff();
    }
  }

  /** Begins a new epoch when nothing is in flight and nothing in doubt. */
  void breakOff() {
    if (!broken) {
      broken = true;
      identity.onDrain();
    }
  }

  /** The same, with another id: this one is of no use any more. */
  void abandon() {
    breakOff();
    spent = true;
  }

  /** Whether one that is missing for certain stands before this one, which is then missing, too. */
  boolean isBehindGap(MessageBatch batch) {
    return batch.place > certainGap;
  }

  /**
   * Whether one stands before this that may come into the log late, and this behind it: that a
   * broker misses it now proves nothing.
   */
  boolean isBehindDoubt(MessageBatch batch) {
    return batch.place > openGap && !isBehindGap(batch);
  }

  /**
   * Whether the chain can be used: it is whole, or is begun anew. Called with nothing in flight if
   * it is broken.
   *
   * @param queued what waits in the partition
   */
  boolean mend(Ring<MessageBatch> queued) {
    if (!broken && producerId != MessageBatch.NONE) {
      return true;
    }
    if (!takeIdentity()) {
      return false;
    }
    for (MessageBatch each = queued.first();
        each != null && each.isNumbered();
        each = queued.after(each.link)) {
      each.forgetNumber();
      each.maybePersisted = false;
    }
    return true;
  }

  /**
   * Whether this one, first in line, has to be sent once more under the old epoch, to learn whether
   * it is in the log.
   */
  boolean mustAsk(@Nullable MessageBatch head) {
    return head != null && head.isNumbered() && head.maybePersisted && !isBehindGap(head);
  }

  private boolean takeIdentity() {
    if (spent || epoch == Short.MAX_VALUE) {
      identity.renew(producerId);
    }
    if (!identity.isAssigned()) {
      identity.want();
      return false;
    }
    if (producerId == identity.producerId()) {
      epoch++;
    } else {
      producerId = identity.producerId();
      epoch = identity.producerEpoch();
    }
    next = 0;
    acknowledged = -1;
    certainGap = NOWHERE;
    openGap = NOWHERE;
    spent = false;
    if (broken) {
      broken = false;
      identity.onDrained();
    }
    return true;
  }
}
