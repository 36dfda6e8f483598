package io.toppar.domain;

import org.jspecify.annotations.Nullable;

/**
 * The fetch state of one toppar, every transition, and the ways of getting to a position (S1-S47).
 *
 * <p>Confined to its toppar. What an input leads to is answered by the present {@link
 * PositionState}, which then calls one of the ways here. At most one request is open, and one timer
 * runs; answers to other requests are late and are dropped.
 */
final class Positioning {

  private static final int NO_REQUEST = 0;

  private final Toppar toppar;
  private PositionState now = IdleState.NONE;
  private int lastRequest = NO_REQUEST;
  private int openRequest = NO_REQUEST;

  /** The timer of a wait state; in ACTIVE the end of the back-off. */
  private long timer = Deadlines.NONE;

  Positioning(Toppar toppar) {
    this.toppar = toppar;
  }

  Toppar toppar() {
    return toppar;
  }

  /** The present state. */
  PositionState now() {
    return now;
  }

  long deadline() {
    return timer;
  }

  boolean hasTimer() {
    return timer != Deadlines.NONE;
  }

  boolean hasOpenRequest() {
    return openRequest != NO_REQUEST;
  }

  boolean backingOff(long nowNanos) {
    return timer != Deadlines.NONE && !Deadlines.reached(timer, nowNanos);
  }

  /** Whether this is the open request; if not, its answer is late, which is counted. */
  boolean isOpen(int request) {
    boolean open = request != NO_REQUEST && request == openRequest;
    if (!open) {
      toppar.countDrop();
    }
    return open;
  }

  void onDeadline(long nowNanos, TopparEffects effects) {
    if (Deadlines.reached(timer, nowNanos)) {
      now.onDeadline(this, nowNanos, effects);
    }
  }

  // Commands, in states that allow them.

  CommandResult begin(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (!Offsets.isStart(offset)) {
      return CommandResult.INVALID_ARGUMENT;
    }
    toppar.raiseVersion(effects);
    toppar.commits().restart(effects);
    toppar.flow().restart();
    wantLeader(effects);
    goTo(offset, leaderEpoch, nowNanos, effects);
    return CommandResult.OK;
  }

  CommandResult jump(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (offset == Offsets.STORED || !Offsets.isStart(offset)) {
      return CommandResult.INVALID_ARGUMENT;
    }
    toppar.commits().onSeek();
    toppar.raiseVersion(effects);
    wantLeader(effects);
    goTo(offset, leaderEpoch, nowNanos, effects);
    return CommandResult.OK;
  }

  CommandResult end(TopparEffects effects) {
    toppar.raiseVersion(effects);
    toppar.flow().forget();
    become(IdleState.STOPPING, NO_REQUEST, Deadlines.NONE, effects);
    endStop(effects);
    return CommandResult.OK;
  }

  /** Ends the stop, unless a commit is or now comes to be in flight. */
  void endStop(TopparEffects effects) {
    if (toppar.commits().finish(effects)) {
      become(IdleState.STOPPED, NO_REQUEST, Deadlines.NONE, effects);
      toppar.commits().forget();
      effects.stopped(toppar, toppar.version());
    }
  }

  // Ways of getting to a position.

  /** Goes to a position at once, to a logical offset by way of a lookup. */
  void goTo(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (offset >= 0) {
      toppar.flow().moveTo(offset, leaderEpoch);
      if (offset > 0) {
        validate(nowNanos, effects);
      } else {
        becomeActive(effects);
      }
      return;
    }
    toppar.flow().forget();
    if (offset == Offsets.INVALID) {
      reset(ErrorCode.LOCAL_NO_OFFSET, offset, "no offset was given", nowNanos, effects);
    } else {
      ask(PositionSearch.of(offset), nowNanos, effects);
    }
  }

  /** Goes back to what was handed over and could not be read, and waits there. */
  void goBack(long offset, long backoffNanos, long nowNanos, TopparEffects effects) {
    toppar.raiseVersion(effects);
    goTo(offset, -1, nowNanos, effects);
    backOff(backoffNanos, nowNanos);
  }

  /** Follows the reset policy without knowing the bounds of the log. */
  void reset(ErrorCode code, long position, String cause, long nowNanos, TopparEffects effects) {
    boolean truncated = code == ErrorCode.LOCAL_LOG_TRUNCATION;
    ResetPolicy policy = toppar.config().resetPolicy();
    if (policy.kind() == ResetPolicy.Kind.ERROR) {
      fail(
          truncated ? code : ErrorCode.LOCAL_AUTO_OFFSET_RESET,
          position,
          cause + ", and the reset policy is error; seek or start at an offset",
          effects);
      return;
    }
    PositionSearch search = PositionSearch.byPolicy(policy, position, cause);
    if (truncated) {
      becomeOffsetQuery(search, toppar.config().resetDelayNanos(), nowNanos, effects);
    } else {
      ask(search, nowNanos, effects);
    }
  }

  /** The log was cut and rewritten below the position (S42, S43, KIP-595). */
  void onTruncated(int epoch, long endOffset, long nowNanos, TopparEffects effects) {
    long position = toppar.flow().fetchOffset();
    EpochTrail read = toppar.flow().epochsRead();
    String cause =
        "the log was truncated: epoch "
            + epoch
            + " ends at "
            + endOffset
            + " and was read to "
            + position;
    if (toppar.config().resetPolicy().kind() == ResetPolicy.Kind.ERROR) {
      fail(ErrorCode.LOCAL_LOG_TRUNCATION, position, cause + "; seek to go on", effects);
    } else {
      long common = Math.min(read.commonEnd(epoch, endOffset), position);
      arrive(position, common, cause, nowNanos, effects);
      toppar.flow().onCommonEpoch(epoch, read);
    }
  }

  /**
   * The topic was made again: a position in the old one is given up, a command still holds (M16).
   */
  void searchNewTopic(PositionSearch search, String cause, long nowNanos, TopparEffects effects) {
    if (search.isAsCommanded()) {
      ask(search.again(), nowNanos, effects);
    } else {
      readNewTopic(search.from(), cause, nowNanos, effects);
    }
  }

  /**
   * The topic was made again: nothing of the new one has been read, so it is read from its
   * beginning, whichever way the reset policy points (M16, B223).
   */
  void readNewTopic(long from, String cause, long nowNanos, TopparEffects effects) {
    if (toppar.config().resetPolicy().kind() == ResetPolicy.Kind.ERROR) {
      endInOldTopic(from, cause, effects);
      return;
    }
    toppar.raiseVersion(effects);
    toppar.flow().forget();
    ask(PositionSearch.insteadOf(from, cause, Offsets.BEGINNING), nowNanos, effects);
  }

  /** The topic was made again, and where to go on in it is for the application to say. */
  void endInOldTopic(long from, String cause, TopparEffects effects) {
    toppar.raiseVersion(effects);
    toppar.flow().forget();
    fail(ErrorCode.LOCAL_AUTO_OFFSET_RESET, from, cause + "; seek to go on", effects);
  }

  /**
   * The position has been found. Forwards nothing delivered becomes wrong. Backwards a new version
   * begins, and what was delivered and not handed over is dropped and read again: hence not to
   * {@code to} but to the first such record, if that is before. In a new topic there is neither.
   *
   * @param from the position given up, or INVALID
   * @param cause why it was given up, or null if it was not
   */
  void arrive(long from, long to, @Nullable String cause, long nowNanos, TopparEffects effects) {
    FetchFlow flow = toppar.flow();
    long position = to;
    if (from >= 0 && to < from && flow.fetchOffset() >= 0) {
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
      toppar.commits().reset(from, position, nowNanos);
      effects.positionReset(toppar, toppar.version(), from, position, cause);
    }
    becomeActive(effects);
  }

  /**
   * Reading had ended already, behind records that cannot be read: it ends before them. The error
   * that ended it, if nobody took it, is void with what was delivered before it, so one is told.
   */
  void endBefore(long offset, TopparEffects effects) {
    toppar.raiseVersion(effects);
    toppar.flow().moveTo(offset, -1);
    fail(
        ErrorCode.LOCAL_BAD_MSG,
        offset,
        "reading ended by an error further on, and offset "
            + offset
            + " before it cannot be read; seek to go on",
        effects);
  }

  /** Reading ends with an error, until it is started or sought. */
  void fail(ErrorCode code, long offset, String detail, TopparEffects effects) {
    become(IdleState.FAILED, NO_REQUEST, Deadlines.NONE, effects);
    effects.failed(
        toppar,
        toppar.version(),
        new TopparError(toppar.topicPartition(), code, offset, true, detail));
  }

  void backOff(long nanos, long nowNanos) {
    if (now == ActiveState.ACTIVE && nanos > 0) {
      timer = Deadlines.after(nowNanos, nanos);
    }
  }

  /** What another broker made it wait for is over (M3, B055). */
  void onMigration() {
    if (now == ActiveState.ACTIVE) {
      endBackOff();
    }
  }

  void endBackOff() {
    timer = Deadlines.NONE;
  }

  // Requests.

  /** Asks the store or the leader; without a leader, later. */
  void ask(PositionSearch search, long nowNanos, TopparEffects effects) {
    if (!search.asksLeader()) {
      becomeOffsetWait(search, effects);
      effects.loadStoredOffset(toppar, openRequest);
    } else if (toppar.leaderId() == Toppar.NO_BROKER) {
      becomeOffsetQuery(search, toppar.config().queryBackoffNanos(), nowNanos, effects);
    } else {
      becomeOffsetWait(search, effects);
      askLeader(search, effects);
    }
  }

  private void askLeader(PositionSearch search, TopparEffects effects) {
    int leader = toppar.leaderId();
    int epoch = toppar.leaderEpoch();
    if (search.asksAge()) {
      effects.listOffsetsByAge(toppar, openRequest, leader, epoch, search.ageMillis());
    } else {
      effects.listOffsets(toppar, openRequest, leader, epoch, search.timestamp());
    }
  }

  /** Asks the leader where the epoch at the position ends; without a leader, later. */
  void validate(long nowNanos, TopparEffects effects) {
    validate(0, nowNanos, effects);
  }

  /** The same, so many times after one that could not know. */
  void validate(int tries, long nowNanos, TopparEffects effects) {
    int epoch = toppar.flow().positionEpoch();
    if (epoch < 0) {
      becomeActive(effects);
      return;
    }
    EpochWaitState wait = new EpochWaitState(toppar.flow().fetchOffset(), epoch, tries);
    if (toppar.leaderId() == Toppar.NO_BROKER) {
      becomeEpochWait(wait, nowNanos, effects);
    } else {
      become(wait, nextRequest(), Deadlines.NONE, effects);
      effects.validateEpoch(toppar, openRequest, toppar.leaderId(), toppar.leaderEpoch(), epoch);
    }
  }

  void wantLeader(TopparEffects effects) {
    if (toppar.leaderId() == Toppar.NO_BROKER) {
      effects.refreshMetadata(toppar, RefreshReason.UNKNOWN_LEADER);
    }
  }

  private int nextRequest() {
    lastRequest = lastRequest == Integer.MAX_VALUE ? 1 : lastRequest + 1;
    return lastRequest;
  }

  // Transitions.

  void becomeActive(TopparEffects effects) {
    become(ActiveState.ACTIVE, NO_REQUEST, Deadlines.NONE, effects);
  }

  void becomeOffsetQuery(
      PositionSearch search, long delayNanos, long nowNanos, TopparEffects effects) {
    long until = Deadlines.after(nowNanos, delayNanos);
    become(new OffsetQueryState(search), NO_REQUEST, until, effects);
  }

  /** Validates again after the back-off. */
  void becomeEpochWait(EpochWaitState wait, long nowNanos, TopparEffects effects) {
    long until = Deadlines.after(nowNanos, toppar.config().queryBackoffNanos());
    become(wait, NO_REQUEST, until, effects);
  }

  private void becomeOffsetWait(PositionSearch search, TopparEffects effects) {
    become(new OffsetWaitState(search), nextRequest(), Deadlines.NONE, effects);
  }

  /**
   * The one place where the state changes; the lane hears of each way into ACTIVE and out of it.
   */
  private void become(PositionState next, int request, long until, TopparEffects effects) {
    boolean wasActive = now == ActiveState.ACTIVE;
    now = next;
    openRequest = request;
    timer = until;
    if (wasActive || next == ActiveState.ACTIVE) {
      effects.fetchChanged(toppar);
    }
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state) {
    now = PositionStateTransfer.transfer(state, now);
    lastRequest = state.latest(lastRequest);
    openRequest = state.serial(openRequest, lastRequest);
    timer = state.deadline(timer);
  }

  IllegalStateException impossible(String input) {
    return new IllegalStateException(
        input + " is impossible in state " + now.state() + " of " + toppar.topicPartition());
  }
}
