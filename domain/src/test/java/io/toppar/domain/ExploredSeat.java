package io.toppar.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One partition of an {@link ExploredWorld}: its toppar, and what the world knows of it. */
final class ExploredSeat {

  static final long UNKNOWN = Long.MIN_VALUE;

  enum Asked {
    STORE,
    OFFSET,
    AGE,
    EPOCH_END
  }

  /**
   * A request that is not answered yet.
   *
   * @param subject the timestamp, or the epoch asked after
   */
  record Request(int number, Asked asked, long subject) {

    static Request transfer(StateTransfer state, int latest, @Nullable Request present) {
      Request given = present == null ? new Request(0, Asked.STORE, 0) : present;
      return new Request(
          state.serial(given.number, latest),
          Objects.requireNonNull(state.choice(Asked.class, given.asked)),
          state.number(given.subject));
    }
  }

  final int number;
  final Toppar toppar;

  /** Delivered and not handed over. */
  final List<ExploredBatch> queue = new ArrayList<>();

  /** Handed over and not released. */
  final List<ExploredBatch> held = new ArrayList<>();

  /** Not answered; the last is the newest. Of those overtaken only one is kept. */
  final List<Request> requests = new ArrayList<>();

  /** What the application must get next, if that is known. */
  long expected = UNKNOWN;

  /** What was stored last in the present start. */
  long stored = Offsets.INVALID;

  /** The topic was made again, and nothing was stored or delivered since. */
  boolean logIsNew;

  /** The store has nothing, and nothing was stored, delivered or sought since. */
  boolean nothingStored;

  /** The commit in flight. */
  long committing = Offsets.INVALID;

  int committingEpoch = -1;
  int lastRequest;
  int clusterEpoch;

  /** The broker whose lane has not said yet that the partition has left. */
  int leaving = Delegation.NOT_MIGRATING;

  /** Metadata was asked for, and no leader was named since. */
  boolean leaderWanted;

  /** A stop was accepted and has not ended. */
  boolean stopping;

  // During one step.

  /** Stopped before the step, and no command is given in it. */
  boolean silent;

  /** Told that the stop has ended. */
  boolean ended;

  /** What planFetch says after the step. */
  boolean fetchable;

  ExploredSeat(int number, TopparConfig config) {
    this.number = number;
    this.toppar = new Toppar(new TopicPartition("t", number), config);
  }

  void transfer(StateTransfer state) {
    toppar.transfer(state);
    int version = toppar.version();
    state.list(queue, batch -> ExploredBatch.transfer(state, version, batch));
    state.list(held, batch -> ExploredBatch.transfer(state, version, batch));
    lastRequest = state.latest(lastRequest);
    state.list(requests, request -> Request.transfer(state, lastRequest, request));
    expected = state.number(expected);
    stored = state.number(stored);
    logIsNew = state.flag(logIsNew);
    nothingStored = state.flag(nothingStored);
    committing = state.number(committing);
    committingEpoch = state.number(committingEpoch);
    clusterEpoch = state.number(clusterEpoch);
    leaving = state.broker(leaving);
    leaderWanted = state.flag(leaderWanted);
    stopping = state.flag(stopping);
  }

  void beginStep() {
    silent = toppar.state() == FetchState.STOPPED;
    ended = false;
  }

  void store(long offset) {
    stored = offset;
    logIsNew = false;
    nothingStored = false;
  }

  /** Where the next delivery must begin. */
  long nextDelivery() {
    return queue.isEmpty() ? expected : queue.get(queue.size() - 1).next;
  }

  /** The application hears of a reset when it has taken everything delivered before it. */
  void tellResets() {
    while (!queue.isEmpty() && queue.get(0).reset) {
      expected = queue.remove(0).next;
    }
  }

  boolean hasReset() {
    for (int i = 0; i < queue.size(); i++) {
      if (queue.get(i).reset) {
        return true;
      }
    }
    return false;
  }

  /** The request that the toppar waits for, if it waits for one. */
  @Nullable Request open() {
    if (!toppar.positioning().hasOpenRequest() || requests.isEmpty()) {
      return null;
    }
    Request newest = requests.get(requests.size() - 1);
    return newest.number() == lastRequest ? newest : null;
  }

  /** A request that was overtaken, if there is one. */
  @Nullable Request late() {
    int overtaken = requests.size() - (open() == null ? 0 : 1);
    return overtaken == 0 ? null : requests.get(0);
  }

  void asked(int request, Asked asked, long subject) {
    requests.add(new Request(request, asked, subject));
    lastRequest = request;
    while (requests.size() > 2) {
      requests.remove(0);
    }
  }

  /** Two late ones are as good as one. */
  void forgetLate() {
    while (requests.size() > 1 && open() == null) {
      requests.remove(0);
    }
  }

  @Override
  public String toString() {
    return String.format(
        "%s at %s, queue %s, held %s, expects %s, stored %s",
        toppar, toppar.fetchOffset(), queue, held, expected, stored);
  }
}
