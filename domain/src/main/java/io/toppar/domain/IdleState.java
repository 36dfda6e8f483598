package io.toppar.domain;

/** The states in which nothing is read. Without data, hence shared. */
enum IdleState implements NoLookupState, NoValidationState {
  /** Never started. */
  NONE,
  /** Reading has ended by an error; a seek or a start leads out. */
  FAILED,
  /** A stop waits for the last commit. */
  STOPPING,
  /** The stop has ended. */
  STOPPED;

  @Override
  public FetchState state() {
    return switch (this) {
      case NONE, FAILED -> FetchState.NONE;
      case STOPPING -> FetchState.STOPPING;
      case STOPPED -> FetchState.STOPPED;
    };
  }

  @Override
  public boolean isAlive(Positioning machine) {
    return true;
  }

  @Override
  public boolean takesRecords() {
    return false;
  }

  @Override
  public boolean takesAcknowledgements() {
    return this == FAILED;
  }

  @Override
  public CommandResult start(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return switch (this) {
      case NONE, FAILED, STOPPED -> machine.begin(offset, leaderEpoch, nowNanos, effects);
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
    };
  }

  @Override
  public CommandResult seek(
      Positioning machine, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return switch (this) {
      case NONE, STOPPED -> CommandResult.WRONG_STATE;
      case FAILED -> machine.jump(offset, leaderEpoch, nowNanos, effects);
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
    };
  }

  @Override
  public CommandResult stop(Positioning machine, TopparEffects effects) {
    return switch (this) {
      case NONE, FAILED, STOPPED -> machine.end(effects);
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
    };
  }

  @Override
  public CommandResult mayStore() {
    return switch (this) {
      case NONE, FAILED, STOPPED -> CommandResult.WRONG_STATE;
      case STOPPING -> CommandResult.PREVIOUS_IN_PROGRESS;
    };
  }

  @Override
  public void onCommitEnded(Positioning machine, TopparEffects effects) {
    if (this == STOPPING) {
      machine.endStop(effects);
    }
  }

  @Override
  public void onLeader(
      Positioning machine,
      boolean moved,
      boolean newerEpoch,
      long nowNanos,
      TopparEffects effects) {}

  /** Reading that ended by an error ends again: its position is in the old topic. */
  @Override
  public void onTopicRecreated(
      Positioning machine, String cause, long nowNanos, TopparEffects effects) {
    if (this == FAILED) {
      machine.endInOldTopic(machine.toppar().flow().fetchOffset(), cause, effects);
    }
  }

  @Override
  public void onDeadline(Positioning machine, long nowNanos, TopparEffects effects) {
    throw machine.impossible("deadline");
  }

  @Override
  public void onOutOfRange(Positioning machine, long nowNanos, TopparEffects effects) {
    throw machine.impossible("out of range");
  }

  /** What was delivered behind the records that ended reading must not pass these by. */
  @Override
  public void onUnreadable(
      Positioning machine, long offset, long backoffNanos, long nowNanos, TopparEffects effects) {
    if (this == FAILED) {
      machine.endBefore(offset, effects);
    }
  }
}
