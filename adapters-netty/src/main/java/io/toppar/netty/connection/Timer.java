package io.toppar.netty.connection;

/** One appointment of {@link Timers}. Confined to the event loop. */
public final class Timer {

  final long atNanos;
  final long sequence;
  final Runnable task;
  private final Timers timers;

  Timer(Timers timers, long atNanos, long sequence, Runnable task) {
    this.timers = timers;
    this.atNanos = atNanos;
    this.sequence = sequence;
    this.task = task;
  }

  /** Calls the appointment off; does nothing if it is over. */
  public void cancel() {
    timers.cancel(this);
  }
}
