package io.toppar.app.engine;

/**
 * What became of handing a message to the engine. Immutable, any thread.
 *
 * <p>Says nothing of its delivery, which is reported later.
 */
public enum SendOutcome {
  /** It is taken, and will be reported exactly once. */
  TAKEN,
  /** There is no memory for it now; nothing was taken. */
  NO_ROOM
}
