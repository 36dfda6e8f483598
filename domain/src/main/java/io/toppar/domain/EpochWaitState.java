package io.toppar.domain;

/**
 * VALIDATE_EPOCH_WAIT: the position is being checked against the leader's epochs (S34-S43,
 * KIP-320). A request is open, or a timer runs (B059).
 *
 * @param asked the position in question; records may still arrive and move it on (F36)
 */
record EpochWaitState(long asked) implements StartedState, NoLookupState {

  @Override
  public FetchState state() {
    return FetchState.VALIDATE_EPOCH_WAIT;
  }

  @Override
  public boolean isAlive(Positioning machine) {
    return machine.hasOpenRequest() || machine.hasTimer();
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
    machine.validate(nowNanos, effects);
  }

  @Override
  public void onTopicRecreated(
      Positioning machine, String cause, long nowNanos, TopparEffects effects) {
    machine.readNewTopic(machine.toppar().flow().fetchOffset(), cause, nowNanos, effects);
  }

  @Override
  public void onDeadline(Positioning machine, long nowNanos, TopparEffects effects) {
    machine.wantLeader(effects);
    machine.validate(nowNanos, effects);
  }

  /** The validation will tell. */
  @Override
  public void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects) {}

  @Override
  public void onEpochEnd(
      Positioning machine, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects) {
    FetchFlow flow = machine.toppar().flow();
    flow.onSuccess();
    if (leaderEpoch < 0 || endOffset < 0) {
      machine.reset(
          ErrorCode.LOCAL_LOG_TRUNCATION,
          flow.fetchOffset(),
          "the leader has no common epoch with what was read",
          nowNanos,
          effects);
    } else if (endOffset < asked) {
      machine.onTruncated(leaderEpoch, endOffset, nowNanos, effects);
    } else {
      machine.becomeActive(effects);
    }
  }

  /** No failure of a validation moves the position (S40). */
  @Override
  public void onEpochEndFailed(
      Positioning machine, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    ErrorActions actions = ErrorTable.actions(ErrorContext.EPOCH_END, error);
    if (actions.has(ErrorAction.GO_WITHOUT)) {
      machine.becomeActive(effects);
      return;
    }
    Toppar toppar = machine.toppar();
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    if (actions.has(ErrorAction.INFORM) || actions.has(ErrorAction.INFORM_ONCE)) {
      toppar.flow().tellOnce(error, asked, detail, effects);
    }
    machine.becomeEpochWait(this, nowNanos, effects);
  }
}
