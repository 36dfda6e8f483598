package io.toppar.domain;

/**
 * The fetch states of one toppar and every transition between them (S1-S47).
 *
 * <p>Confined to its toppar. The diagram is in {@code domain/DESIGN.md}. An input either is a
 * switch over all states, so that a new state does not compile until it answers, or is the answer
 * to the one request that is open: answers to others are late and are dropped.
 *
 * <p>Never waits for nothing: in OFFSET_WAIT a request is open, in OFFSET_QUERY a timer runs, in
 * VALIDATE_EPOCH_WAIT one of the two (B025, B059).
 */
final class Positioning {

  private static final int NO_REQUEST = 0;

  private final Toppar toppar;
  private final PositionSearch search = new PositionSearch();
  private FetchState state = FetchState.NONE;

  /** In NONE: reading has ended by an error, hence a seek may begin it again. */
  private boolean failed;

  private int lastRequest = NO_REQUEST;
  private int openRequest = NO_REQUEST;

  /** The timer of a wait state; in ACTIVE the end of the back-off. */
  private long waitUntil = Deadlines.NONE;

  Positioning(Toppar toppar) {
    this.toppar = toppar;
  }

  FetchState state() {
    return state;
  }

  long deadline() {
    return waitUntil;
  }

  boolean backingOff(long nowNanos) {
    return waitUntil != Deadlines.NONE && !Deadlines.reached(waitUntil, nowNanos);
  }

  // Commands.

  CommandResult start(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return switch (state) {
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
      case NONE, STOPPED, OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE -> {
        if (!Offsets.isStart(offset)) {
          yield CommandResult.INVALID_ARGUMENT;
        }
        toppar.raiseVersion(effects);
        toppar.commits().restart(effects);
        toppar.flow().restart();
        wantLeader(effects);
        goTo(offset, leaderEpoch, nowNanos, effects);
        yield CommandResult.OK;
      }
    };
  }

  CommandResult seek(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return switch (state) {
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
      case STOPPED -> CommandResult.WRONG_STATE;
      case NONE ->
          failed ? jump(offset, leaderEpoch, nowNanos, effects) : CommandResult.WRONG_STATE;
      case OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE ->
          jump(offset, leaderEpoch, nowNanos, effects);
    };
  }

  CommandResult stop(TopparEffects effects) {
    return switch (state) {
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
      case NONE, STOPPED, OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE -> {
        toppar.raiseVersion(effects);
        toppar.flow().forget();
        becomeIdle(FetchState.STOPPING, effects);
        onCommitEnded(effects);
        yield CommandResult.OK;
      }
    };
  }

  // Facts.

  /** A commit has ended, well or badly: a stop waits for nothing else (O9). */
  void onCommitEnded(TopparEffects effects) {
    switch (state) {
      case STOPPING -> {
        if (toppar.commits().finish(effects)) {
          become(FetchState.STOPPED, effects);
          toppar.commits().forget();
          effects.stopped(toppar, toppar.version());
        }
      }
      case NONE, STOPPED, OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE -> {}
    }
  }

  /** Another leader, a newer epoch of it, or both (B049, B055, S34). */
  void onLeader(boolean moved, boolean newerEpoch, long nowNanos, TopparEffects effects) {
    switch (state) {
      case NONE, STOPPING, STOPPED -> {}
      case OFFSET_QUERY -> {
        if (moved && search.asksLeader() && toppar.leaderId() != Toppar.NO_BROKER) {
          ask(nowNanos, effects);
        }
      }
      case OFFSET_WAIT -> {
        if (search.asksLeader()) {
          ask(nowNanos, effects);
        }
      }
      case VALIDATE_EPOCH_WAIT -> validate(nowNanos, effects);
      case ACTIVE -> {
        if (moved) {
          waitUntil = Deadlines.NONE;
        }
        int epoch = toppar.flow().positionEpoch();
        if (newerEpoch && epoch >= 0 && toppar.leaderEpoch() > epoch) {
          validate(nowNanos, effects);
        }
      }
    }
  }

  void onStoredOffset(
      int request, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (!answers(request, FetchState.OFFSET_WAIT, true, "stored offset")) {
      return;
    }
    toppar.flow().onSuccess();
    if (offset >= 0) {
      toppar.commits().loaded(offset, leaderEpoch);
      goTo(offset, leaderEpoch, nowNanos, effects);
    } else {
      reset(ErrorCode.LOCAL_NO_OFFSET, Offsets.INVALID, "no offset is stored", nowNanos, effects);
    }
  }

  /** Never the reset policy: the stored offset is there, and may be read later (B061). */
  void onStoredOffsetFailed(
      int request,
      ErrorCode error,
      boolean permanent,
      String detail,
      long nowNanos,
      TopparEffects effects) {
    if (!answers(request, FetchState.OFFSET_WAIT, true, "stored offset failed")) {
      return;
    }
    if (permanent) {
      fail(error, Offsets.STORED, detail, effects);
    } else {
      toppar.flow().tellOnce(error, Offsets.STORED, detail, effects);
      becomeOffsetQuery(toppar.config().queryBackoffNanos(), nowNanos, effects);
    }
  }

  void onOffsetResolved(int request, long offset, long nowNanos, TopparEffects effects) {
    if (!answers(request, FetchState.OFFSET_WAIT, false, "offset resolved")) {
      return;
    }
    if (offset < 0) {
      becomeOffsetQuery(toppar.config().queryBackoffNanos(), nowNanos, effects);
      return;
    }
    toppar.flow().onSuccess();
    if (!search.found(offset)) {
      ask(nowNanos, effects);
    } else if (search.asksBounds()) {
      judge(effects);
    } else {
      arrive(search.position(), effects);
    }
  }

  void onOffsetQueryFailed(
      int request, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    if (!answers(request, FetchState.OFFSET_WAIT, false, "offset query failed")) {
      return;
    }
    ErrorActions actions = ErrorTable.actions(ErrorContext.LIST_OFFSETS, error);
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    if (actions.has(ErrorAction.PERMANENT) || actions.has(ErrorAction.FATAL)) {
      fail(error, search.subject(), detail, effects);
      return;
    }
    if (actions.has(ErrorAction.INFORM) || actions.has(ErrorAction.INFORM_ONCE)) {
      toppar.flow().tellOnce(error, search.subject(), detail, effects);
    }
    long backoff = toppar.config().queryBackoffNanos();
    becomeOffsetQuery(
        actions.has(ErrorAction.LONG_BACK_OFF) ? toppar.flow().longBackoffNanos() : backoff,
        nowNanos,
        effects);
  }

  void onEpochEnd(
      int request, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects) {
    if (!answers(request, FetchState.VALIDATE_EPOCH_WAIT, false, "epoch end")) {
      return;
    }
    toppar.flow().onSuccess();
    if (leaderEpoch < 0 || endOffset < 0) {
      reset(
          ErrorCode.LOCAL_LOG_TRUNCATION,
          toppar.flow().fetchOffset(),
          "the leader has no common epoch with what was read",
          nowNanos,
          effects);
    } else if (endOffset < search.from()) {
      onTruncated(leaderEpoch, endOffset, effects);
    } else {
      becomeActive(effects);
    }
  }

  /** No failure of a validation moves the position (S40). */
  void onEpochEndFailed(
      int request, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    if (!answers(request, FetchState.VALIDATE_EPOCH_WAIT, false, "epoch end failed")) {
      return;
    }
    ErrorActions actions = ErrorTable.actions(ErrorContext.EPOCH_END, error);
    if (actions.has(ErrorAction.GO_WITHOUT)) {
      becomeActive(effects);
      return;
    }
    if (actions.has(ErrorAction.REFRESH_METADATA)) {
      effects.refreshMetadata(toppar, RefreshReason.LEADER_ERROR);
    }
    if (actions.has(ErrorAction.INFORM) || actions.has(ErrorAction.INFORM_ONCE)) {
      toppar.flow().tellOnce(error, search.from(), detail, effects);
    }
    waitUntil = Deadlines.after(nowNanos, toppar.config().queryBackoffNanos());
  }

  void onDeadline(long nowNanos, TopparEffects effects) {
    if (!Deadlines.reached(waitUntil, nowNanos)) {
      return;
    }
    switch (state) {
      case OFFSET_QUERY -> {
        if (search.asksLeader()) {
          wantLeader(effects);
        }
        ask(nowNanos, effects);
      }
      case VALIDATE_EPOCH_WAIT -> {
        wantLeader(effects);
        validate(nowNanos, effects);
      }
      case ACTIVE -> {
        waitUntil = Deadlines.NONE;
        effects.fetchChanged(toppar);
      }
      case NONE, STOPPING, STOPPED, OFFSET_WAIT -> throw impossible("deadline");
    }
  }

  // What a Fetch reply, accepted under the present version, says of the position.

  /** Whether the records of a Fetch reply of the present version have a place here (F36). */
  boolean takesRecords() {
    return switch (state) {
      case ACTIVE, VALIDATE_EPOCH_WAIT -> true;
      case NONE, STOPPING, STOPPED, OFFSET_QUERY, OFFSET_WAIT -> false;
    };
  }

  /** The position is outside the log: find out on which side (S47, B066, B072). */
  void onOutOfRange(long nowNanos, TopparEffects effects) {
    if (state == FetchState.ACTIVE) {
      forgetLookup();
      search.doubt(toppar.flow().fetchOffset());
      becomeOffsetQuery(toppar.config().resetDelayNanos(), nowNanos, effects);
    }
  }

  /** The log was cut and rewritten below the position (S42, S43, KIP-595). */
  void onTruncated(int epoch, long endOffset, TopparEffects effects) {
    long position = toppar.flow().fetchOffset();
    String cause =
        "the log was truncated: epoch "
            + epoch
            + " ends at "
            + endOffset
            + " and was read to "
            + position;
    if (toppar.config().resetPolicy() == ResetPolicy.ERROR) {
      fail(ErrorCode.LOCAL_LOG_TRUNCATION, position, cause + "; seek to go on", effects);
      return;
    }
    search.giveUp(position, cause);
    arrive(Math.min(endOffset, position), effects);
  }

  /** Records handed over cannot be read: go back to them, and try again later (B108). */
  void onUnreadable(long offset, long backoffNanos, long nowNanos, TopparEffects effects) {
    switch (state) {
      case OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE -> {
        toppar.raiseVersion(effects);
        goTo(offset, -1, nowNanos, effects);
        backOff(backoffNanos, nowNanos);
      }
      case NONE, STOPPING, STOPPED -> {}
    }
  }

  /** Whether something was delivered under the present version that may be acknowledged. */
  boolean takesAcknowledgements() {
    return switch (state) {
      case OFFSET_QUERY, OFFSET_WAIT, VALIDATE_EPOCH_WAIT, ACTIVE -> true;
      case NONE -> failed;
      case STOPPING, STOPPED -> false;
    };
  }

  void backOff(long nanos, long nowNanos) {
    if (state == FetchState.ACTIVE && nanos > 0) {
      waitUntil = Deadlines.after(nowNanos, nanos);
    }
  }

  /** Reading ends with an error, until it is started or sought. */
  void fail(ErrorCode code, long offset, String detail, TopparEffects effects) {
    becomeIdle(FetchState.NONE, effects);
    failed = true;
    effects.failed(
        toppar,
        toppar.version(),
        new TopparError(toppar.topicPartition(), code, offset, true, detail));
  }

  // Ways of getting to a position.

  private CommandResult jump(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (offset == Offsets.STORED || !Offsets.isStart(offset)) {
      return CommandResult.INVALID_ARGUMENT;
    }
    toppar.raiseVersion(effects);
    wantLeader(effects);
    if (offset > 0 && leaderEpoch >= 0) {
      forgetLookup();
      failed = false;
      toppar.flow().moveTo(offset, leaderEpoch);
      validate(nowNanos, effects);
    } else {
      goTo(offset, -1, nowNanos, effects);
    }
    return CommandResult.OK;
  }

  private void goTo(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    forgetLookup();
    failed = false;
    if (offset >= 0) {
      toppar.flow().moveTo(offset, leaderEpoch);
      becomeActive(effects);
      return;
    }
    toppar.flow().forget();
    if (offset == Offsets.INVALID) {
      reset(ErrorCode.LOCAL_NO_OFFSET, offset, "no offset was given", nowNanos, effects);
    } else {
      search.lookFor(offset);
      ask(nowNanos, effects);
    }
  }

  /** Follows the reset policy without knowing the bounds of the log. */
  private void reset(
      ErrorCode code, long position, String cause, long nowNanos, TopparEffects effects) {
    boolean truncated = code == ErrorCode.LOCAL_LOG_TRUNCATION;
    forgetLookup();
    search.giveUp(position, cause);
    switch (toppar.config().resetPolicy()) {
      case ERROR ->
          fail(
              truncated ? code : ErrorCode.LOCAL_AUTO_OFFSET_RESET,
              position,
              cause + ", and the reset policy is error; seek or start at an offset",
              effects);
      case EARLIEST -> search.lookFor(Offsets.BEGINNING);
      case LATEST -> search.lookFor(Offsets.END);
    }
    if (failed) {
      return;
    }
    if (truncated) {
      becomeOffsetQuery(toppar.config().resetDelayNanos(), nowNanos, effects);
    } else {
      ask(nowNanos, effects);
    }
  }

  /** Both bounds are known: is the position in the log after all, before or past it (B066)? */
  private void judge(TopparEffects effects) {
    if (search.isSound()) {
      becomeActive(effects);
      return;
    }
    long position = search.from();
    String verdict = search.verdict();
    switch (toppar.config().resetPolicy()) {
      case ERROR ->
          fail(ErrorCode.OFFSET_OUT_OF_RANGE, position, verdict + "; seek to go on", effects);
      case EARLIEST -> {
        search.giveUp(position, verdict);
        arrive(search.start(), effects);
      }
      case LATEST -> {
        search.giveUp(position, verdict);
        arrive(search.end(), effects);
      }
    }
  }

  /**
   * The position has been found. Forwards nothing delivered becomes wrong. Backwards a new version
   * begins, and what was delivered and not handed over is dropped and read again: hence not to
   * {@code to} but to the first such record, if that is before.
   */
  private void arrive(long to, TopparEffects effects) {
    FetchFlow flow = toppar.flow();
    long from = search.from();
    String cause = search.cause();
    long position = to;
    if (from >= 0 && to < from) {
      if (flow.appOffset() >= 0 && flow.appOffset() < to) {
        position = flow.appOffset();
      }
      toppar.raiseVersion(effects);
      toppar.commits().allowLower();
      flow.moveTo(position, -1);
    } else {
      flow.skipTo(position);
    }
    if (cause != null) {
      effects.positionReset(toppar, toppar.version(), from, position, cause);
    }
    becomeActive(effects);
  }

  // Requests.

  private void ask(long nowNanos, TopparEffects effects) {
    if (!search.asksLeader()) {
      becomeOffsetWait(effects);
      effects.loadStoredOffset(toppar, openRequest);
    } else if (toppar.leaderId() == Toppar.NO_BROKER) {
      becomeOffsetQuery(toppar.config().queryBackoffNanos(), nowNanos, effects);
    } else {
      becomeOffsetWait(effects);
      effects.listOffsets(
          toppar, openRequest, toppar.leaderId(), toppar.leaderEpoch(), search.timestamp());
    }
  }

  private void validate(long nowNanos, TopparEffects effects) {
    if (toppar.flow().positionEpoch() < 0) {
      becomeActive(effects);
      return;
    }
    search.doubt(toppar.flow().fetchOffset());
    become(FetchState.VALIDATE_EPOCH_WAIT, effects);
    if (toppar.leaderId() == Toppar.NO_BROKER) {
      openRequest = NO_REQUEST;
      waitUntil = Deadlines.after(nowNanos, toppar.config().queryBackoffNanos());
    } else {
      openRequest = nextRequest();
      waitUntil = Deadlines.NONE;
      effects.validateEpoch(
          toppar,
          openRequest,
          toppar.leaderId(),
          toppar.leaderEpoch(),
          toppar.flow().positionEpoch());
    }
  }

  private void wantLeader(TopparEffects effects) {
    if (toppar.leaderId() == Toppar.NO_BROKER) {
      effects.refreshMetadata(toppar, RefreshReason.UNKNOWN_LEADER);
    }
  }

  /** Whether this answers the open request, which it closes; of another kind it is impossible. */
  private boolean answers(int request, FetchState expected, boolean fromStore, String input) {
    if (request == NO_REQUEST || request != openRequest) {
      toppar.countDrop();
      return false;
    }
    if (state != expected || fromStore == search.asksLeader()) {
      throw impossible(input);
    }
    openRequest = NO_REQUEST;
    return true;
  }

  private int nextRequest() {
    lastRequest = lastRequest == Integer.MAX_VALUE ? 1 : lastRequest + 1;
    return lastRequest;
  }

  // Transitions.

  private void becomeActive(TopparEffects effects) {
    forgetLookup();
    become(FetchState.ACTIVE, effects);
  }

  private void becomeOffsetWait(TopparEffects effects) {
    openRequest = nextRequest();
    waitUntil = Deadlines.NONE;
    become(FetchState.OFFSET_WAIT, effects);
  }

  private void becomeOffsetQuery(long delayNanos, long nowNanos, TopparEffects effects) {
    openRequest = NO_REQUEST;
    waitUntil = Deadlines.after(nowNanos, delayNanos);
    become(FetchState.OFFSET_QUERY, effects);
  }

  private void becomeIdle(FetchState idle, TopparEffects effects) {
    forgetLookup();
    failed = false;
    become(idle, effects);
  }

  /**
   * The one place where the state changes; the lane hears of each way into ACTIVE and out of it.
   */
  private void become(FetchState next, TopparEffects effects) {
    boolean wasActive = state == FetchState.ACTIVE;
    state = next;
    if (wasActive || next == FetchState.ACTIVE) {
      effects.fetchChanged(toppar);
    }
  }

  private void forgetLookup() {
    openRequest = NO_REQUEST;
    search.clear();
    waitUntil = Deadlines.NONE;
  }

  /** Whether something will move a waiting state on. */
  boolean isAlive() {
    return switch (state) {
      case OFFSET_WAIT -> openRequest != NO_REQUEST;
      case OFFSET_QUERY -> waitUntil != Deadlines.NONE;
      case VALIDATE_EPOCH_WAIT -> openRequest != NO_REQUEST || waitUntil != Deadlines.NONE;
      case NONE, STOPPING, STOPPED, ACTIVE -> true;
    };
  }

  private IllegalStateException impossible(String input) {
    return new IllegalStateException(
        input + " is impossible in state " + state + " of " + toppar.topicPartition());
  }
}
