package io.toppar.domain.produce;

import org.jspecify.annotations.Nullable;

/**
 * A message whose partition is not known, as its topic's metadata is not there yet: an entry of the
 * UA toppar's queue. The driver extends it with the message itself.
 *
 * <p><b>Ownership:</b> enters the machine by {@link ProduceMachine#onUnassigned} and leaves it
 * exactly once, by {@link ProduceEffects#assign} or {@link ProduceEffects#unassignedFailed}.
 */
public abstract class UnassignedMessage {

  private FlushBarrier.@Nullable Span span;

  /** Made by the driver. */
  protected UnassignedMessage() {}

  /** The partition that its sender named, or -1 if one is to be chosen. */
  public abstract int partition();

  /** Bytes of payload. */
  public abstract int sizeBytes();

  /** When it was handed in, in monotonic nanoseconds. */
  public abstract long oldestNanos();

  /** It enters the machine. */
  void enter(FlushBarrier.Span span) {
    if (this.span != null) {
      throw new IllegalStateException(this + " enters again");
    }
    this.span = span;
  }

  FlushBarrier.Span span() {
    if (span == null) {
      throw new IllegalStateException(this + " is not in the machine");
    }
    return span;
  }
}
