package io.toppar.domain;

/**
 * What became of a command to a toppar: accepted, or the named refusal (S2, S25-S27).
 *
 * <p>Immutable, any thread. A refusal is an answer, not an error: nothing has changed and no effect
 * was pushed.
 */
public enum CommandResult {
  /** Accepted. */
  OK,
  /** A stop is still in progress; try again once it has ended ({@code __PREV_IN_PROGRESS}). */
  PREVIOUS_IN_PROGRESS,
  /** The partition has not been started ({@code __STATE}). */
  WRONG_STATE,
  /** The offset is not one that the command takes ({@code __INVALID_ARG}). */
  INVALID_ARGUMENT,
  /** It is about records of an older version: reading has been moved, or has stopped (V4). */
  OUTDATED
}
