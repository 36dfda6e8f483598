package io.toppar.netty.connection;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Warnings that do not flood the log: the first about a subject is logged as one, those that follow
 * within half a minute at debug, and the next tells how many were held back. Confined to the event
 * loop.
 */
public final class RepeatedWarnings {

  private static final long QUIET_NANOS = 30_000_000_000L;
  private static final int MAX_SUBJECTS = 1000;

  private final Logger log;
  private final Timers timers;
  private final Map<String, Held> held =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Held> eldest) {
          return size() > MAX_SUBJECTS;
        }
      };

  /** Makes one that has said nothing yet. */
  public RepeatedWarnings(Logger log, Timers timers) {
    this.log = log;
    this.timers = timers;
  }

  private record Held(long sinceNanos, int count) {}

  /** Warns about a subject. */
  public void warn(String subject, String message) {
    long now = timers.nowNanos();
    Held before = held.get(subject);
    if (before != null && now - before.sinceNanos < QUIET_NANOS) {
      held.put(subject, new Held(before.sinceNanos, before.count + 1));
      log.debug("{}", message);
      return;
    }
    held.put(subject, new Held(now, 0));
    if (before == null || before.count == 0) {
      log.warn("{}", message);
    } else {
      log.warn("{} ({} more like it since the last)", message, before.count);
    }
  }
}
