package io.toppar.domain;

import java.util.Objects;

/**
 * The stored and the committed position of one toppar, and the commit between them (O1-O9).
 *
 * <p>Confined to its toppar. Commits go forward only (O3), unless a lower position was stored
 * explicitly or after reading was rewound, by the application or by a reset (B145). At most one
 * commit is in flight; what is stored meanwhile is committed after it. The interval is armed by a
 * store, so that an idle partition has no deadline.
 */
final class CommitTrack {

  private final Toppar toppar;
  private long stored = Offsets.INVALID;
  private long committed = Offsets.INVALID;
  private long committing = Offsets.INVALID;
  private long deadline = Deadlines.NONE;
  private String storedMetadata = "";
  private int storedEpoch = -1;
  private int committedEpoch = -1;
  private Backwards backwards = Backwards.NEVER;

  /** Stored explicitly, and not sent off: due also where only epoch or metadata are new. */
  private boolean restated;

  private boolean failing;
  private boolean lastOneSent;

  /** The commit in flight is for a log that is no more. */
  private boolean outdated;

  /** Nothing of the new log was stored or delivered: the store may hold a position in the old. */
  private boolean logIsNew;

  /** The store has nothing, and nothing was delivered, stored or sought since it said so. */
  private boolean nothingStored;

  /** Whether a position lower than the committed one is committed. */
  private enum Backwards {
    /** No: commits go forward. */
    NEVER,
    /** One that is stored from now on: reading was rewound. */
    ONCE_STORED,
    /** Yes, what is stored now, or what follows it until that is committed. */
    YES
  }

  CommitTrack(Toppar toppar) {
    this.toppar = toppar;
  }

  /**
   * Forgets the positions of the previous start (B144). What that one stored and did not commit is
   * sent off first, unless a commit is in flight. Its end must not keep a start further back from
   * being committed as it goes on (O3).
   */
  void restart(TopparEffects effects) {
    if (isDue()) {
      commit(effects);
    }
    forget();
    backwards = Backwards.ONCE_STORED;
    committed = Offsets.INVALID;
    committedEpoch = -1;
    failing = false;
  }

  /** A stop has ended: what it could not commit is not committed by a later start. */
  void forget() {
    stored = Offsets.INVALID;
    storedEpoch = -1;
    storedMetadata = "";
    deadline = Deadlines.NONE;
    backwards = Backwards.NEVER;
    restated = false;
    lastOneSent = false;
    logIsNew = false;
    nothingStored = false;
  }

  /** The log is another one: no position in the old one counts, or is committed (M16, B221). */
  void forgetLog() {
    forget();
    committed = Offsets.INVALID;
    committedEpoch = -1;
    failing = false;
    outdated = inFlight();
    logIsNew = true;
  }

  /**
   * A reset led from one position to another. What is stored beyond, or for a log that is no more,
   * gives way to it, or a reader that dies now would later skip what lies before (B145, M16). Where
   * nothing is stored it is stored, too: a reader that begins at the end, and ends before anything
   * comes, would begin behind what came meanwhile.
   */
  void reset(long from, long to, long nowNanos) {
    boolean overtaken = to < from && (stored > to || committed > to);
    if (overtaken || logIsNew || nothingStored) {
      allowLower();
      store(to, -1, "", nowNanos);
    }
  }

  /** Something is on its way to the application, and is stored only once it is processed. */
  void onDelivered() {
    logIsNew = false;
    nothingStored = false;
  }

  /** The store answered what is committed (S20; 0 counts as any other). */
  void loaded(long offset, int epoch) {
    committed = offset;
    committedEpoch = epoch;
  }

  /** The store answered that there is nothing (O10). */
  void loadedNothing() {
    nothingStored = true;
  }

  void store(long offset, int epoch, String metadata, long nowNanos) {
    stored = offset;
    storedEpoch = epoch;
    storedMetadata = metadata;
    logIsNew = false;
    nothingStored = false;
    if (backwards == Backwards.ONCE_STORED) {
      backwards = Backwards.YES;
    }
    arm(nowNanos);
  }

  /** The application's own word, as given: lower ones, too, and other metadata for the same. */
  void storeExplicitly(long offset, int epoch, String metadata, long nowNanos) {
    if (offset != stored || epoch != storedEpoch || !metadata.equals(storedMetadata)) {
      restated = true;
    }
    allowLower();
    store(offset, epoch, metadata, nowNanos);
  }

  /**
   * Lower positions than the committed one may be stored from here on: the application asks for it,
   * or reading was rewound. What was stored before is not meant, nor does its commit end this.
   */
  void allowLower() {
    backwards = Backwards.ONCE_STORED;
  }

  /** The application has said where to go on. */
  void onSeek() {
    allowLower();
    nothingStored = false;
  }

  void onCommitted(long offset, int epoch, long nowNanos) {
    if (endsOutdated(nowNanos)) {
      return;
    }
    committed = offset;
    committedEpoch = epoch;
    if (stored == committing && backwards == Backwards.YES) {
      backwards = Backwards.NEVER;
    }
    committing = Offsets.INVALID;
    failing = false;
    arm(nowNanos);
  }

  /** Somebody else has written this; whatever is stored instead is to be committed after it. */
  void onWritten(long offset, int epoch, long nowNanos) {
    committed = offset;
    committedEpoch = epoch;
    restated &= stored != offset;
    if (stored != offset && backwards == Backwards.NEVER) {
      backwards = Backwards.YES;
    }
    arm(nowNanos);
  }

  void onFailed(ErrorCode error, String detail, long nowNanos, TopparEffects effects) {
    if (endsOutdated(nowNanos)) {
      return;
    }
    long offset = committing;
    committing = Offsets.INVALID;
    restated = true;
    if (!failing || lastOneSent) {
      failing = true;
      effects.failed(
          toppar,
          toppar.version(),
          new TopparError(toppar.topicPartition(), error, offset, false, detail));
    }
    arm(nowNanos);
  }

  void onDeadline(long nowNanos, TopparEffects effects) {
    if (!Deadlines.reached(deadline, nowNanos)) {
      return;
    }
    deadline = Deadlines.NONE;
    if (isDue()) {
      commit(effects);
    }
  }

  /**
   * Sees the last commit of a stop off, once.
   *
   * @return whether nothing is left to wait for
   */
  boolean finish(TopparEffects effects) {
    deadline = Deadlines.NONE;
    if (isDue() && !lastOneSent) {
      lastOneSent = true;
      commit(effects);
    }
    return !inFlight();
  }

  boolean inFlight() {
    return committing != Offsets.INVALID;
  }

  long stored() {
    return stored;
  }

  String storedMetadata() {
    return storedMetadata;
  }

  int storedEpoch() {
    return storedEpoch;
  }

  long committed() {
    return committed;
  }

  int committedEpoch() {
    return committedEpoch;
  }

  /** Whether what is stored is what is committed, and nothing else of it is wanted. */
  boolean isStoredCommitted() {
    return stored >= 0 && stored == committed && !restated && !inFlight();
  }

  long deadline() {
    return deadline;
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state) {
    stored = state.number(stored);
    committed = state.number(committed);
    committing = state.number(committing);
    deadline = state.deadline(deadline);
    storedMetadata = Objects.requireNonNull(state.text(storedMetadata));
    storedEpoch = state.number(storedEpoch);
    committedEpoch = state.number(committedEpoch);
    backwards = Objects.requireNonNull(state.choice(Backwards.class, backwards));
    restated = state.flag(restated);
    failing = state.flag(failing);
    lastOneSent = state.flag(lastOneSent);
    outdated = state.flag(outdated);
    logIsNew = state.flag(logIsNew);
    nothingStored = state.flag(nothingStored);
  }

  /** The end of a commit for a log that is no more has no effect but to let the next one go. */
  private boolean endsOutdated(long nowNanos) {
    boolean was = outdated;
    if (was) {
      outdated = false;
      committing = Offsets.INVALID;
      arm(nowNanos);
    }
    return was;
  }

  private void arm(long nowNanos) {
    if (deadline == Deadlines.NONE && toppar.config().commitIntervalNanos() > 0 && isDue()) {
      deadline = Deadlines.after(nowNanos, toppar.config().commitIntervalNanos());
    }
  }

  private boolean isDue() {
    if (!toppar.config().commits() || inFlight() || stored < 0) {
      return false;
    }
    if (committed < 0) {
      return true;
    }
    int ahead = Offsets.comparePositions(stored, storedEpoch, committed, committedEpoch);
    return restated || ahead > 0 || (ahead < 0 && backwards == Backwards.YES);
  }

  private void commit(TopparEffects effects) {
    committing = stored;
    restated = false;
    effects.commit(toppar, stored, storedEpoch, storedMetadata);
  }
}
