package io.toppar.domain;

/**
 * OFFSET_WAIT: a lookup in the offset store or on the leader is open (S14-S20).
 *
 * @param search what is looked for, and so who was asked
 */
record OffsetWaitState(PositionSearch search) implements StartedState, NoValidationState {

  @Override
  public FetchState state() {
    return FetchState.OFFSET_WAIT;
  }

  @Override
  public boolean isAlive(Positioning machine) {
    return machine.hasOpenRequest();
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
    if (search.asksLeader()) {
      search.startOver();
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
    throw machine.impossible("deadline");
  }

  @Override
  public void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects) {
    throw machine.impossible("out of range");
  }

  @Override
  public void onStoredOffset(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    requireAsked(machine, false, "stored offset");
    Toppar toppar = machine.toppar();
    toppar.flow().onSuccess();
    if (offset >= 0) {
      toppar.commits().loaded(offset, leaderEpoch);
      machine.goTo(offset, leaderEpoch, nowNanos, effects);
    } else {
      toppar.commits().loadedNothing();
      machine.reset(
          ErrorCode.LOCAL_NO_OFFSET, Offsets.INVALID, "no offset is stored", nowNanos, effects);
    }
  }

  /** Never the reset policy: the stored offset is there, and may be read later (B061). */
  @Override
  public void onStoredOffsetFailed(
      Positioning machine,
      ErrorCode error,
      boolean permanent,
      String detail,
      long nowNanos,
      TopparEffects effects) {
    requireAsked(machine, false, "stored offset failed");
    if (permanent) {
      machine.fail(error, Offsets.STORED, detail, effects);
      return;
    }
    Toppar toppar = machine.toppar();
    toppar.flow().tellOnce(error, Offsets.STORED, detail, effects);
    machine.becomeOffsetQuery(search, toppar.config().queryBackoffNanos(), nowNanos, effects);
  }

  @Override
  public void onOffsetResolved(
      Positioning machine, long offset, long nowNanos, TopparEffects effects) {
    requireAsked(machine, true, "offset resolved");
    Toppar toppar = machine.toppar();
    if (offset < 0 && search.asksAge()) {
      search.noneThatYoung();
      machine.ask(search, nowNanos, effects);
      return;
    }
    if (offset < 0) {
      machine.becomeOffsetQuery(search, toppar.config().queryBackoffNanos(), nowNanos, effects);
      return;
    }
    toppar.flow().onSuccess();
    if (!search.found(offset)) {
      machine.ask(search, nowNanos, effects);
    } else if (search.asksBounds()) {
      judge(machine, nowNanos, effects);
    } else {
      machine.arrive(search.from(), search.position(), search.cause(), nowNanos, effects);
    }
  }

  @Override
  public void onOffsetQueryFailed(
      Positioning machine, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    requireAsked(machine, true, "offset query failed");
    Toppar toppar = machine.toppar();
    ErrorActions actions = ErrorTable.actions(ErrorContext.LIST_OFFSETS, error);
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    if (actions.has(ErrorAction.PERMANENT) || actions.has(ErrorAction.FATAL)) {
      machine.fail(error, search.subject(), detail, effects);
      return;
    }
    if (actions.has(ErrorAction.INFORM) || actions.has(ErrorAction.INFORM_ONCE)) {
      toppar.flow().tellOnce(error, search.subject(), detail, effects);
    }
    long delay =
        actions.has(ErrorAction.LONG_BACK_OFF)
            ? toppar.config().longBackoffNanos()
            : toppar.config().queryBackoffNanos();
    machine.becomeOffsetQuery(search, delay, nowNanos, effects);
  }

  private void requireAsked(Positioning machine, boolean leader, String input) {
    if (leader != search.asksLeader()) {
      throw machine.impossible(input);
    }
  }

  /** Both bounds are known: is the position in the log after all, before or past it (B066)? */
  private void judge(Positioning machine, long nowNanos, TopparEffects effects) {
    if (search.isSound()) {
      // It may have been the epoch of what was read that it does not know: not told again.
      machine.toppar().flow().forgetFetchedEpoch();
      machine.becomeActive(effects);
      return;
    }
    long position = search.from();
    String verdict = search.verdict();
    ResetPolicy policy = machine.toppar().config().resetPolicy();
    switch (policy.kind()) {
      case ERROR ->
          machine.fail(
              ErrorCode.OFFSET_OUT_OF_RANGE, position, verdict + "; seek to go on", effects);
      case EARLIEST -> machine.arrive(position, search.start(), verdict, nowNanos, effects);
      case LATEST -> machine.arrive(position, search.end(), verdict, nowNanos, effects);
      case BY_DURATION ->
          machine.ask(PositionSearch.byPolicy(policy, position, verdict), nowNanos, effects);
    }
  }
}
