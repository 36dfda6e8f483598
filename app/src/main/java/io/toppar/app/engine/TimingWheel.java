package io.toppar.app.engine;

import io.toppar.domain.Deadlines;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hierarchical timing wheel: any number of alarms, each armed, moved, cancelled and rung in O(1).
 *
 * <p>The duty thread only; time is handed in. An alarm never rings early and at most one tick late.
 * Alarms of one tick ring in the order in which they were armed for it.
 */
final class TimingWheel {

  private static final Logger LOG = LoggerFactory.getLogger(TimingWheel.class);

  /*
   * Level k has 64 slots of 64^k ticks each. An alarm sits at the lowest level whose span reaches
   * its tick and falls to lower levels as time passes: at most once per level (Varghese and Lauck,
   * "Hashed and hierarchical timing wheels", 1987). A bitmap per level tells which slots hold
   * anything, so that the next one is found without looking at empty slots.
   */
  static final int NOWHERE = -1;
  static final long TICK_NANOS = 1_000_000;

  private static final int BITS = 6;
  private static final int SLOTS = 1 << BITS;
  private static final int LEVELS = 5;
  private static final long REACH = (1L << (BITS * LEVELS)) - 1;

  private final long originNanos;
  private final @Nullable Alarm[] first = new Alarm[LEVELS * SLOTS];
  private final @Nullable Alarm[] last = new Alarm[LEVELS * SLOTS];
  private final long[] occupied = new long[LEVELS];
  private long now;
  private int armed;

  TimingWheel(long nowNanos) {
    originNanos = nowNanos;
  }

  /** Sets an alarm's deadline in place of the one it had; NONE disarms it. */
  void arm(Alarm alarm, long deadlineNanos) {
    if (alarm.deadlineNanos == deadlineNanos && alarm.place != NOWHERE) {
      return;
    }
    cancel(alarm);
    if (deadlineNanos == Deadlines.NONE) {
      return;
    }
    alarm.deadlineNanos = deadlineNanos;
    long away = deadlineNanos - originNanos;
    long tick = away / TICK_NANOS + (away % TICK_NANOS > 0 ? 1 : 0);
    alarm.tick = Math.max(tick, now + 1);
    link(alarm);
    armed++;
  }

  /** Has an alarm ring in the next tick, whatever the time. */
  void armNow(Alarm alarm) {
    arm(alarm, originNanos);
  }

  /** Disarms an alarm, armed or not. */
  void cancel(Alarm alarm) {
    if (alarm.place != NOWHERE) {
      unlink(alarm);
      armed--;
    }
    alarm.deadlineNanos = Deadlines.NONE;
  }

  /** The time of the last {@link #advance}, rounded down to a tick. */
  long nowNanos() {
    return originNanos + now * TICK_NANOS;
  }

  /** Number of armed alarms. */
  int armed() {
    return armed;
  }

  /**
   * Rings every alarm whose deadline has been reached.
   *
   * @return how many rang
   */
  int advance(long nowNanos) {
    long target = Math.max(now, (nowNanos - originNanos) / TICK_NANOS);
    int rung = 0;
    while (now < target) {
      long next = nextTick();
      if (next > target) {
        now = target;
        break;
      }
      now = next;
      for (int level = LEVELS - 1; level > 0; level--) {
        fall(level);
      }
      rung += ring(nowNanos);
    }
    return rung;
  }

  /**
   * When {@link #advance} should be called next, or NONE: the next alarm's tick, or an earlier one
   * at which far alarms come nearer.
   */
  long nextDeadline() {
    return armed == 0 ? Deadlines.NONE : originNanos + nextTick() * TICK_NANOS;
  }

  /** The next tick after now at which a slot of any level comes up; {@link Long#MAX_VALUE} none. */
  private long nextTick() {
    long earliest = Long.MAX_VALUE;
    for (int level = 0; level < LEVELS; level++) {
      if (occupied[level] == 0) {
        continue;
      }
      int shift = BITS * level;
      long turn = now >> shift;
      long ahead = Long.rotateRight(occupied[level], (int) (turn + 1) & (SLOTS - 1));
      long slotTurn = turn + 1 + Long.numberOfTrailingZeros(ahead);
      earliest = Math.min(earliest, slotTurn << shift);
    }
    return earliest;
  }

  /** Moves what has come near enough from this level down. */
  private void fall(int level) {
    int shift = BITS * level;
    if ((now & ((1L << shift) - 1)) != 0) {
      return;
    }
    int slot = level * SLOTS + (int) ((now >> shift) & (SLOTS - 1));
    Alarm alarm = first[slot];
    while (alarm != null) {
      Alarm following = alarm.next;
      unlink(alarm);
      link(alarm);
      alarm = following;
    }
  }

  /** Alarms armed while these ring are due a tick later at the earliest: no endless loop. */
  private int ring(long nowNanos) {
    int slot = (int) (now & (SLOTS - 1));
    int rung = 0;
    Alarm alarm = first[slot];
    while (alarm != null) {
      cancel(alarm);
      ring(alarm, nowNanos);
      rung++;
      alarm = first[slot];
    }
    return rung;
  }

  private static void ring(Alarm alarm, long nowNanos) {
    try {
      alarm.ring(nowNanos);
    } catch (Throwable e) { // an error, too: those behind it must not miss their time
      LOG.error("an alarm of the engine failed; the others go on", e);
    }
  }

  private void link(Alarm alarm) {
    long away = Math.min(alarm.tick - now, REACH);
    int level = 0;
    while (away >= 1L << (BITS * (level + 1))) {
      level++;
    }
    int index = (int) (((now + away) >> (BITS * level)) & (SLOTS - 1));
    int slot = level * SLOTS + index;
    Alarm tail = last[slot];
    alarm.place = slot;
    alarm.previous = tail;
    if (tail == null) {
      first[slot] = alarm;
      occupied[level] |= 1L << index;
    } else {
      tail.next = alarm;
    }
    last[slot] = alarm;
  }

  private void unlink(Alarm alarm) {
    int slot = alarm.place;
    Alarm before = alarm.previous;
    Alarm after = alarm.next;
    if (before == null) {
      first[slot] = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last[slot] = before;
    } else {
      after.previous = before;
    }
    if (first[slot] == null) {
      occupied[slot / SLOTS] &= ~(1L << (slot % SLOTS));
    }
    alarm.previous = null;
    alarm.next = null;
    alarm.place = NOWHERE;
  }
}
