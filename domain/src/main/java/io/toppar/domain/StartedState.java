package io.toppar.domain;

/** What the states of a partition that was started and not stopped have in common. */
sealed interface StartedState extends PositionState
    permits OffsetQueryState, OffsetWaitState, EpochWaitState, ActiveState {

  @Override
  default boolean takesAcknowledgements() {
    return true;
  }

  @Override
  default CommandResult start(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return machine.begin(offset, leaderEpoch, nowNanos, effects);
  }

  @Override
  default CommandResult seek(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return machine.jump(offset, leaderEpoch, nowNanos, effects);
  }

  @Override
  default CommandResult stop(Positioning machine, TopparEffects effects) {
    return machine.end(effects);
  }

  @Override
  default CommandResult mayStore() {
    return CommandResult.OK;
  }

  @Override
  default void onCommitEnded(Positioning machine, TopparEffects effects) {}

  @Override
  default void onUnreadable(
      Positioning machine, long offset, long backoffNanos, long nowNanos, TopparEffects effects) {
    machine.goBack(offset, backoffNanos, nowNanos, effects);
  }
}
