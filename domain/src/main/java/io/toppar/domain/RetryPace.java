package io.toppar.domain;

/**
 * When one thing is to be asked for: at once at first, then at intervals that double (M9).
 *
 * <p>Owned by {@link RefreshPacer}, single-threaded.
 */
final class RetryPace {

  /** What an answer leaves to be asked. */
  enum Next {
    /** Nothing, until there is a new demand. */
    NONE,
    /** The same again after the back-off. */
    SOON,
    /** The same again, but only now and then. */
    SELDOM
  }

  /** Beyond this many doublings every interval is at its greatest. */
  private static final int MAX_DOUBLINGS = 30;

  private RefreshReason reason = RefreshReason.UNKNOWN_LEADER;
  private long dueNanos = Deadlines.NONE;
  private long readyNanos = Deadlines.NONE;
  private long answeredNanos = Deadlines.NONE;
  private long firstAskedNanos = Deadlines.NONE;
  private int attempts;
  private boolean asked;
  private boolean demandedMeanwhile;

  /** When to ask; {@link Deadlines#NONE} if there is nothing to ask or it is being asked. */
  long dueNanos() {
    return dueNanos;
  }

  RefreshReason reason() {
    return reason;
  }

  long firstAskedNanos() {
    return firstAskedNanos;
  }

  /** Whether it is part of the request in flight and not answered yet. */
  boolean asked() {
    return asked;
  }

  /** Somebody wants to know: due now, or when the back-off since the last answer has passed. */
  void demand(RefreshReason why, long nowNanos, long quietNanos) {
    if (asked) {
      // The answer on its way may be older than the event that makes this demand.
      demandedMeanwhile = true;
      return;
    }
    if (dueNanos == Deadlines.NONE) {
      reason = why;
      if (answeredNanos != Deadlines.NONE && nowNanos - answeredNanos >= quietNanos) {
        attempts = 0;
      }
    }
    boolean ready = readyNanos == Deadlines.NONE || Deadlines.reached(readyNanos, nowNanos);
    dueNanos = Deadlines.earlier(dueNanos, ready ? nowNanos : readyNanos);
  }

  /** It is in the request being sent. */
  void ask(long nowNanos) {
    if (dueNanos == Deadlines.NONE) {
      attempts = 0;
    }
    if (firstAskedNanos == Deadlines.NONE) {
      firstAskedNanos = nowNanos;
    }
    dueNanos = Deadlines.NONE;
    asked = true;
  }

  /** The request has ended, well or badly; the next may go out after the back-off. */
  void settle(Next next, long nowNanos, long backoffNanos, long seldomNanos) {
    asked = false;
    attempts++;
    answeredNanos = nowNanos;
    readyNanos = Deadlines.after(nowNanos, backoffNanos);
    if (next == Next.SOON || demandedMeanwhile) {
      dueNanos = readyNanos;
    } else if (next == Next.SELDOM) {
      dueNanos = Deadlines.after(nowNanos, seldomNanos);
    }
    demandedMeanwhile = false;
  }

  /** The back-off before the next attempt, not jittered yet. */
  long backoffNanos(long firstNanos, long greatestNanos) {
    int doublings = Math.min(attempts, MAX_DOUBLINGS);
    return firstNanos > (greatestNanos >> doublings) ? greatestNanos : firstNanos << doublings;
  }
}
