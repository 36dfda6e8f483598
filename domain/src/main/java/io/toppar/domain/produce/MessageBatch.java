package io.toppar.domain.produce;

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
}
