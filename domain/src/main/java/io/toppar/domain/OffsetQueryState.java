package io.toppar.domain;

/**
 * OFFSET_QUERY: an offset must be looked up, later. A timer always runs (B025).
 *
 * @param search what is looked for
 */
record OffsetQueryState(PositionSearch search)
    implements StartedState, NoLookupState, NoValidationState {

  @Override
  public FetchState state() {
    return FetchState.OFFSET_QUERY;
  }

  @Override
  public boolean isAlive(Positioning machine) {
    return machine.hasTimer();
  }

  @Override
  public boolean takesRecords() {
    return false;
  }

  @Override
  public void onLeader(
      Positioning machine,
      boolean moved,
      boolean newerEpoch,
      long nowNanos,
      TopparEffects effects) {
    search.startOver();
    if (moved && search.asksLeader() && machine.toppar().leaderId() != Toppar.NO_BROKER) {
      machine.ask(search, nowNanos, effects);
    }
  }

  @Override
  public void onTopicRecreated(
      Positioning machine, String cause, long nowNanos, TopparEffects effects) {
    machine.searchNewTopic(search, cause, nowNanos, effects);
  }

  @Override
  public void onDeadline(Positioning machine, long nowNanos, TopparEffects effects) {
    if (search.asksLeader()) {
      machine.wantLeader(effects);
    }
    machine.ask(search, nowNanos, effects);
  }

  @Override
  public void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects) {
    throw machine.impossible("out of range");
  }
}
