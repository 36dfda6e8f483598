package io.toppar.domain.produce;

/**
 * A message whose partition is not known, as its topic's metadata is not there yet: an entry of the
 * UA toppar's queue. The driver extends it with the message itself.
 *
 * <p><b>Ownership:</b> enters the machine by {@link ProduceMachine#onUnassigned} and leaves it
 * exactly once, by {@link ProduceEffects#assign} or {@link ProduceEffects#unassignedFailed}.
 */
public abstract class UnassignedMessage {

  /** Made by the driver. */
  protected UnassignedMessage() {}

  /** The partition that its sender named, or -1 if one is to be chosen. */
  public abstract int partition();

  /** Bytes of payload. */
  public abstract int sizeBytes();

  /** When it was handed in, in monotonic nanoseconds. */
  public abstract long oldestNanos();
}
