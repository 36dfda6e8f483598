package io.toppar.app.engine;

/**
 * Whoever calls a {@link Duty}: a thread, an executor, or the callers themselves.
 *
 * <p>A runner serves one duty, once. It calls {@code doWork} from one thread at a time, again while
 * the duty says that it did something, after a {@link #wake}, and when the duty's deadline is
 * reached: never before it, and never in a loop because of it (B212).
 */
public interface DutyRunner {

  /** Starts calling the duty. */
  void start(Duty duty);

  /** Asks for a call soon, from any thread; must not block. Without effect after {@link #stop}. */
  void wake();

  /** Asks for a call at this time instead of the one asked for before; by the duty, in its turn. */
  void runAt(long deadlineNanos);

  /** Ends the calls: when this returns none is running and none will be made. Any thread. */
  void stop();

  /**
   * Lets the thread of a blocking call do the work itself, where no other thread does it.
   *
   * @param untilNanos when the caller gives up waiting
   * @return {@link Drive#ELSEWHERE} if another thread does the work, so that the caller must wait
   */
  default Drive drive(long untilNanos) {
    return Drive.ELSEWHERE;
  }

  /** What {@link #drive} came to. */
  enum Drive {
    /** Another thread does the work; wait for it. */
    ELSEWHERE,
    /** Something was done; look again. */
    WORKED,
    /** Nothing is left that could happen in time; the wait is over. */
    EXHAUSTED
  }
}
