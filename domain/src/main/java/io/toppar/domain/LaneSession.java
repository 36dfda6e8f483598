package io.toppar.domain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a broker has been told of a lane's partitions and what it must be told next (KIP-227,
 * F5-F7).
 *
 * <p>Confined to its lane. Looks only at partitions of the ready list; only a new session lists
 * everything.
 */
final class LaneSession {

  private final LaneMembers members;
  private final FetchPlan plan = new FetchPlan();

  /** To be looked at, or to be told. */
  private final List<LaneEntry> ready = new ArrayList<>();

  /** What the Fetch in flight asks for otherwise than the one before. */
  private final List<LaneEntry> asked = new ArrayList<>();

  /** Told in this session and no longer wanted. */
  private final Set<TopicPartition> forgotten = new LinkedHashSet<>();

  private int session = 1;
  private int wanted;
  private boolean isNew = true;

  /** The last time that a partition asked for wants to be served by this broker itself, or NONE. */
  private long leaderOnlyUntil = Deadlines.NONE;

  LaneSession(LaneMembers members) {
    this.members = members;
  }

  /** Whether the broker has been told of it in this session. */
  boolean wasTold(LaneEntry entry) {
    return entry.toldSession == session;
  }

  /**
   * It has joined. If the broker was told of the partition for another toppar and has not forgotten
   * it, it would say nothing of bounds that it has told that one: everything is listed anew.
   */
  void join(LaneEntry entry) {
    Toppar toppar = entry.toppar;
    if (toppar.highWatermark() < 0 && forgotten.contains(toppar.topicPartition())) {
      lose();
    }
    look(entry);
  }

  /** Looks at it before the next Fetch. */
  void look(LaneEntry entry) {
    if (!entry.queued) {
      entry.queued = true;
      ready.add(entry);
    }
  }

  /** It leaves: the broker must be told to forget it, and no reply for it is accepted. */
  void leave(LaneEntry entry) {
    want(entry, false);
    entry.askedVersion = LaneEntry.NO_VERSION;
  }

  /**
   * Keeps in the ready list what the broker must be told; settles everything else.
   *
   * @return how many partitions can be fetched
   */
  int lookAtReady(long nowNanos) {
    int kept = 0;
    for (int i = 0; i < ready.size(); i++) {
      LaneEntry entry = ready.get(i);
      if (entry.toppar.laneEntry() != entry) {
        continue;
      }
      boolean fetchable = entry.toppar.planFetch(nowNanos, plan);
      want(entry, fetchable);
      int version = fetchable ? plan.version() : LaneEntry.NO_VERSION;
      if (fetchable && version != entry.askedVersion) {
        asked.add(entry);
      }
      entry.askedVersion = version;
      if (fetchable && (entry.toldSession != session || entry.differs(plan))) {
        ready.set(kept, entry);
        kept++;
      } else {
        entry.queued = false;
      }
    }
    ready.subList(kept, ready.size()).clear();
    return wanted;
  }

  /**
   * The next Fetch, and takes for granted that it is sent.
   *
   * @param reservedBytes its part of the budget, and so the most that it asks for
   */
  LaneFetch next(long nowNanos, long reservedBytes) {
    boolean fullList = isNew;
    List<FetchPartition> changed = fullList ? everything(nowNanos) : changes(nowNanos);
    List<TopicPartition> dropped = forget();
    isNew = false;
    if (Deadlines.reached(leaderOnlyUntil, nowNanos)) {
      leaderOnlyUntil = Deadlines.NONE;
    }
    boolean withRack = leaderOnlyUntil == Deadlines.NONE;
    return new LaneFetch(fullList, changed, dropped, withRack, (int) reservedBytes, reservedBytes);
  }

  /**
   * The Fetch in flight was answered: what it asked for and the reply does not name is as the
   * broker has told before. To be called once all parts have been taken.
   */
  void answered(TopparEffects effects) {
    for (int i = 0; i < asked.size(); i++) {
      LaneEntry entry = asked.get(i);
      if (entry.toppar.laneEntry() == entry && entry.answeredVersion() != LaneEntry.NO_VERSION) {
        entry.toppar.onUnchanged(entry.answeredVersion(), effects);
      }
    }
    asked.clear();
  }

  /** Nobody knows what the broker remembers: the next Fetch lists everything. */
  void lose() {
    session++;
    isNew = true;
    asked.clear();
    forgotten.clear();
  }

  /** Snapshot and restore of session and members, as {@link StateTransfer} says. */
  void transfer(StateTransfer state, BrokerLane lane) {
    session = state.latest(session);
    wanted = state.number(wanted);
    isNew = state.flag(isNew);
    leaderOnlyUntil = state.deadline(leaderOnlyUntil);
    members.transfer(state, lane, session);
    transferPlaces(state, ready);
    transferPlaces(state, asked);
    List<TopicPartition> toForget = new ArrayList<>(forgotten);
    state.list(toForget, told -> state.toppar(told).topicPartition());
    forgotten.clear();
    forgotten.addAll(toForget);
  }

  /** Who has left is passed by anyway. */
  private void transferPlaces(StateTransfer state, List<LaneEntry> entries) {
    entries.removeIf(entry -> entry.toppar.laneEntry() != entry);
    state.list(
        entries,
        entry ->
            Objects.requireNonNull(
                state.toppar(entry == null ? null : entry.toppar.topicPartition()).laneEntry()));
  }

  private List<FetchPartition> changes(long nowNanos) {
    List<FetchPartition> changed = new ArrayList<>(ready.size());
    for (int i = 0; i < ready.size(); i++) {
      LaneEntry entry = ready.get(i);
      entry.queued = false;
      tell(entry, nowNanos, changed);
    }
    ready.clear();
    return changed;
  }

  private List<FetchPartition> everything(long nowNanos) {
    for (int i = 0; i < ready.size(); i++) {
      ready.get(i).queued = false;
    }
    ready.clear();
    List<FetchPartition> changed = new ArrayList<>(wanted);
    LaneEntry entry = members.first();
    while (entry != null) {
      tell(entry, nowNanos, changed);
      entry = members.after(entry);
    }
    return changed;
  }

  private void tell(LaneEntry entry, long nowNanos, List<FetchPartition> changed) {
    if (!entry.wanted) {
      return;
    }
    if (!entry.toppar.planFetch(nowNanos, plan)) {
      leave(entry);
      return;
    }
    TopicPartition topicPartition = entry.toppar.topicPartition();
    changed.add(plan.of(topicPartition));
    forgotten.remove(topicPartition);
    entry.told(session, plan);
    entry.askedVersion = plan.version();
    long until = plan.leaderOnlyUntil();
    if (until != Deadlines.NONE
        && (leaderOnlyUntil == Deadlines.NONE || until - leaderOnlyUntil > 0)) {
      leaderOnlyUntil = until;
    }
  }

  private List<TopicPartition> forget() {
    if (forgotten.isEmpty()) {
      return List.of();
    }
    for (TopicPartition topicPartition : forgotten) {
      LaneEntry entry = members.find(topicPartition);
      if (entry != null) {
        entry.toldSession = LaneEntry.NO_SESSION;
      }
    }
    List<TopicPartition> told = List.copyOf(forgotten);
    forgotten.clear();
    return told;
  }

  private void want(LaneEntry entry, boolean fetchable) {
    if (entry.wanted != fetchable) {
      entry.wanted = fetchable;
      wanted += fetchable ? 1 : -1;
      if (entry.toldSession == session) {
        TopicPartition topicPartition = entry.toppar.topicPartition();
        if (fetchable) {
          forgotten.remove(topicPartition);
        } else {
          forgotten.add(topicPartition);
        }
      }
    }
  }
}
