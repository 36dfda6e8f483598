package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one partition that travel together, as the machines see them: a size, an age and
 * an owner, never bytes. The driver extends it with what it needs itself.
 *
 * <p><b>Threading:</b> what is read here of a sealed batch does not change; the machine's own notes
 * on it belong to the owner's thread.
 *
 * <p><b>Ownership:</b> a batch enters the machine open ({@link ProduceMachine#onOpened}), is filled
 * by others, and is complete once {@link ProduceMachine#onSealed} says so. It leaves exactly once:
 * by {@link ProduceEffects#delivered}, {@link ProduceEffects#failed} or {@link
 * ProduceEffects#split}.
 */
public abstract class MessageBatch {

  /** The place of a batch that was never sent: behind all that were. */
  static final long NO_PLACE = Long.MAX_VALUE;

  /** No producer id, epoch or sequence. */
  static final int NONE = -1;

  BatchState state = BatchState.NEW;
  final Ring.Link<MessageBatch> link = new Ring.Link<>(this);
  private FlushBarrier.@Nullable Span span;

  /** Which message of its partition is its first, counted when first sent: its place in order. */
  long place = NO_PLACE;

  /** The lane of its last request. */
  @Nullable ProduceLane lane;

  long producerId = NONE;
  short producerEpoch = NONE;
  int baseSequence = NONE;

  /** Failures in a row, for the back-off. */
  int failures;

  /** Those of them that count against {@code retries}. */
  int retries;

  /** The last of them. */
  ErrorCode trouble = ErrorCode.NONE;

  /** A copy of it may be in the log: some attempt ended without an answer, and no later told. */
  boolean maybePersisted;

  /** What it has failed with while it was being split; NONE if it has not. */
  ErrorCode doom = ErrorCode.NONE;

  private @Nullable PartitionQueue queue;

  /** Made by the driver. */
  protected MessageBatch() {}

  /** Number of messages, at least 1; of a sealed batch. */
  public abstract int messageCount();

  /** Bytes on the wire; of a sealed batch. */
  public abstract int sizeBytes();

  /**
   * When its oldest message was handed in, in monotonic nanoseconds: from then on {@code
   * delivery.timeout.ms} runs.
   */
  public abstract long oldestNanos();

  /** Where it stands; once it has entered the machine. */
  PartitionQueue queue() {
    if (queue == null) {
      throw new IllegalStateException(this + " is not in the machine");
    }
    return queue;
  }

  /** It enters the machine. */
  void enter(PartitionQueue queue, FlushBarrier.Span span, BatchState state) {
    if (this.state != BatchState.NEW) {
      throw new IllegalStateException(this + " enters again, " + this.state);
    }
    this.queue = queue;
    this.span = span;
    this.state = state;
  }

  FlushBarrier.Span span() {
    if (span == null) {
      throw new IllegalStateException(this + " is not in the machine");
    }
    return span;
  }

  /** Whether it has a sequence, which is its own until a new epoch begins (P17, P18). */
  boolean isNumbered() {
    return producerId != NONE;
  }

  /** It has no sequence any more. */
  void forgetNumber() {
    producerId = NONE;
    producerEpoch = NONE;
    baseSequence = NONE;
  }

  /** As far as this client can know (P13). */
  MessageStatus status() {
    return maybePersisted ? MessageStatus.POSSIBLY_PERSISTED : MessageStatus.NOT_PERSISTED;
  }
}
