package io.toppar.domain;

/**
 * The runtime object of one partition: where it is read from, where it stands, what it waits for.
 *
 * <p><b>Threading:</b> confined to its owner's thread; no lock, clock or thread inside. Every input
 * carries the time in monotonic nanoseconds.
 *
 * <p><b>Inputs</b> are commands, which answer with a {@link CommandResult} unless they always hold,
 * and facts. A fact that is late (an answer to a {@code request} or under a {@code version} that is
 * no longer the present one) is dropped and counted by {@link #versionDrops}; one that is
 * impossible throws {@link IllegalStateException}. <b>Outputs</b> are the control effects pushed to
 * the {@link TopparEffects} given to each input, the fetch intent pulled by {@link #planFetch}, and
 * one {@link #deadline}.
 *
 * <p><b>Versions.</b> Start, stop, seek and every rewind raise {@link #version} and push a barrier;
 * pause and resume do not (V1 is departed from). Records and acknowledgements carry the version of
 * their delivery.
 *
 * <p><b>Order.</b> {@code deliver}, {@code endOfPartition} and {@code failed} come in the order in
 * which the application should see them. Nothing of an old version is pushed after a barrier. A
 * commit is pushed only for what is stored: by the application, or because a reset led there.
 *
 * <p><b>Ownership:</b> the batches of a {@link FetchedPartition} leave by exactly one {@code
 * deliver} or {@code release}, in the same call.
 */
public final class Toppar extends TopparReadings {

  /** Stands for "no broker": no leader known, or delegated to the internal broker. */
  public static final int NO_BROKER = -1;

  /** A partition never started. */
  public Toppar(TopicPartition topicPartition, TopparConfig config) {
    super(topicPartition, config);
  }

  /**
   * Begins reading at an offset (S2-S8); a partition already started begins anew. Paused stays
   * paused (F31). What the present start stored and did not commit yet is committed if no commit is
   * in flight; stop first to be sure of it.
   *
   * @param offset a position, {@link Offsets#BEGINNING}, {@link Offsets#END}, {@link
   *     Offsets#STORED}, a TAIL, or {@link Offsets#INVALID} for the reset policy
   * @param leaderEpoch epoch at a position, or -1; if known it is validated first
   */
  public CommandResult start(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return checked(now().start(positioning, offset, leaderEpoch, nowNanos, effects));
  }

  /** Ends reading; {@code stopped} follows once the last commit has ended, well or badly (O9). */
  public CommandResult stop(long nowNanos, TopparEffects effects) {
    return checked(now().stop(positioning, effects));
  }

  /**
   * Goes on at another offset (S25-S29). What is stored is left alone; what is processed from there
   * is committed though it lies further back (O3). Also ends the failure of a partition whose
   * reading has ended by an error.
   *
   * @param leaderEpoch epoch at a position, or -1; if known it is validated first
   */
  public CommandResult seek(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    return checked(now().seek(positioning, offset, leaderEpoch, nowNanos, effects));
  }

  /** Fetches no more until resumed; what is delivered or in flight is kept (B037, B041). */
  public void pause(long nowNanos, TopparEffects effects) {
    if (!paused) {
      paused = true;
      pushFetchChanged(effects);
    }
  }

  /** Fetches again, where it left off. */
  public void resume(long nowNanos, TopparEffects effects) {
    if (paused) {
      paused = false;
      pushFetchChanged(effects);
    }
  }

  /**
   * Stores a position as given, to be committed: the next offset to read, lower ones too (O1, O3).
   */
  public CommandResult store(
      long offset, int leaderEpoch, String metadata, long nowNanos, TopparEffects effects) {
    CommandResult may = now().mayStore();
    if (may != CommandResult.OK) {
      return may;
    }
    if (offset < 0) {
      return CommandResult.INVALID_ARGUMENT;
    }
    commits.storeExplicitly(offset, leaderEpoch, metadata, nowNanos);
    return CommandResult.OK;
  }

  /**
   * Stores a position as {@link #store} does, but only while what it comes from still counts: a
   * position in records of an older version says nothing of where reading is now (V4).
   *
   * @param version that under which the records were delivered
   * @return {@link CommandResult#OUTDATED} if reading has been moved since, or has stopped
   */
  public CommandResult storeDelivered(
      int version,
      long offset,
      int leaderEpoch,
      String metadata,
      long nowNanos,
      TopparEffects effects) {
    if (offset < 0) {
      return CommandResult.INVALID_ARGUMENT;
    }
    if (!isAcknowledged(version)) {
      return CommandResult.OUTDATED;
    }
    commits.storeExplicitly(offset, leaderEpoch, metadata, nowNanos);
    return CommandResult.OK;
  }

  /**
   * Metadata, or a hint, names the leader; {@link #NO_BROKER} for none. An epoch lower than the
   * known one is stale and ignored; one of -1 is accepted (M7, B052).
   */
  public void onLeader(int leaderId, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (leaderEpoch >= 0 && leaderEpoch < this.leaderEpoch) {
      return;
    }
    boolean moved = leaderId != this.leaderId;
    boolean newerEpoch = leaderEpoch > this.leaderEpoch;
    boolean sameEpoch = leaderEpoch == this.leaderEpoch;
    this.leaderId = leaderId;
    this.leaderEpoch = leaderEpoch;
    Delegation.onLeader(this, moved, effects);
    if (moved && leaderId == NO_BROKER && state().isStarted()) {
      effects.refreshMetadata(this, RefreshReason.UNKNOWN_LEADER);
    }
    if (moved || newerEpoch) {
      now().onLeader(positioning, moved, newerEpoch, nowNanos, effects);
    }
    if (moved || !sameEpoch) {
      pushFetchChanged(effects);
    }
    assertAlive();
  }

  /**
   * The partition has left the lane of this broker, as {@code leave} asked: nothing of it is under
   * way there that still matters. Then it joins the broker that is the target by now (M2, M3).
   */
  public void onLeft(int brokerId, long nowNanos, TopparEffects effects) {
    Delegation.onLeft(this, brokerId, effects);
  }

  /**
   * Metadata names the topic's id; {@link TopicId#ZERO} says nothing. Another than before: the
   * topic was deleted and made again, and nothing of the old one holds for the new one, the leader
   * included, which is to be told anew (M16).
   */
  public void onTopicId(TopicId topicId, long nowNanos, TopparEffects effects) {
    TopicId old = this.topicId;
    if (topicId.isZero() || topicId.equals(old)) {
      return;
    }
    this.topicId = topicId;
    if (old.isZero()) {
      pushFetchChanged(effects);
      return;
    }
    leaderId = NO_BROKER;
    leaderEpoch = -1;
    Delegation.delegate(this, NO_BROKER, effects);
    flow.forgetLog();
    commits.forgetLog();
    String cause = "the topic was deleted and made again: its id was " + old + " and is " + topicId;
    now().onTopicRecreated(positioning, cause, nowNanos, effects);
    assertAlive();
  }

  /**
   * Answers {@code loadStoredOffset}: what is stored, or {@link Offsets#INVALID} if nothing is, or
   * nothing usable (B136, B138, B142): then the reset policy decides.
   */
  public void onStoredOffset(
      int request, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (positioning.isOpen(request)) {
      now().onStoredOffset(positioning, offset, leaderEpoch, nowNanos, effects);
    }
    assertAlive();
  }

  /**
   * Answers {@code loadStoredOffset}: it could not be read. Never follows the reset policy (B061).
   *
   * @param permanent trying again cannot help (the file belongs to another process): reading ends
   */
  public void onStoredOffsetFailed(
      int request,
      ErrorCode error,
      boolean permanent,
      String detail,
      long nowNanos,
      TopparEffects effects) {
    if (positioning.isOpen(request)) {
      now().onStoredOffsetFailed(positioning, error, permanent, detail, nowNanos, effects);
    }
    assertAlive();
  }

  /**
   * Answers {@code listOffsets} and {@code listOffsetsByAge}. A negative offset says that no record
   * is that young, and otherwise counts as a failure that may pass.
   */
  public void onOffsetResolved(
      int request, long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (positioning.isOpen(request)) {
      now().onOffsetResolved(positioning, offset, nowNanos, effects);
    }
    assertAlive();
  }

  /** Answers {@code listOffsets}: it failed. Tried again unless that cannot help (B025, B061). */
  public void onOffsetQueryFailed(
      int request, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    if (positioning.isOpen(request)) {
      now().onOffsetQueryFailed(positioning, error, detail, nowNanos, effects);
    }
    assertAlive();
  }

  /**
   * Answers {@code validateEpoch}: the largest epoch not above the one asked, and where it ends; -1
   * where the leader knows none.
   */
  public void onEpochEnd(
      int request, int leaderEpoch, long endOffset, long nowNanos, TopparEffects effects) {
    if (positioning.isOpen(request)) {
      now().onEpochEnd(positioning, leaderEpoch, endOffset, nowNanos, effects);
    }
    assertAlive();
  }

  /** Answers {@code validateEpoch}: it failed. The position stays (S39, S40). */
  public void onEpochEndFailed(
      int request, ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    if (positioning.isOpen(request)) {
      now().onEpochEndFailed(positioning, error, detail, nowNanos, effects);
    }
    assertAlive();
  }

  /** The partition's part of a Fetch reply (called by its lane). Takes over the batches. */
  public void onFetched(int version, FetchedPartition part, long nowNanos, TopparEffects effects) {
    if (!isPresent(version)) {
      if (state().isStarted()) {
        // A fetch session tells what it has told only when it changes: nobody will say it again.
        flow.noteWatermarks(part);
      }
      onFetchedAfterLeaving(part, effects);
      return;
    }
    FetchReplies.onFetched(this, part, nowNanos, effects);
    assertAlive();
  }

  /**
   * The part of a reply of a broker that this partition has left meanwhile (called by that lane):
   * nothing of it counts, since another may know better where the log ends.
   */
  void onFetchedAfterLeaving(FetchedPartition part, TopparEffects effects) {
    countDrop();
    BatchHandle batches = part.batches();
    if (batches != null) {
      effects.release(this, batches);
    }
  }

  /**
   * A Fetch asked for this partition and the reply says nothing of it (called by its lane): in a
   * fetch session that means no record, no error, and the bounds told before (F9).
   */
  void onUnchanged(int version, TopparEffects effects) {
    if (isPresent(version) && flow.highWatermark() >= 0) {
      FetchReplies.noteEnd(this, effects);
    }
  }

  /** A Fetch that named this partition failed as a whole (called by its lane, which backs off). */
  public void onFetchAborted(int version, ErrorCode error, long nowNanos, TopparEffects effects) {
    Delegation.onFetchAborted(this, error, nowNanos, effects);
  }

  /**
   * A delivered batch has been handed over to the application, in the order of delivery.
   *
   * @param nextOffset {@link BatchHandle#nextOffset} of it
   * @param records {@link BatchHandle#recordCount} of it
   * @param bytes {@link BatchHandle#sizeBytes} of it
   */
  public void onHandedOver(
      int version,
      long nextOffset,
      int leaderEpoch,
      int records,
      int bytes,
      long nowNanos,
      TopparEffects effects) {
    if (isAcknowledged(version)) {
      flow.onHandedOver(nextOffset, records, bytes, effects);
    }
  }

  /**
   * The application has processed everything up to here: auto store. The driver reports releases in
   * the order of hand-over, so that nothing unprocessed is passed by.
   */
  public void onReleased(
      int version, long nextOffset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    if (isAcknowledged(version)) {
      commits.store(nextOffset, leaderEpoch, "", nowNanos);
    }
  }

  /**
   * Records handed over could not be decoded. Those before the fault were processed; reading goes
   * back to the fault, after a back-off, under a new version (B108, B120). A release of the records
   * before it is reported first.
   */
  public void onRecordsUnreadable(
      int version, BatchFault fault, long nowNanos, TopparEffects effects) {
    if (isAcknowledged(version)) {
      now()
          .onUnreadable(
              positioning, fault.firstOffset(), config.faultBackoffNanos(), nowNanos, effects);
      flow.tell(FaultError.of(topicPartition, fault), effects);
      assertAlive();
    }
  }

  /** The commit in flight succeeded, at this position. */
  public void onCommitted(long offset, int leaderEpoch, long nowNanos, TopparEffects effects) {
    requireCommit("committed");
    commits.onCommitted(offset, leaderEpoch, nowNanos);
    now().onCommitEnded(positioning, effects);
  }

  /** The commit in flight failed: told once, tried again after the commit interval. */
  public void onCommitFailed(ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    requireCommit("commit failed");
    commits.onFailed(error, detail, nowNanos, effects);
    now().onCommitEnded(positioning, effects);
  }

  /**
   * The driver has written a position itself, as the application demanded; after the commits that
   * were in flight before it. From then on that is what the store holds, be it lower.
   */
  public void onWritten(long offset, int leaderEpoch, long nowNanos) {
    commits.onWritten(offset, leaderEpoch, nowNanos);
  }

  /** Runs what is due; harmless if nothing is. */
  public void onDeadline(long nowNanos, TopparEffects effects) {
    positioning.onDeadline(nowNanos, effects);
    commits.onDeadline(nowNanos, effects);
    Delegation.onDeadline(this, nowNanos, effects);
    assertAlive();
  }

  /** When {@link #onDeadline} is due, or {@link Deadlines#NONE}; may change with every input. */
  public long deadline() {
    long earliest = Deadlines.earlier(positioning.deadline(), commits.deadline());
    return lease == null ? earliest : Deadlines.earlier(earliest, lease.until());
  }

  /**
   * Fills the plan and returns true if the partition can be fetched now; else {@link #decision}
   * says why not, and {@code fetchChanged} is pushed when that changes.
   */
  public boolean planFetch(long nowNanos, FetchPlan plan) {
    return flow.plan(nowNanos, plan);
  }

  /** What was delivered under the old version is void from here on. */
  void raiseVersion(TopparEffects effects) {
    version++;
    flow.onBarrier();
    effects.barrier(this, version);
  }

  void countDrop() {
    versionDrops++;
  }

  /** Whether a part of a reply is of this version, and from where the partition still is (V5). */
  private boolean isPresent(int version) {
    return version == this.version && now().takesRecords() && !isMigrating();
  }

  private boolean isAcknowledged(int version) {
    boolean present = version == this.version && now().takesAcknowledgements();
    if (!present) {
      countDrop();
    }
    return present;
  }

  private PositionState now() {
    return positioning.now();
  }

  private void pushFetchChanged(TopparEffects effects) {
    if (state() == FetchState.ACTIVE) {
      effects.fetchChanged(this);
    }
  }

  private void requireCommit(String input) {
    if (!commits.inFlight()) {
      throw new IllegalStateException(
          input + " without a commit in flight in state " + state() + " of " + topicPartition);
    }
  }

  private CommandResult checked(CommandResult result) {
    assertAlive();
    return result;
  }

  private void assertAlive() {
    assert now().isAlive(positioning) : this + " waits for nothing";
  }
}
