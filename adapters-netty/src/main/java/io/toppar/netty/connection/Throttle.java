package io.toppar.netty.connection;

import io.toppar.ports.BrokerGateway;

/** How long one broker wants to be left alone (KIP-219). Confined to the event loop. */
public final class Throttle {

  /** What is longer is a mistake or a lie, and is cut: no request may be held for ever. */
  public static final long MAX_MILLIS = BrokerGateway.MAX_THROTTLED.toMillis();

  private static final long NANOS_PER_MILLI = 1_000_000;

  private long untilNanos;
  private boolean active;

  /** Makes a throttle that holds nothing. */
  public Throttle() {}

  /** Nanoseconds it still holds at a time, 0 for not at all. */
  public long remainingNanos(long nowNanos) {
    if (active && untilNanos - nowNanos <= 0) {
      active = false;
    }
    return active ? untilNanos - nowNanos : 0;
  }

  /** Prolongs it to some milliseconds from now; the nanoseconds it became longer. */
  public long prolong(long millis, long nowNanos) {
    long before = remainingNanos(nowNanos);
    long wanted = Math.min(millis, MAX_MILLIS) * NANOS_PER_MILLI;
    if (wanted <= before) {
      return 0;
    }
    active = true;
    untilNanos = nowNanos + wanted;
    return wanted - before;
  }
}
