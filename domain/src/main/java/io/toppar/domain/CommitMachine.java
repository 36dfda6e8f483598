package io.toppar.domain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The offsets of one group at its coordinator: what is to be committed, looked up and forgotten,
 * and the requests that do it (O7, O8, O11, O12; KIP-496).
 *
 * <p>A machine for one owner thread. It batches by itself: at most one commit, one look-up, one
 * delete and one listing are in flight, and what comes meanwhile goes with the next. A store that
 * waits is replaced by a newer one of its partition, and both end with it. Operations on one
 * partition take effect, and end, in the order given. Each partition of an answer is dealt with by
 * {@link ErrorTable}: what may pass is tried again until the operation's deadline, the rest fails
 * by name. When a request is lost it may have been carried out all the same; committing or deleting
 * again does no harm.
 *
 * <p>Driver: after inputs, and at {@link #deadline}, call {@link #plan}; end each of its requests
 * by one of the {@code on} methods.
 */
public final class CommitMachine {

  private final String group;
  private final GroupConfig config;
  final CoordinatorLookup lookup;
  final RetryDelay delay;
  final CommitLines lines = new CommitLines();
  final CommitEnds ends;
  private final CommitFlight stores;
  private final CommitFlight loads;
  private final CommitFlight deletes;
  private final CommitFlight listings;

  /** A machine with nothing to do; the generator makes the jitter of waits. */
  public CommitMachine(String group, GroupConfig config, RandomGenerator random) {
    this.group = group;
    this.config = config;
    this.lookup = new CoordinatorLookup(config, random);
    this.delay = new RetryDelay(config, random);
    this.ends = new CommitEnds(group, lines, lookup);
    int most = config.maxPartitions();
    this.stores = new CommitFlight(ErrorContext.OFFSET_COMMIT, most);
    this.loads = new CommitFlight(ErrorContext.OFFSET_FETCH, most);
    this.deletes = new CommitFlight(ErrorContext.OFFSET_DELETE, most);
    this.listings = new CommitFlight(ErrorContext.OFFSET_FETCH, 1);
  }

  /** The group. */
  public String group() {
    return group;
  }

  /** Commit this position; ends as {@code stored} or {@code failed}. */
  public void store(OffsetToCommit position, long ticket, long nowNanos) {
    submit(lines.of(position.topicPartition()).step(stores, position), ticket, nowNanos);
  }

  /** Look up what is committed; ends as {@code loaded} or {@code failed}. */
  public void load(TopicPartition partition, long ticket, long nowNanos) {
    submit(lines.of(partition).step(loads, null), ticket, nowNanos);
  }

  /**
   * Forget what is committed; ends as {@code deleted}, also where nothing is, or as {@code failed}.
   */
  public void delete(TopicPartition partition, long ticket, long nowNanos) {
    submit(lines.of(partition).step(deletes, null), ticket, nowNanos);
  }

  /**
   * Look up everything that is committed, what has ended before included; ends as {@code listed} or
   * {@code failed}. A partition that cannot be told now is not waited for: it has its error.
   */
  public void list(long ticket, long nowNanos) {
    submit(lines.ofAll().step(listings, null), ticket, nowNanos);
  }

  /** From now on nothing lasts longer than this. */
  public void endBy(long deadlineNanos) {
    ends.tickets().endBy(deadlineNanos);
  }

  /** Operations that have not ended. */
  public int open() {
    return ends.tickets().open();
  }

  /** Fails what has lasted too long, and sends what can be sent now. */
  public void plan(long nowNanos, CommitEffects effects) {
    ends.expire(nowNanos, effects);
    lines.wake(nowNanos);
    if (!isDue()) {
      return;
    }
    int brokerId = lookup.ready(nowNanos);
    if (brokerId == CoordinatorLookup.NOBODY) {
      if (lookup.plan(nowNanos)) {
        effects.findCoordinator(requestDeadline(nowNanos));
      }
      return;
    }
    if (stores.isDue()) {
      sendStores(brokerId, nowNanos, effects);
    }
    if (loads.isDue()) {
      effects.fetchOffsets(brokerId, takeOff(loads, brokerId), requestDeadline(nowNanos));
    }
    if (deletes.isDue()) {
      effects.deleteOffsets(brokerId, takeOff(deletes, brokerId), requestDeadline(nowNanos));
    }
    if (listings.isDue()) {
      listings.takeOff(brokerId);
      effects.fetchAllOffsets(brokerId, requestDeadline(nowNanos));
    }
  }

  /** When to call {@link #plan} next without an input. */
  public long deadline() {
    long next = Deadlines.earlier(ends.tickets().deadline(), lines.deadline());
    return isDue() ? Deadlines.earlier(next, lookup.deadline()) : next;
  }

  /** The coordinator was found. */
  public void onCoordinatorFound(int brokerId, long nowNanos) {
    lookup.onFound(brokerId, nowNanos);
  }

  /** The coordinator was not found. A lasting reason ends all that waits for it. */
  public void onCoordinatorFailed(
      ErrorCode error, String detail, long nowNanos, CommitEffects effects) {
    lookup.onFailed(error, detail, nowNanos);
    ErrorActions actions = ErrorTable.actions(ErrorContext.FIND_COORDINATOR, error);
    if (actions.has(ErrorAction.PERMANENT) || actions.has(ErrorAction.DROP)) {
      for (CommitTickets.Ticket ticket : ends.tickets().waiting()) {
        ends.refuse(ticket, error, detail, effects);
      }
    }
  }

  /** The commit in flight was answered: an error, or NONE, for each of its offsets, in order. */
  public void onCommitted(List<ErrorCode> errors, long nowNanos, CommitEffects effects) {
    answered(stores, "committed", errors, nowNanos, effects);
  }

  /** The commit in flight failed as a whole. */
  public void onCommitFailed(ErrorCode error, String detail, long nowNanos, CommitEffects effects) {
    failed(stores, "commit failed", error, detail, nowNanos, effects);
  }

  /** The look-up in flight was answered: for each of its partitions, in order. */
  public void onFetched(List<CommittedOffset> answers, long nowNanos, CommitEffects effects) {
    CommitLanding landing = new CommitLanding(this, loads, "fetched", nowNanos, effects);
    for (int i = 0; i < landing.steps().size(); i++) {
      CommittedOffset answer = answers.get(i);
      landing.answered(landing.steps().get(i), answer, answer.error());
    }
    landing.end();
  }

  /** The look-up in flight failed as a whole. */
  public void onFetchFailed(ErrorCode error, String detail, long nowNanos, CommitEffects effects) {
    failed(loads, "fetch failed", error, detail, nowNanos, effects);
  }

  /** The delete in flight was answered: an error, or NONE, for each of its partitions, in order. */
  public void onDeleted(List<ErrorCode> errors, long nowNanos, CommitEffects effects) {
    answered(deletes, "deleted", errors, nowNanos, effects);
  }

  /** The delete in flight failed as a whole; but a group that is not there keeps no offsets. */
  public void onDeleteFailed(ErrorCode error, String detail, long nowNanos, CommitEffects effects) {
    if (error == ErrorCode.GROUP_ID_NOT_FOUND) {
      onDeleted(Collections.nCopies(deletes.size(), ErrorCode.NONE), nowNanos, effects);
    } else {
      failed(deletes, "delete failed", error, detail, nowNanos, effects);
    }
  }

  /** The listing in flight was answered. */
  public void onListed(List<CommittedOffset> answers, long nowNanos, CommitEffects effects) {
    for (CommitStep step : listings.land("listed")) {
      ends.end(step, ticket -> effects.listed(ticket, answers));
    }
    lookup.onServed(listings.askedId());
  }

  /** The listing in flight failed. */
  public void onListFailed(ErrorCode error, String detail, long nowNanos, CommitEffects effects) {
    failed(listings, "list failed", error, detail, nowNanos, effects);
  }

  private void answered(
      CommitFlight flight,
      String input,
      List<ErrorCode> errors,
      long nowNanos,
      CommitEffects effects) {
    CommitLanding landing = new CommitLanding(this, flight, input, nowNanos, effects);
    for (int i = 0; i < landing.steps().size(); i++) {
      landing.answered(landing.steps().get(i), null, errors.get(i));
    }
    landing.end();
  }

  private void failed(
      CommitFlight flight,
      String input,
      ErrorCode error,
      String detail,
      long nowNanos,
      CommitEffects effects) {
    CommitLanding landing = new CommitLanding(this, flight, input, nowNanos, effects);
    for (CommitStep step : landing.steps()) {
      landing.failed(step, error, detail);
    }
    landing.end();
  }

  private boolean isDue() {
    return stores.isDue() || loads.isDue() || deletes.isDue() || listings.isDue();
  }

  private void submit(CommitStep step, long id, long nowNanos) {
    ends.tickets().add(id, Deadlines.after(nowNanos, config.operationTimeoutNanos()), step);
    lines.lineUp(step.queue);
  }

  private void sendStores(int brokerId, long nowNanos, CommitEffects effects) {
    List<OffsetToCommit> offsets = new ArrayList<>();
    for (CommitStep step : stores.takeOff(brokerId)) {
      offsets.add(Objects.requireNonNull(step.position));
    }
    effects.commitOffsets(brokerId, offsets, requestDeadline(nowNanos));
  }

  /** The partitions of the request that is being sent. */
  private List<TopicPartition> takeOff(CommitFlight flight, int brokerId) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (CommitStep step : flight.takeOff(brokerId)) {
      partitions.add(Objects.requireNonNull(step.queue.topicPartition));
    }
    return partitions;
  }

  /** No request outlasts every operation. */
  private long requestDeadline(long nowNanos) {
    long latest = Deadlines.after(nowNanos, config.requestTimeoutNanos());
    return Deadlines.earlier(latest, ends.tickets().lastDeadline());
  }
}
