package io.toppar.app.engine;

/** One turn of work that must be done over and over, by one thread at a time. */
public interface Duty {

  /**
   * Does what there is to do now, and no more than a bounded amount.
   *
   * @return how much was done; 0 means there is nothing until a wake-up or {@link #nextDeadline}
   */
  int doWork();

  /** Monotonic nanoseconds by which to do work without a wake-up, or {@code Deadlines.NONE}. */
  long nextDeadline();
}
