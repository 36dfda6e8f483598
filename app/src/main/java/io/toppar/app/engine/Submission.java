package io.toppar.app.engine;

/**
 * What became of handing a command to the engine.
 *
 * <p>Immutable, any thread. Says nothing of the command's own outcome, which comes later.
 */
public enum Submission {
  /** It will be run, after the commands before it. */
  ACCEPTED,
  /** Too many commands wait already; nothing was done. */
  BACK_PRESSURED,
  /** The client is closing or closed; nothing was done. */
  CLOSED
}
