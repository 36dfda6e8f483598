package io.toppar.domain;

/** What the states in which no offset lookup is open have in common: none can be answered. */
sealed interface NoLookupState extends PositionState
    permits IdleState, OffsetQueryState, EpochWaitState, ActiveState {

  @Override
  default void onStoredOffset(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    throw machine.impossible("stored offset");
  }

  @Override
  default void onStoredOffsetFailed(
      Positioning machine,
      ErrorCode error,
      boolean permanent,
      String detail,
      long nowNanos,
      TopparEffects effects) {
    throw machine.impossible("stored offset failed");
  }

  @Override
  default void onOffsetResolved(
      Positioning machine, long offset, long nowNanos, TopparEffects effects) {
    throw machine.impossible("offset resolved");
  }

  @Override
  default void onOffsetQueryFailed(
      Positioning machine, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    throw machine.impossible("offset query failed");
  }
}
