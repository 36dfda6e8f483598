package io.toppar.app.engine;

import io.toppar.domain.FetchDecision;
import io.toppar.domain.TopicPartition;
import io.toppar.domain.Toppar;
import org.jspecify.annotations.Nullable;

/**
 * A toppar and what the engine knows beside it: its slot, its lane, its alarm. The duty thread
 * only.
 *
 * <p>Lives from an assignment until the stop that follows it has ended; facts that come later hold
 * on to this object and so never reach another of the same name.
 */
final class Partition extends Alarm {

  final Toppar toppar;
  final MachineFeed feed;

  /** What was delivered and is not finished. */
  final Outstanding outstanding = new Outstanding();

  /** What {@link DecisionLog} has said last. */
  @Nullable FetchDecision loggedDecision;

  Slot slot;
  @Nullable Lane lane;
  boolean gone;

  /** Why the offset store holds no offset, until the application is told or records come. */
  @Nullable String storedTrouble;

  /** A start that waits for the stop before it (S2). */
  @Nullable Start waitingStart;

  /** Effects that touch other machines wait here until the input is over. */
  boolean changed;

  boolean fetchChanged;
  boolean leaves;
  int joins = Toppar.NO_BROKER;
  boolean stopped;

  Partition(Toppar toppar, Slot slot, MachineFeed feed) {
    this.toppar = toppar;
    this.slot = slot;
    this.feed = feed;
  }

  TopicPartition topicPartition() {
    return toppar.topicPartition();
  }

  @Override
  void ring(long nowNanos) {
    feed.onDeadline(this, nowNanos);
  }
}
