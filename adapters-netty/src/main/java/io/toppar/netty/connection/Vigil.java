package io.toppar.netty.connection;

import org.jspecify.annotations.Nullable;

/**
 * The watch over one connection's time: opening too long, an answer too long in coming, no use for
 * too long. Confined to the event loop.
 */
final class Vigil {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A connection closed by its peer before this age was hardly closed for being idle (B193). */
  private static final long YOUNG_NANOS = 5_000_000_000L;

  /** After a rest of this length the other end, or something between, may be gone (B195). */
  private static final long REST_NANOS = 5_000_000_000L;

  private final ConnectionSettings settings;
  private final Timers timers;
  private final Watched watched;
  private final long bornNanos;
  private @Nullable Timer setup;
  private @Nullable Timer answer;
  private @Nullable Timer idle;
  private long lastUsedNanos;
  private long lastReplyNanos;
  private boolean doubtful;

  Vigil(ConnectionSettings settings, Timers timers, Watched watched) {
    this.settings = settings;
    this.timers = timers;
    this.watched = watched;
    this.bornNanos = timers.nowNanos();
    this.lastUsedNanos = bornNanos;
    this.lastReplyNanos = bornNanos;
    this.setup = timers.after(settings.setupTimeoutMillis(), watched::onSetupTooLong);
  }

  /** The connection, as its vigil sees it. */
  interface Watched {

    /** Whether any answer is outstanding. */
    boolean anyInFlight();

    /** When the request was sent whose answer comes next; only if there is one. */
    long oldestSentNanos();

    void onSetupTooLong();

    void onAnswerTooLong();

    void onIdleTooLong();
  }

  /** The stages are passed. */
  void opened() {
    cancel(setup);
    setup = null;
    if (settings.maxIdleMillis() > 0) {
      watchIdle();
    }
  }

  /** A request is being written; the time, for its record. */
  long sending(boolean opened) {
    long now = timers.nowNanos();
    doubtful |= opened && !watched.anyInFlight() && now - lastUsedNanos > REST_NANOS;
    lastUsedNanos = now;
    if (opened && answer == null) {
      watchAnswer(now);
    }
    return now;
  }

  void bytesArrived() {
    doubtful = false;
    lastUsedNanos = timers.nowNanos();
  }

  void replied() {
    lastReplyNanos = timers.nowNanos();
  }

  /** Throttled time does not count (B205). */
  void extend(long nanos) {
    lastReplyNanos = timers.nowNanos() + nanos;
  }

  /** Whether nothing has been heard since the connection was used again after a rest. */
  boolean doubtful() {
    return doubtful;
  }

  boolean young() {
    return timers.nowNanos() - bornNanos < YOUNG_NANOS;
  }

  void stop() {
    cancel(setup);
    cancel(answer);
    cancel(idle);
  }

  private void watchAnswer(long fromNanos) {
    answer =
        timers.at(
            fromNanos + settings.socketTimeoutMillis() * NANOS_PER_MILLI, this::onAnswerTimer);
  }

  private void onAnswerTimer() {
    answer = null;
    if (!watched.anyInFlight()) {
      return;
    }
    long sent = watched.oldestSentNanos();
    long from = lastReplyNanos - sent > 0 ? lastReplyNanos : sent;
    if (timers.nowNanos() - from >= settings.socketTimeoutMillis() * NANOS_PER_MILLI) {
      watched.onAnswerTooLong();
    } else {
      watchAnswer(from);
    }
  }

  private void watchIdle() {
    idle = timers.at(lastUsedNanos + settings.maxIdleMillis() * NANOS_PER_MILLI, this::onIdleTimer);
  }

  private void onIdleTimer() {
    idle = null;
    if (watched.anyInFlight()) {
      lastUsedNanos = timers.nowNanos();
    } else if (timers.nowNanos() - lastUsedNanos >= settings.maxIdleMillis() * NANOS_PER_MILLI) {
      watched.onIdleTooLong();
      return;
    }
    watchIdle();
  }

  private static void cancel(@Nullable Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
  }
}
