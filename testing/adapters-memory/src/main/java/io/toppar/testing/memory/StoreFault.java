package io.toppar.testing.memory;

import io.toppar.ports.StoreOutcome;

/**
 * A fault for a {@link MemoryOffsetStore} to play: one way an offset store can misbehave without
 * breaking its promises. Immutable, any thread.
 */
public sealed interface StoreFault {

  /** The kind of operation that is hit. */
  Operation operation();

  /**
   * The next operation of a kind fails and changes nothing.
   *
   * @param operation the kind of operation that is hit
   * @param reason the reason told
   * @param detail the detail told
   */
  record Fail(Operation operation, StoreOutcome.Reason reason, String detail)
      implements StoreFault {}

  /**
   * The next operation of a kind, and every one after it, waits until {@link
   * MemoryOffsetStore#resume}; closing ends the wait too.
   *
   * @param operation the kind of operation that is hit
   */
  record Stall(Operation operation) implements StoreFault {}

  /** The kinds of operation of an offset store. */
  enum Operation {
    /** {@link io.toppar.ports.OffsetStore#load}. */
    LOAD,
    /** {@link io.toppar.ports.OffsetStore#store}. */
    STORE,
    /** {@link io.toppar.ports.OffsetStore#sync}. */
    SYNC,
    /** {@link io.toppar.ports.OffsetStore#delete}. */
    DELETE,
    /** {@link io.toppar.ports.OffsetStore#release}. */
    RELEASE
  }
}
