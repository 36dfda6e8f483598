package io.toppar.domain;

/** What the states in which no epoch validation is open have in common: none can be answered. */
sealed interface NoValidationState extends PositionState
    permits IdleState, OffsetQueryState, OffsetWaitState, ActiveState {

  @Override
  default void onEpochEnd(
      Positioning machine, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects) {
    throw machine.impossible("epoch end");
  }

  @Override
  default void onEpochEndFailed(
      Positioning machine, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    throw machine.impossible("epoch end failed");
  }
}
