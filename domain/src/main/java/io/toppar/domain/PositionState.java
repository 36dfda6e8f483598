package io.toppar.domain;

/**
 * What a toppar does in one of its fetch states: an answer to every input (S1-S47).
 *
 * <p>Holds only what is true in that state; states without data are shared by all toppars. An input
 * added here does not compile until every state answers it. States that answer alike share the
 * answer in {@link StartedState}, {@link NoLookupState} or {@link NoValidationState}. The answer to
 * a request comes here only if that request is the open one. The diagram is in {@code
 * domain/DESIGN.md}.
 */
sealed interface PositionState permits StartedState, NoLookupState, NoValidationState {

  /** What it is called outside. */
  FetchState state();

  /** Whether something will move it on: a state never waits for nothing (B025, B059). */
  boolean isAlive(Positioning machine);

  /** Whether the records of a Fetch reply of the present version have a place here (F36). */
  boolean takesRecords();

  /** Whether something was delivered under the present version that may be acknowledged. */
  boolean takesAcknowledgements();

  // Commands.

  CommandResult start(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects);

  CommandResult seek(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects);

  CommandResult stop(Positioning machine, TopparEffects effects);

  /** Whether a position may be stored, or why not. */
  CommandResult mayStore();

  // Facts.

  /** A commit has ended, well or badly: a stop waits for nothing else (O9). */
  void onCommitEnded(Positioning machine, TopparEffects effects);

  /** Another leader, a newer epoch of it, or both (B049, B055, S34). */
  void onLeader(
      Positioning machine, boolean moved, boolean newerEpoch, long nowNanos, TopparEffects effects);

  /**
   * The topic was deleted and made again (M16). Leader, bounds, epochs and stored positions are
   * forgotten already.
   *
   * @param cause says so, with both ids
   */
  void onTopicRecreated(Positioning machine, String cause, long nowNanos, TopparEffects effects);

  /** The timer of this state has run out. */
  void onDeadline(Positioning machine, long nowNanos, TopparEffects effects);

  /** The broker says that the position is outside the log (S47). */
  void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects);

  /** Records handed over cannot be read: go back to them, and try again later (B108). */
  void onUnreadable(
      Positioning machine, long offset, long backoffNanos, long nowNanos, TopparEffects effects);

  // Answers to the open request.

  void onStoredOffset(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects);

  void onStoredOffsetFailed(
      Positioning machine,
      ErrorCode error,
      boolean permanent,
      String detail,
      long nowNanos,
      TopparEffects effects);

  void onOffsetResolved(Positioning machine, long offset, long nowNanos, TopparEffects effects);

  void onOffsetQueryFailed(
      Positioning machine, ErrorCode error, String detail, long nowNanos, TopparEffects effects);

  void onEpochEnd(
      Positioning machine, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects);

  void onEpochEndFailed(
      Positioning machine, ErrorCode error, String detail, long nowNanos, TopparEffects effects);
}
