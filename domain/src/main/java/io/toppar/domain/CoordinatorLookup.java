package io.toppar.domain;

import java.util.random.RandomGenerator;

/**
 * Which broker coordinates a group, and when to ask for it (O7, O8).
 *
 * <p>A machine for one owner thread. Nothing is asked before somebody needs the coordinator; at
 * most one question is in flight; a question that failed, and a coordinator that was lost, lead to
 * a growing, jittered wait, which a request that the coordinator served ends. The coordinator is
 * forgotten when it says that it is none, when it is not available, and when its connection is
 * lost; while it loads it is kept, and left alone for a moment.
 *
 * <p>Driver: whoever needs the coordinator asks {@link #ready}, and if there is none {@link #plan};
 * what that says is in flight ends by {@link #onFound} or {@link #onFailed}. Ask again at {@link
 * #deadline}.
 */
public final class CoordinatorLookup {

  /** No coordinator is known, or none that may be asked now. */
  public static final int NOBODY = -1;

  private final RetryDelay delay;
  private int brokerId = NOBODY;
  private boolean inFlight;
  private ErrorCode trouble = ErrorCode.NONE;
  private String detail = "";

  /** A look-up that knows nothing; the generator makes the jitter. */
  public CoordinatorLookup(GroupConfig config, RandomGenerator random) {
    this.delay = new RetryDelay(config, random);
  }

  /** The coordinator's node id, be it loading; or {@link #NOBODY}. */
  public int brokerId() {
    return brokerId;
  }

  /** The coordinator, if it may be asked now; or {@link #NOBODY}. */
  public int ready(long nowNanos) {
    return delay.isRunning(nowNanos) ? NOBODY : brokerId;
  }

  /** Somebody needs the coordinator: whether to ask which it is now, which is then in flight. */
  public boolean plan(long nowNanos) {
    if (brokerId != NOBODY || inFlight || delay.isRunning(nowNanos)) {
      return false;
    }
    inFlight = true;
    return true;
  }

  /** When {@link #ready} or {@link #plan} may say something else by itself. */
  public long deadline() {
    return inFlight ? Deadlines.NONE : delay.deadline();
  }

  /** The question was answered. */
  public void onFound(int coordinatorId, long nowNanos) {
    answered("found");
    brokerId = coordinatorId;
  }

  /** The question was answered with an error, or not at all. */
  public void onFailed(ErrorCode error, String why, long nowNanos) {
    answered("failed");
    note(error, why);
    delay.onFailed(nowNanos);
  }

  /**
   * The coordinator is none, or cannot be reached. Ignored if another is known by now.
   *
   * @param askedId whom the failed request went to
   */
  public void onLost(int askedId, ErrorCode error, String why, long nowNanos) {
    if (askedId == brokerId) {
      brokerId = NOBODY;
      note(error, why);
      delay.onFailed(nowNanos);
    }
  }

  /** The coordinator has no time for this group yet: it is kept, and asked again after a wait. */
  public void onBusy(int askedId, ErrorCode error, String why, long nowNanos) {
    if (askedId == brokerId) {
      note(error, why);
      delay.onFailed(nowNanos);
    }
  }

  /** The coordinator served a request. */
  public void onServed(int askedId) {
    if (askedId == brokerId) {
      note(ErrorCode.NONE, "");
      delay.onSuccess();
    }
  }

  /** What went wrong last, until a request is served; else NONE. */
  public ErrorCode trouble() {
    return trouble;
  }

  /** The same in words, empty for nothing. */
  public String detail() {
    return detail;
  }

  private void note(ErrorCode error, String why) {
    trouble = error;
    detail = why;
  }

  private void answered(String input) {
    if (!inFlight) {
      throw new IllegalStateException(input + " though nobody asked which broker coordinates");
    }
    inFlight = false;
  }
}
