package io.toppar.domain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a lane, by name and in the order of being served. Confined to its lane.
 *
 * <p>The order is a ring through the entries: whoever is served goes last, at no cost.
 */
final class LaneMembers {

  private final Map<TopicPartition, LaneEntry> byPartition = new HashMap<>();

  /** Left while a Fetch was in flight: their part of the reply still finds them, and is dropped. */
  private final List<LaneEntry> gone = new ArrayList<>();

  private @Nullable LaneEntry head;

  /** The partition of this name, also if it left while the present Fetch was in flight. */
  @Nullable LaneEntry find(TopicPartition topicPartition) {
    return byPartition.get(topicPartition);
  }

  /** Who is to be served first, or null. */
  @Nullable LaneEntry first() {
    return head;
  }

  /** Who comes after, or null after the last. */
  @Nullable LaneEntry after(LaneEntry entry) {
    return entry.next == head ? null : entry.next;
  }

  void add(LaneEntry entry) {
    byPartition.put(entry.toppar.topicPartition(), entry);
    linkLast(entry);
  }

  /** Takes it out; while a Fetch is in flight it is still found, until {@link #forgetGone}. */
  void remove(LaneEntry entry, boolean inFlight) {
    unlink(entry);
    if (inFlight) {
      gone.add(entry);
    } else {
      byPartition.remove(entry.toppar.topicPartition());
    }
  }

  /** The Fetch in flight has ended. */
  void forgetGone() {
    for (int i = 0; i < gone.size(); i++) {
      LaneEntry entry = gone.get(i);
      byPartition.remove(entry.toppar.topicPartition(), entry);
    }
    gone.clear();
  }

  /** It has been served: the others come first. */
  void moveLast(LaneEntry entry) {
    unlink(entry);
    linkLast(entry);
  }

  /** Snapshot and restore, as {@link StateTransfer} says. */
  void transfer(StateTransfer state, BrokerLane lane, int session) {
    List<LaneEntry> order = new ArrayList<>();
    for (LaneEntry entry = head; entry != null; entry = after(entry)) {
      order.add(entry);
    }
    state.list(order, entry -> LaneEntry.transfer(state, lane, session, entry));
    state.list(gone, entry -> LaneEntry.transfer(state, lane, session, entry));
    head = null;
    byPartition.clear();
    for (LaneEntry entry : order) {
      entry.unlink();
      add(entry);
      entry.toppar.laneEntry(entry);
    }
    for (int i = gone.size() - 1; i >= 0; i--) {
      byPartition.putIfAbsent(gone.get(i).toppar.topicPartition(), gone.get(i));
    }
  }

  private void linkLast(LaneEntry entry) {
    if (head == null) {
      head = entry;
    } else {
      entry.linkBefore(head);
    }
  }

  private void unlink(LaneEntry entry) {
    if (head == entry) {
      head = entry.next == entry ? null : entry.next;
    }
    entry.unlink();
  }
}
