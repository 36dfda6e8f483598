package io.toppar.domain.produce;

/**
 * A topic that is produced to: its partitions, and what waits for its metadata (the UA toppar's
 * queue). Made by {@link ProduceMachine#topic}; the owner's thread only.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class ProduceTopic {

  private final String name;

  ProduceTopic(String name) {
    this.name = name;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Messages that wait for their partition, those being assigned included. */
  public int unassignedMessages() {
    throw new UnsupportedOperationException();
  }
}
