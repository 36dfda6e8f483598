package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the {@link TimingWheel}: whoever has a deadline extends it, so that arming allocates
 * nothing. The duty thread only.
 */
abstract class Alarm {

  long deadlineNanos = Deadlines.NONE;
  long tick;
  int place = TimingWheel.NOWHERE;
  @Nullable Alarm previous;
  @Nullable Alarm next;

  /** Whether it waits for its deadline. */
  final boolean isArmed() {
    return place != TimingWheel.NOWHERE;
  }

  /** The deadline has been reached; the alarm is no longer armed and may be armed again. */
  abstract void ring(long nowNanos);
}
