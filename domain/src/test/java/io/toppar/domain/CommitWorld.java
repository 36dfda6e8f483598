package io.toppar.domain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A commit machine with a coordinator that answers as it is told, and what must hold of it: checked
 * at every effect and after every step.
 */
final class CommitWorld implements CommitEffects {

  static final long MILLI = 1_000_000;
  private static final TopicPartition[] PARTITIONS = {
    new TopicPartition("t", 0), new TopicPartition("t", 1)
  };
  private static final GroupConfig CONFIG =
      new GroupConfig(100 * MILLI, 400 * MILLI, 1_000 * MILLI, 3_000 * MILLI, 2);

  /** A store or a load that has not ended. */
  private record Open(long ticket, int partition, long offset, long deadlineNanos) {}

  final CommitMachine machine = new CommitMachine("g", CONFIG, () -> 0);
  long now = 5_000 * MILLI;
  boolean finding;
  private boolean ending;
  @Nullable List<OffsetToCommit> committing;
  @Nullable List<TopicPartition> fetching;
  private final Map<Long, Open> open = new HashMap<>();
  private final List<List<Long>> waiting = List.of(new ArrayList<>(), new ArrayList<>());
  private final long[] sent = {-1, -1};
  private final long[] done = {-1, -1};
  private long lastTicket;

  int open() {
    return open.size();
  }

  // Steps.

  void store(int partition) {
    long offset = ++lastTicket;
    submitted(partition, offset);
    machine.store(new OffsetToCommit(PARTITIONS[partition], offset, -1, ""), offset, now);
    turn();
  }

  void load(int partition) {
    long ticket = ++lastTicket;
    submitted(partition, -1);
    machine.load(PARTITIONS[partition], ticket, now);
    turn();
  }

  private void submitted(int partition, long offset) {
    long deadline = now + CONFIG.operationTimeoutNanos();
    open.put(lastTicket, new Open(lastTicket, partition, offset, deadline));
    waiting.get(partition).add(lastTicket);
  }

  void found(int broker) {
    finding = false;
    machine.onCoordinatorFound(broker, now);
    turn();
  }

  void notFound(ErrorCode error) {
    finding = false;
    machine.onCoordinatorFailed(error, "", now, this);
    turn();
  }

  /** The first partition of the commit is answered so, the others well. */
  void committed(ErrorCode first) {
    List<OffsetToCommit> offsets = Objects.requireNonNull(committing);
    committing = null;
    List<ErrorCode> errors = new ArrayList<>();
    for (OffsetToCommit offset : offsets) {
      ErrorCode error = errors.isEmpty() ? first : ErrorCode.NONE;
      errors.add(error);
      if (error == ErrorCode.NONE) {
        done[offset.topicPartition().partition()] = offset.offset();
      }
    }
    machine.onCommitted(errors, now, this);
    turn();
  }

  void commitFailed(ErrorCode error) {
    committing = null;
    machine.onCommitFailed(error, "", now, this);
    turn();
  }

  void fetched(ErrorCode first) {
    List<TopicPartition> partitions = Objects.requireNonNull(fetching);
    fetching = null;
    List<CommittedOffset> answers = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      answers.add(
          answers.isEmpty() && first != ErrorCode.NONE
              ? CommittedOffset.failed(partition, first)
              : CommittedOffset.none(partition));
    }
    machine.onFetched(answers, now, this);
    turn();
  }

  void fetchFailed(ErrorCode error) {
    fetching = null;
    machine.onFetchFailed(error, "", now, this);
    turn();
  }

  /** Time passes up to what the machine waits for. */
  void toDeadline() {
    now = Math.max(now, machine.deadline());
    turn();
  }

  /** Nothing may last longer than half a second from now. */
  void endSoon() {
    ending = true;
    machine.endBy(now + 500 * MILLI);
    turn();
  }

  private void turn() {
    machine.plan(now, this);
    require(machine.open() == open.size(), machine.open() + " are open, not " + open.size());
    for (Open one : open.values()) {
      require(one.deadlineNanos > now, one + " is over its time");
    }
    boolean asked = finding || committing != null || fetching != null;
    require(open.isEmpty() || asked || waits(), "nothing is waited for");
  }

  private boolean waits() {
    return machine.deadline() != Deadlines.NONE && machine.deadline() > now;
  }

  /** Everything is answered well from now on: all must end, and soon; then a commit succeeds. */
  void requireWayOut() {
    answerWell();
    if (!ending) {
      store(0);
      answerWell();
      require(done[0] == lastTicket, "a store never comes to the coordinator");
    }
  }

  private void answerWell() {
    for (int steps = 0; !open.isEmpty(); steps++) {
      require(steps < 60, open + " never end");
      if (finding) {
        found(1);
      } else if (committing != null) {
        committed(ErrorCode.NONE);
      } else if (fetching != null) {
        fetched(ErrorCode.NONE);
      } else {
        toDeadline();
      }
    }
  }

  // Effects.

  @Override
  public void findCoordinator(long deadlineNanos) {
    require(!finding, "two questions for the coordinator");
    requireTime(deadlineNanos);
    finding = true;
  }

  @Override
  public void commitOffsets(int brokerId, List<OffsetToCommit> offsets, long deadlineNanos) {
    require(committing == null && !offsets.isEmpty(), "two commits in flight");
    requireTime(deadlineNanos);
    committing = List.copyOf(offsets);
    require(
        offsets.stream().map(OffsetToCommit::topicPartition).distinct().count() == offsets.size(),
        "a partition twice: " + offsets);
    for (OffsetToCommit offset : offsets) {
      int partition = offset.topicPartition().partition();
      require(offset.offset() >= sent[partition], offset + " after " + sent[partition]);
      sent[partition] = offset.offset();
    }
  }

  @Override
  public void fetchOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    require(fetching == null && !partitions.isEmpty(), "two look-ups in flight");
    requireTime(deadlineNanos);
    fetching = List.copyOf(partitions);
    require(partitions.stream().distinct().count() == partitions.size(), "twice: " + partitions);
  }

  private void requireTime(long deadlineNanos) {
    boolean some = deadlineNanos != Deadlines.NONE && deadlineNanos > now;
    require(
        some && deadlineNanos <= now + CONFIG.requestTimeoutNanos(),
        "a request has " + (deadlineNanos - now) + " ns");
  }

  @Override
  public void stored(long ticket) {
    Open one = ended(ticket);
    require(
        one.offset >= 0 && done[one.partition] >= one.offset, one + " is stored, and was not sent");
  }

  @Override
  public void loaded(long ticket, CommittedOffset committed) {
    require(ended(ticket).offset < 0, ticket + " was no load");
  }

  @Override
  public void failed(long ticket, ErrorCode error, boolean lasting, String detail) {
    ended(ticket);
  }

  private Open ended(long ticket) {
    Open one = open.remove(ticket);
    if (one == null) {
      throw new AssertionError("operation " + ticket + " ends twice");
    }
    long first = waiting.get(one.partition).remove(0);
    require(first == ticket, ticket + " ends before " + first);
    return one;
  }

  @Override
  public void fetchAllOffsets(int brokerId, long deadlineNanos) {
    throw new AssertionError("nobody asked for all offsets");
  }

  @Override
  public void deleteOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    throw new AssertionError("nobody deletes");
  }

  @Override
  public void deleted(long ticket) {
    throw new AssertionError("nobody deletes");
  }

  @Override
  public void listed(long ticket, List<CommittedOffset> committed) {
    throw new AssertionError("nobody asked for all offsets");
  }

  private static void require(boolean truth, String what) {
    if (!truth) {
      throw new AssertionError(what);
    }
  }
}
