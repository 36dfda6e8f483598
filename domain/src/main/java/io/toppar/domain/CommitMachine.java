package io.toppar.domain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

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

  /** How often what passes soon or never is tried again (O8). */
  private static final int FEW = 2;

  private final String group;
  private final GroupConfig config;
  private final CoordinatorLookup lookup;
  private final RetryDelay delay;
  private final Map<TopicPartition, CommitQueue> queues = new HashMap<>();
  private final CommitFlight stores = new CommitFlight(ErrorContext.OFFSET_COMMIT);
  private final CommitFlight loads = new CommitFlight(ErrorContext.OFFSET_FETCH);
  private final CommitFlight deletes = new CommitFlight(ErrorContext.OFFSET_DELETE);
  private final CommitFlight listings = new CommitFlight(ErrorContext.OFFSET_FETCH);
  private final CommitQueue whole = new CommitQueue(null);
  private final Set<CommitStep> resting = new LinkedHashSet<>();
  private final CommitTickets tickets = new CommitTickets();
  private int mostStores;

  /** The first of {@link #resting} wakes no earlier: they may be thousands, and turns many. */
  private long restsUntil = Deadlines.NONE;

  /** A machine with nothing to do; the generator makes the jitter of waits. */
  public CommitMachine(String group, GroupConfig config, RandomGenerator random) {
    this.group = group;
    this.config = config;
    this.lookup = new CoordinatorLookup(config, random);
    this.delay = new RetryDelay(config, random);
    this.mostStores = config.maxPartitions();
  }

  /** The group. */
  public String group() {
    return group;
  }

  /** Commit this position; ends as {@code stored} or {@code failed}. */
  public void store(OffsetToCommit position, long ticket, long nowNanos) {
    submit(queue(position.topicPartition()).step(stores, position), ticket, nowNanos);
  }

  /** Look up what is committed; ends as {@code loaded} or {@code failed}. */
  public void load(TopicPartition partition, long ticket, long nowNanos) {
    submit(queue(partition).step(loads, null), ticket, nowNanos);
  }

  /**
   * Forget what is committed; ends as {@code deleted}, also where nothing is, or as {@code failed}.
   */
  public void delete(TopicPartition partition, long ticket, long nowNanos) {
    submit(queue(partition).step(deletes, null), ticket, nowNanos);
  }

  /**
   * Look up everything that is committed, what has ended before included; ends as {@code listed} or
   * {@code failed}. A partition that cannot be told now is not waited for: it has its error.
   */
  public void list(long ticket, long nowNanos) {
    submit(whole.step(listings, null), ticket, nowNanos);
  }

  /** From now on nothing lasts longer than this. */
  public void endBy(long deadlineNanos) {
    tickets.endBy(deadlineNanos);
  }

  /** Operations that have not ended. */
  public int open() {
    return tickets.open();
  }

  /** Fails what has lasted too long, and sends what can be sent now. */
  public void plan(long nowNanos, CommitEffects effects) {
    expire(nowNanos, effects);
    wake(nowNanos);
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
      listings.takeOff(brokerId, 1);
      effects.fetchAllOffsets(brokerId, requestDeadline(nowNanos));
    }
  }

  /** When to call {@link #plan} next without an input. */
  public long deadline() {
    long next = Deadlines.earlier(tickets.deadline(), restsUntil);
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
      for (CommitTickets.Ticket ticket : tickets.waiting()) {
        refuse(ticket, error, detail, effects);
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
    List<CommitStep> landed = loads.land("fetched");
    Landing landing = new Landing(loads, landed.size(), nowNanos, effects);
    for (int i = 0; i < landed.size(); i++) {
      CommittedOffset answer = answers.get(i);
      if (answer.error() == ErrorCode.NONE) {
        succeed(landed.get(i), answer, effects);
      } else {
        landing.failed(landed.get(i), answer.error(), "");
      }
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
      end(step, ticket -> effects.listed(ticket, answers));
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
    List<CommitStep> landed = flight.land(input);
    Landing landing = new Landing(flight, landed.size(), nowNanos, effects);
    for (int i = 0; i < landed.size(); i++) {
      if (errors.get(i) == ErrorCode.NONE) {
        succeed(landed.get(i), null, effects);
      } else {
        landing.failed(landed.get(i), errors.get(i), "");
      }
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
    List<CommitStep> landed = flight.land(input);
    Landing landing = new Landing(flight, landed.size(), nowNanos, effects);
    for (CommitStep step : landed) {
      landing.failed(step, error, detail);
    }
    landing.end();
  }

  /** The end of one request: what becomes of its steps, and what it tells of the coordinator. */
  private final class Landing {

    private final CommitFlight flight;
    private final int size;
    private final long nowNanos;
    private final CommitEffects effects;
    private @Nullable ErrorCode lost;
    private @Nullable ErrorCode busy;
    private String why = "";

    Landing(CommitFlight flight, int size, long nowNanos, CommitEffects effects) {
      this.flight = flight;
      this.size = size;
      this.nowNanos = nowNanos;
      this.effects = effects;
    }

    void failed(CommitStep step, ErrorCode error, String detail) {
      ErrorActions actions = ErrorTable.actions(flight.context, error);
      noteCoordinator(actions, error, detail);
      if (step.tickets.isEmpty()) {
        discard(step);
      } else if (mayBeTriedAgain(step, actions)) {
        step.trouble = error;
        retry(step, actions);
      } else {
        giveUp(step, error, detail);
      }
    }

    void end() {
      if (lost != null) {
        lookup.onLost(flight.askedId(), lost, why, nowNanos);
      } else if (busy != null) {
        lookup.onBusy(flight.askedId(), busy, why, nowNanos);
      } else {
        lookup.onServed(flight.askedId());
      }
    }

    private void noteCoordinator(ErrorActions actions, ErrorCode error, String detail) {
      if (actions.has(ErrorAction.FIND_COORDINATOR)) {
        lost = error;
      } else if (actions.has(ErrorAction.SPARE_COORDINATOR)) {
        busy = error;
      } else {
        return;
      }
      why =
          detail.isEmpty()
              ? "broker " + flight.askedId() + " answered: " + error.describe()
              : detail;
    }

    private boolean mayBeTriedAgain(CommitStep step, ErrorActions actions) {
      return actions.has(ErrorAction.RETRY)
          || (actions.has(ErrorAction.RETRY_FEW) && step.failures < FEW)
          || (actions.has(ErrorAction.ASK_LESS) && size > 1);
    }

    private void retry(CommitStep step, ErrorActions actions) {
      if (actions.has(ErrorAction.ASK_LESS)) {
        mostStores = Math.max(1, size / 2);
      } else if (!actions.has(ErrorAction.FIND_COORDINATOR)
          && !actions.has(ErrorAction.SPARE_COORDINATOR)) {
        step.failures++;
        step.restsUntil = delay.after(step.failures, nowNanos);
      }
      step.queue.retryHead();
      due(step.queue);
    }

    private void giveUp(CommitStep step, ErrorCode error, String detail) {
      for (CommitTickets.Ticket ticket : List.copyOf(step.tickets)) {
        refuse(ticket, error, detail, effects);
      }
    }
  }

  private boolean isDue() {
    return stores.isDue() || loads.isDue() || deletes.isDue() || listings.isDue();
  }

  private void submit(CommitStep step, long id, long nowNanos) {
    tickets.add(id, Deadlines.after(nowNanos, config.operationTimeoutNanos()), step);
    due(step.queue);
  }

  private CommitQueue queue(TopicPartition partition) {
    return queues.computeIfAbsent(partition, CommitQueue::new);
  }

  /** Lines up what is next for a partition. */
  private void due(CommitQueue queue) {
    CommitStep head = queue.head();
    if (head == null) {
      queues.remove(queue.topicPartition); // which the one of the whole group is not in
    } else if (head.restsUntil != Deadlines.NONE) {
      resting.add(head);
      restsUntil = Deadlines.earlier(restsUntil, head.restsUntil);
    } else if (!head.inFlight) {
      head.flight.add(head);
    }
  }

  private void wake(long nowNanos) {
    if (!Deadlines.reached(restsUntil, nowNanos)) {
      return;
    }
    restsUntil = Deadlines.NONE;
    Iterator<CommitStep> each = resting.iterator();
    while (each.hasNext()) {
      CommitStep step = each.next();
      if (Deadlines.reached(step.restsUntil, nowNanos)) {
        each.remove();
        step.restsUntil = Deadlines.NONE;
        due(step.queue);
      } else {
        restsUntil = Deadlines.earlier(restsUntil, step.restsUntil);
      }
    }
  }

  private void sendStores(int brokerId, long nowNanos, CommitEffects effects) {
    List<OffsetToCommit> offsets = new ArrayList<>();
    for (CommitStep step : stores.takeOff(brokerId, mostStores)) {
      offsets.add(Objects.requireNonNull(step.position));
    }
    effects.commitOffsets(brokerId, offsets, requestDeadline(nowNanos));
  }

  /** The partitions of the request that is being sent. */
  private List<TopicPartition> takeOff(CommitFlight flight, int brokerId) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (CommitStep step : flight.takeOff(brokerId, config.maxPartitions())) {
      partitions.add(Objects.requireNonNull(step.queue.topicPartition));
    }
    return partitions;
  }

  /** No request outlasts every operation. */
  private long requestDeadline(long nowNanos) {
    long latest = Deadlines.after(nowNanos, config.requestTimeoutNanos());
    return Deadlines.earlier(latest, tickets.lastDeadline());
  }

  private void expire(long nowNanos, CommitEffects effects) {
    while (Deadlines.reached(tickets.deadline(), nowNanos)) {
      CommitTickets.Ticket first = Objects.requireNonNull(tickets.first());
      boolean lonely = lookup.brokerId() == CoordinatorLookup.NOBODY;
      ErrorCode trouble = first.step.trouble;
      ErrorCode late = trouble == ErrorCode.NONE ? ErrorCode.LOCAL_TIMED_OUT : trouble;
      String detail = CommitRefusals.late(group, first.step, lookup);
      fail(first, lonely ? ErrorCode.LOCAL_WAIT_COORD : late, false, detail, effects);
    }
  }

  private void refuse(
      CommitTickets.Ticket ticket, ErrorCode error, String detail, CommitEffects effects) {
    fail(ticket, error, true, CommitRefusals.refused(group, ticket.step, error, detail), effects);
  }

  private void succeed(CommitStep step, @Nullable CommittedOffset answer, CommitEffects effects) {
    if (answer != null) {
      end(step, ticket -> effects.loaded(ticket, answer));
    } else if (step.flight == stores) {
      end(step, effects::stored);
    } else {
      end(step, effects::deleted);
    }
  }

  private void end(CommitStep step, LongConsumer told) {
    for (CommitTickets.Ticket ticket : step.tickets) {
      tickets.end(ticket);
      told.accept(ticket.id);
    }
    step.tickets.clear();
    discard(step);
  }

  private void fail(
      CommitTickets.Ticket ticket,
      ErrorCode error,
      boolean lasting,
      String detail,
      CommitEffects effects) {
    CommitStep step = ticket.step;
    tickets.end(ticket);
    step.tickets.remove(ticket);
    if (step.tickets.isEmpty() && !step.inFlight) {
      discard(step);
    }
    effects.failed(ticket.id, error, lasting, detail);
  }

  private void discard(CommitStep step) {
    step.flight.remove(step);
    resting.remove(step);
    step.queue.remove(step);
    due(step.queue);
  }
}
