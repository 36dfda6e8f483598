package io.toppar.app.engine;

import io.toppar.domain.CommitMachine;
import io.toppar.domain.Deadlines;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.OffsetToCommit;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.BrokerCompletion;
import io.toppar.ports.BrokerGateway;
import io.toppar.ports.Clock;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of a {@link BrokerOffsetStore}: takes operations and completions, feeds the machine of
 * each group, sends what they want.
 *
 * <p>{@link #load}, {@link #store}, {@link #delete}, {@link #list}, {@link #await}, {@link #finish}
 * and {@link #onBroker} come from any thread; everything else is done in a turn.
 */
final class OffsetDuty implements Duty {

  private static final Logger LOG = LoggerFactory.getLogger(OffsetDuty.class);

  /** Taken in one turn: many, for what is taken together is committed together. */
  private static final int TASKS_PER_TURN = 20_000;

  private static final String NO_GROUP =
      "offsets are committed for a group, and there is none; set group.id";

  private final GroupConfig config;
  private final RandomGenerator random;
  private final Clock clock;
  private final DutyRunner runner;
  private final Completer completer;
  private final Inbox tasks;
  private final TimingWheel wheel;
  private final BrokerCalls calls;
  private final Map<String, GroupOffsets> groups = new LinkedHashMap<>();

  /** The tokens of operations that have not ended, by their tickets, in the order given. */
  private final Map<Long, Long> open = new LinkedHashMap<>();

  private final ArrayDeque<Barrier> barriers = new ArrayDeque<>();
  private final Alarm alarm =
      new Alarm() {
        @Override
        void ring(long nowNanos) {
          // Being awake is all it is for.
        }
      };
  private long lastTicket;
  private @Nullable CompletableFuture<Void> finished;

  /** Takes what became of an operation. */
  interface Completer {
    void complete(long token, StoreOutcome outcome);
  }

  /** Ends when everything before it has ended. */
  private record Barrier(long ticket, long token, StoreOutcome outcome) {}

  OffsetDuty(
      GroupConfig config,
      RandomGenerator random,
      BrokerGateway gateway,
      Clock clock,
      DutyRunner runner,
      Completer completer) {
    this.config = config;
    this.random = random;
    this.clock = clock;
    this.runner = runner;
    this.completer = completer;
    this.tasks = new Inbox(Integer.MAX_VALUE, runner::wake); // the store bounds what it leaves
    this.wheel = new TimingWheel(clock.nanoTime());
    this.calls = new BrokerCalls(gateway, wheel);
  }

  void onBroker(BrokerCompletion completion) {
    tasks.post(now -> calls.complete(completion, now));
  }

  void load(OffsetKey key, long token) {
    tasks.post(
        now -> {
          CommitMachine machine = machine(key.group(), token);
          if (machine != null) {
            machine.load(key.topicPartition(), ticket(token), now);
          }
        });
  }

  void store(OffsetKey key, StoredOffset offset, long token) {
    TopicPartition partition = key.topicPartition();
    OffsetToCommit position =
        new OffsetToCommit(partition, offset.offset(), offset.leaderEpoch(), offset.metadata());
    tasks.post(
        now -> {
          CommitMachine machine = machine(key.group(), token);
          if (machine != null) {
            machine.store(position, ticket(token), now);
          }
        });
  }

  void delete(OffsetKey key, long token) {
    tasks.post(
        now -> {
          CommitMachine machine = machine(key.group(), token);
          if (machine != null) {
            machine.delete(key.topicPartition(), ticket(token), now);
          }
        });
  }

  void list(String group, long token) {
    tasks.post(
        now -> {
          CommitMachine machine = machine(group, token);
          if (machine != null) {
            machine.list(ticket(token), now);
          }
        });
  }

  /** Ends with this outcome when everything submitted before has ended. */
  void await(long token, StoreOutcome outcome) {
    tasks.post(now -> barriers.add(new Barrier(++lastTicket, token, outcome)));
  }

  /** Nothing more will be submitted; completes when everything has ended, by the deadline. */
  CompletableFuture<Void> finish(long deadlineNanos) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    tasks.post(
        now -> {
          groups.values().forEach(group -> group.machine().endBy(deadlineNanos));
          finished = done;
        });
    return done;
  }

  /** Ends what has not ended; the runner has been stopped. */
  void abandon() {
    long now = clock.nanoTime();
    take(now, Integer.MAX_VALUE);
    for (GroupOffsets group : groups.values()) {
      group.machine().endBy(now);
      group.plan(now);
    }
    endBarriers();
  }

  @Override
  public int doWork() {
    tasks.awake();
    long now = clock.nanoTime();
    int work = wheel.advance(now) + take(now, TASKS_PER_TURN);
    long next = Deadlines.NONE;
    for (GroupOffsets group : groups.values()) {
      group.plan(now);
      next = Deadlines.earlier(next, group.machine().deadline());
    }
    wheel.arm(alarm, next);
    endBarriers();
    if (work == 0) {
      if (!tasks.sleep()) {
        return 1;
      }
      runner.runAt(nextDeadline());
    }
    return work;
  }

  @Override
  public long nextDeadline() {
    return wheel.nextDeadline();
  }

  /** An operation of a machine has ended. */
  void ended(long ticket, StoreOutcome outcome) {
    Long token = open.remove(ticket);
    if (token == null) {
      throw new IllegalStateException("operation " + ticket + " ends twice: " + outcome);
    }
    completer.complete(token, outcome);
  }

  private int take(long nowNanos, int most) {
    int taken = 0;
    while (taken < most) {
      Inbox.Task task = tasks.poll();
      if (task == null) {
        break;
      }
      try {
        task.run(nowNanos);
      } catch (RuntimeException e) {
        LOG.error("a task of the broker offset store failed; the others go on", e);
      }
      taken++;
    }
    return taken;
  }

  private long ticket(long token) {
    open.put(++lastTicket, token);
    return lastTicket;
  }

  /** The machine of a group; null if there is none, which is told. */
  private @Nullable CommitMachine machine(@Nullable String group, long token) {
    if (group == null || group.isEmpty()) {
      completer.complete(token, new StoreOutcome.Failed(StoreOutcome.Reason.BAD_KEY, NO_GROUP));
      return null;
    }
    return groups
        .computeIfAbsent(
            group, name -> new GroupOffsets(new CommitMachine(name, config, random), calls, this))
        .machine();
  }

  private void endBarriers() {
    while (!barriers.isEmpty() && isPassed(barriers.peek().ticket)) {
      Barrier barrier = barriers.remove();
      completer.complete(barrier.token, barrier.outcome);
    }
    if (finished != null && open.isEmpty() && barriers.isEmpty()) {
      finished.complete(null);
    }
  }

  private boolean isPassed(long ticket) {
    Iterator<Long> first = open.keySet().iterator();
    return !first.hasNext() || first.next() > ticket;
  }
}
