package io.toppar.domain;

/**
 * VALIDATE_EPOCH_WAIT: the position is being checked against the leader's epochs (S34-S43,
 * KIP-320). A request is open, or a timer runs (B059).
 *
 * @param asked the position in question; records may still arrive and move it on (F36)
 * @param epoch the epoch in question
 * @param tries how often a leader was asked that is too old to know
 */
record EpochWaitState(long asked, int epoch, int tries) implements StartedState, NoLookupState {

  /** At the usual back-off of 500 ms, half a minute. */
  private static final int MOST_TRIES = 60;

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
    machine.validate(tries, nowNanos, effects);
  }

  /** The validation will tell. */
  @Override
  public void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects) {}

  @Override
  public void onEpochEnd(
      Positioning machine, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects) {
    FetchFlow flow = machine.toppar().flow();
    boolean unknown = leaderEpoch < 0 || endOffset < 0;
    if (unknown && isTooOldToKnow(machine.toppar())) {
      awaitNewerLeader(machine, nowNanos, effects);
      return;
    }
    flow.onSuccess();
    if (unknown) {
      machine.reset(
          ErrorCode.LOCAL_LOG_TRUNCATION,
          flow.fetchOffset(),
          "the leader has no common epoch with what was read",
          nowNanos,
          effects);
    } else if (endOffset < asked || leaderEpoch < epoch) {
      machine.onTruncated(leaderEpoch, endOffset, nowNanos, effects);
    } else {
      machine.becomeActive(effects);
    }
  }

  /**
   * A leader of an epoch before that of the position was replaced, and does not know it: what it
   * lacks is not lost. For ever that is not believed: the topic may be another one (B221).
   */
  private boolean isTooOldToKnow(Toppar toppar) {
    return toppar.leaderEpoch() >= 0 && toppar.leaderEpoch() < epoch && tries < MOST_TRIES;
  }

  private void awaitNewerLeader(Positioning machine, long nowNanos, TopparEffects effects) {
    Toppar toppar = machine.toppar();
    String detail =
        "broker "
            + toppar.leaderId()
            + " leads "
            + toppar.topicPartition()
            + " in epoch "
            + toppar.leaderEpoch()
            + ", older than epoch "
            + epoch
            + " of what was read; a newer leader is waited for";
    toppar.flow().tellOnce(ErrorCode.UNKNOWN_LEADER_EPOCH, asked, detail, effects);
    effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    machine.becomeEpochWait(new EpochWaitState(asked, epoch, tries + 1), nowNanos, effects);
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
