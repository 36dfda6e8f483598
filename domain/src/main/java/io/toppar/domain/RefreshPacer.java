package io.toppar.domain;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * When metadata is asked for, and which: the periodic refresh, the demands, the retries (M9).
 *
 * <p>Owned by {@link MetadataCache}, single-threaded.
 */
final class RefreshPacer {

  /** Time between questions for a topic that has failed, as librdkafka's (M15). */
  private static final long SELDOM_NANOS = 10_000_000_000L;

  private static final double JITTER = 0.2;

  private final MetadataConfig config;
  private final RandomGenerator random;
  private final RetryPace everything = new RetryPace();
  private final Set<CachedTopic> due = new LinkedHashSet<>();
  private final Set<CachedTopic> asked = new LinkedHashSet<>();
  private long soonestNanos = Deadlines.NONE;
  private long periodicNanos = Deadlines.NONE;
  private boolean inFlight;

  RefreshPacer(MetadataConfig config, RandomGenerator random) {
    this.config = config;
    this.random = random;
  }

  void demand(CachedTopic topic, RefreshReason reason, long nowNanos) {
    armPeriodic(nowNanos);
    topic.pace().demand(reason, nowNanos, config.retryBackoffMaxNanos());
    track(topic);
  }

  void demandAll(RefreshReason reason, long nowNanos) {
    armPeriodic(nowNanos);
    everything.demand(reason, nowNanos, config.retryBackoffMaxNanos());
  }

  void forget(CachedTopic topic) {
    due.remove(topic);
    asked.remove(topic);
  }

  long deadline() {
    if (inFlight) {
      return Deadlines.NONE;
    }
    return Deadlines.earlier(soonestNanos, Deadlines.earlier(everything.dueNanos(), periodicNanos));
  }

  @Nullable MetadataPlan plan(Collection<CachedTopic> wanted, long nowNanos) {
    if (inFlight) {
      return null;
    }
    boolean demanded = Deadlines.reached(everything.dueNanos(), nowNanos);
    if (demanded || Deadlines.reached(periodicNanos, nowNanos)) {
      everything.ask(nowNanos);
      RefreshReason reason = demanded ? everything.reason() : RefreshReason.PERIODIC;
      return send(new ArrayList<>(wanted), reason, nowNanos);
    }
    if (!Deadlines.reached(soonestNanos, nowNanos)) {
      return null;
    }
    List<CachedTopic> ready = dueAbout(nowNanos);
    return ready.isEmpty() ? null : send(ready, ready.get(0).pace().reason(), nowNanos);
  }

  /**
   * What is due now and, if something is, what will be within one back-off: one request, not many.
   */
  private List<CachedTopic> dueAbout(long nowNanos) {
    List<CachedTopic> ready = new ArrayList<>();
    boolean some = false;
    long horizonNanos = nowNanos + config.retryBackoffNanos();
    for (CachedTopic topic : due) {
      long dueNanos = topic.pace().dueNanos();
      if (Deadlines.reached(dueNanos, horizonNanos)) {
        ready.add(topic);
        some |= Deadlines.reached(dueNanos, nowNanos);
      }
    }
    if (!some) {
      ready.clear();
      findSoonest();
    }
    return ready;
  }

  private MetadataPlan send(List<CachedTopic> chosen, RefreshReason reason, long nowNanos) {
    List<String> names = new ArrayList<>(chosen.size());
    for (CachedTopic topic : chosen) {
      topic.pace().ask(nowNanos);
      due.remove(topic);
      names.add(topic.name());
    }
    asked.addAll(chosen);
    inFlight = true;
    return new MetadataPlan(names, reason);
  }

  /** The request in flight has been answered; {@link #settle} follows for each topic of it. */
  void answered(long nowNanos) {
    inFlight = false;
    if (everything.asked()) {
      settle(everything, RetryPace.Next.NONE, nowNanos);
      periodicNanos = nextPeriodic(nowNanos);
    }
  }

  /** An answer told of this topic. */
  void settle(CachedTopic topic, RetryPace.Next next, long nowNanos) {
    if (topic.pace().asked()) {
      settle(topic.pace(), next, nowNanos);
      track(topic);
    } else if (next != RetryPace.Next.NONE && topic.pace().dueNanos() == Deadlines.NONE) {
      demand(topic, RefreshReason.UNKNOWN_LEADER, nowNanos);
    }
  }

  /** What was asked for and not told is asked for again. Ends the handling of an answer. */
  void retryUnanswered(long nowNanos) {
    for (CachedTopic topic : asked) {
      if (topic.pace().asked()) {
        settle(topic, RetryPace.Next.SOON, nowNanos);
      }
    }
    asked.clear();
    findSoonest();
  }

  /** The request in flight has failed: all of it is asked for again. */
  void failed(long nowNanos) {
    inFlight = false;
    if (everything.asked()) {
      settle(everything, RetryPace.Next.SOON, nowNanos);
      periodicNanos = nextPeriodic(nowNanos);
    }
    retryUnanswered(nowNanos);
  }

  private void settle(RetryPace pace, RetryPace.Next next, long nowNanos) {
    long backoff = pace.backoffNanos(config.retryBackoffNanos(), config.retryBackoffMaxNanos());
    double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
    long jittered = Math.min((long) (backoff * factor), config.retryBackoffMaxNanos());
    pace.settle(next, nowNanos, jittered, SELDOM_NANOS);
  }

  private void track(CachedTopic topic) {
    if (topic.pace().dueNanos() != Deadlines.NONE) {
      due.add(topic);
      soonestNanos = Deadlines.earlier(soonestNanos, topic.pace().dueNanos());
    }
  }

  private void findSoonest() {
    soonestNanos = Deadlines.NONE;
    for (CachedTopic topic : due) {
      soonestNanos = Deadlines.earlier(soonestNanos, topic.pace().dueNanos());
    }
  }

  private void armPeriodic(long nowNanos) {
    if (periodicNanos == Deadlines.NONE) {
      periodicNanos = nextPeriodic(nowNanos);
    }
  }

  private long nextPeriodic(long nowNanos) {
    return config.refreshIntervalNanos() == MetadataConfig.NEVER
        ? Deadlines.NONE
        : Deadlines.after(nowNanos, config.refreshIntervalNanos());
  }
}
