package io.toppar.domain;

/**
 * ACTIVE: there is a position to fetch from; the timer is the end of a back-off. Without data,
 * hence shared, and advancing allocates nothing.
 */
enum ActiveState implements StartedState, NoLookupState, NoValidationState {
  ACTIVE;

  @Override
  public FetchState state() {
    return FetchState.ACTIVE;
  }

  @Override
  public boolean isAlive(Positioning machine) {
    return true;
  }

  @Override
  public boolean takesRecords() {
    return true;
  }

  @Override
  public void onLeader(
      Positioning machine,
      boolean moved,
      boolean newerEpoch,
      long nowNanos,
      TopparEffects effects) {
    if (moved) {
      machine.endBackOff();
    }
    int epoch = machine.toppar().flow().positionEpoch();
    if (newerEpoch && epoch >= 0 && machine.toppar().leaderEpoch() > epoch) {
      machine.validate(nowNanos, effects);
    }
  }

  @Override
  public void onTopicRecreated(
      Positioning machine, String cause, long nowNanos, TopparEffects effects) {
    machine.readNewTopic(machine.toppar().flow().fetchOffset(), cause, nowNanos, effects);
  }

  @Override
  public void onDeadline(Positioning machine, long nowNanos, TopparEffects effects) {
    machine.endBackOff();
    effects.fetchChanged(machine.toppar());
  }

  /** Finds out on which side of the log the position is, if it is (S47, B066, B072). */
  @Override
  public void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects) {
    Toppar toppar = machine.toppar();
    PositionSearch bounds = PositionSearch.ofBounds(toppar.flow().fetchOffset());
    machine.becomeOffsetQuery(bounds, toppar.config().resetDelayNanos(), nowNanos, effects);
  }
}
