package io.toppar.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations against a coordinator that moves, loads, refuses, loses requests and replies:
 * every operation ends once, those of a partition in order, a load tells what the coordinator had
 * while it was open, and what a successful store wrote is there until it is overwritten or deleted.
 */
class CommitRandomTest implements CommitEffects {

  private static final int STEPS = 3_000;
  private static final long MILLI = 1_000_000;
  private static final GroupConfig CONFIG =
      new GroupConfig(100 * MILLI, 1_000 * MILLI, 5_000 * MILLI, 20_000 * MILLI, 3);
  private static final ErrorCode[] PASSING = {
    ErrorCode.NOT_COORDINATOR,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.UNKNOWN_SERVER_ERROR,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.INVALID_COMMIT_OFFSET_SIZE,
    ErrorCode.TOPIC_AUTHORIZATION_FAILED
  };

  private enum Kind {
    STORE,
    LOAD,
    DELETE
  }

  private record Operation(TopicPartition partition, Kind kind) {}

  private final Map<Long, Operation> open = new HashMap<>();
  private final Map<TopicPartition, ArrayDeque<Long>> order = new HashMap<>();
  private final Map<TopicPartition, Long> broker = new HashMap<>();
  private @Nullable List<OffsetToCommit> commit;
  private @Nullable List<TopicPartition> fetch;
  private @Nullable List<TopicPartition> delete;
  private boolean finding;
  private long lastTicket;
  private long now;
  private String seedText = "";

  static long[] seeds() {
    long[] seeds = new long[30];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = 104_729L * i + 5;
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyOperationEndsOnceAndInOrder(long seed) {
    seedText = "seed " + seed;
    SplittableRandom random = new SplittableRandom(seed);
    CommitMachine machine = new CommitMachine("g", CONFIG, random.split());
    for (int step = 0; step < STEPS; step++) {
      act(machine, random);
      machine.plan(now, this);
    }
    quiesce(machine);
    assertThat(open).as(seedText).isEmpty();
    assertThat(machine.open()).as(seedText).isZero();
    assertThat(machine.deadline()).as(seedText).isEqualTo(Deadlines.NONE);
    storesOfAQuietTimeAreThere(machine);
  }

  private void act(CommitMachine machine, SplittableRandom random) {
    switch (random.nextInt(10)) {
      case 0, 1 -> store(machine, partition(random), random.nextInt(1_000));
      case 2 -> load(machine, partition(random));
      case 3 -> now += random.nextInt(300) * MILLI;
      case 4 -> answerFind(machine, random);
      case 5, 6 -> answerCommit(machine, random);
      case 7 -> delete(machine, partition(random));
      case 8 -> answerDelete(machine, random);
      default -> answerFetch(machine, random);
    }
  }

  private void store(CommitMachine machine, TopicPartition partition, long offset) {
    submitted(new Operation(partition, Kind.STORE));
    machine.store(new OffsetToCommit(partition, offset, -1, ""), lastTicket, now);
  }

  private void load(CommitMachine machine, TopicPartition partition) {
    submitted(new Operation(partition, Kind.LOAD));
    machine.load(partition, lastTicket, now);
  }

  private void delete(CommitMachine machine, TopicPartition partition) {
    submitted(new Operation(partition, Kind.DELETE));
    machine.delete(partition, lastTicket, now);
  }

  private void submitted(Operation operation) {
    open.put(++lastTicket, operation);
    order.computeIfAbsent(operation.partition, key -> new ArrayDeque<>()).addLast(lastTicket);
  }

  private void answerFind(CommitMachine machine, SplittableRandom random) {
    if (finding) {
      finding = false;
      if (random.nextInt(3) == 0) {
        machine.onCoordinatorFailed(ErrorCode.COORDINATOR_NOT_AVAILABLE, "none", now, this);
      } else {
        machine.onCoordinatorFound(random.nextInt(3), now);
      }
    }
  }

  private void answerCommit(CommitMachine machine, SplittableRandom random) {
    List<OffsetToCommit> offsets = commit;
    if (offsets == null) {
      return;
    }
    commit = null;
    boolean lost = random.nextInt(5) == 0;
    boolean carriedOut = !lost || random.nextBoolean();
    List<ErrorCode> errors = new ArrayList<>();
    for (OffsetToCommit one : offsets) {
      ErrorCode error =
          random.nextInt(4) == 0 ? PASSING[random.nextInt(PASSING.length)] : ErrorCode.NONE;
      errors.add(error);
      if (carriedOut && error == ErrorCode.NONE) {
        broker.put(one.topicPartition(), one.offset());
      }
    }
    if (lost) {
      machine.onCommitFailed(ErrorCode.LOCAL_TRANSPORT, "gone", now, this);
    } else {
      machine.onCommitted(errors, now, this);
    }
  }

  private void answerDelete(CommitMachine machine, SplittableRandom random) {
    List<TopicPartition> partitions = delete;
    if (partitions == null) {
      return;
    }
    delete = null;
    boolean lost = random.nextInt(5) == 0;
    boolean carriedOut = !lost || random.nextBoolean();
    List<ErrorCode> errors = new ArrayList<>();
    for (TopicPartition one : partitions) {
      ErrorCode error =
          random.nextInt(4) == 0 ? PASSING[random.nextInt(PASSING.length)] : ErrorCode.NONE;
      errors.add(error);
      if (carriedOut && error == ErrorCode.NONE) {
        broker.remove(one);
      }
    }
    if (lost) {
      machine.onDeleteFailed(ErrorCode.LOCAL_TRANSPORT, "gone", now, this);
    } else {
      machine.onDeleted(errors, now, this);
    }
  }

  private void answerFetch(CommitMachine machine, SplittableRandom random) {
    List<TopicPartition> partitions = fetch;
    if (partitions == null) {
      return;
    }
    fetch = null;
    if (random.nextInt(5) == 0) {
      machine.onFetchFailed(ErrorCode.NOT_COORDINATOR, "moved", now, this);
      return;
    }
    List<CommittedOffset> answers = new ArrayList<>();
    for (TopicPartition one : partitions) {
      answers.add(
          random.nextInt(6) == 0
              ? CommittedOffset.failed(one, ErrorCode.UNSTABLE_OFFSET_COMMIT)
              : answer(one));
    }
    machine.onFetched(answers, now, this);
  }

  private CommittedOffset answer(TopicPartition partition) {
    Long offset = broker.get(partition);
    return offset == null
        ? CommittedOffset.none(partition)
        : new CommittedOffset(partition, ErrorCode.NONE, offset, -1, "");
  }

  /** From now on the coordinator is well. */
  private void quiesce(CommitMachine machine) {
    for (int i = 0; i < 100_000 && machine.open() > 0; i++) {
      if (finding) {
        finding = false;
        machine.onCoordinatorFound(1, now);
      } else if (commit != null) {
        succeed(machine, commit);
      } else if (delete != null) {
        List<TopicPartition> partitions = delete;
        delete = null;
        partitions.forEach(broker::remove);
        machine.onDeleted(partitions.stream().map(one -> ErrorCode.NONE).toList(), now, this);
      } else if (fetch != null) {
        List<TopicPartition> partitions = fetch;
        fetch = null;
        machine.onFetched(partitions.stream().map(this::answer).toList(), now, this);
      } else {
        now = machine.deadline();
      }
      machine.plan(now, this);
    }
  }

  private void succeed(CommitMachine machine, List<OffsetToCommit> offsets) {
    commit = null;
    offsets.forEach(one -> broker.put(one.topicPartition(), one.offset()));
    machine.onCommitted(offsets.stream().map(one -> ErrorCode.NONE).toList(), now, this);
  }

  private void storesOfAQuietTimeAreThere(CommitMachine machine) {
    for (int i = 0; i < 5; i++) {
      store(machine, new TopicPartition("t", i), 5_000 + i);
      store(machine, new TopicPartition("t", i), 4_000 + i);
    }
    machine.plan(now, this);
    quiesce(machine);
    for (int i = 0; i < 5; i++) {
      assertThat(broker.get(new TopicPartition("t", i))).as(seedText).isEqualTo(4_000L + i);
    }
  }

  private static TopicPartition partition(SplittableRandom random) {
    return new TopicPartition("t", random.nextInt(5));
  }

  @Override
  public void findCoordinator(long deadlineNanos) {
    assertThat(finding).as(seedText).isFalse();
    finding = true;
  }

  @Override
  public void commitOffsets(int brokerId, List<OffsetToCommit> offsets, long deadlineNanos) {
    assertThat(commit).as(seedText).isNull();
    assertThat(offsets).as(seedText).isNotEmpty().hasSizeLessThanOrEqualTo(3);
    assertThat(offsets.stream().map(OffsetToCommit::topicPartition)).doesNotHaveDuplicates();
    commit = offsets;
  }

  @Override
  public void fetchOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    assertThat(fetch).as(seedText).isNull();
    assertThat(partitions).as(seedText).isNotEmpty().doesNotHaveDuplicates();
    fetch = partitions;
  }

  @Override
  public void fetchAllOffsets(int brokerId, long deadlineNanos) {
    throw new AssertionError(seedText + ": nobody lists");
  }

  @Override
  public void listed(long ticket, List<CommittedOffset> committed) {
    throw new AssertionError(seedText + ": nobody lists");
  }

  @Override
  public void stored(long ticket) {
    assertThat(ended(ticket).kind).as(seedText).isEqualTo(Kind.STORE);
  }

  @Override
  public void deleteOffsets(int brokerId, List<TopicPartition> partitions, long deadlineNanos) {
    assertThat(delete).as(seedText).isNull();
    assertThat(partitions).as(seedText).isNotEmpty().doesNotHaveDuplicates();
    delete = partitions;
  }

  @Override
  public void deleted(long ticket) {
    Operation operation = ended(ticket);
    assertThat(operation.kind).as(seedText).isEqualTo(Kind.DELETE);
    assertThat(broker).as(seedText).doesNotContainKey(operation.partition);
  }

  @Override
  public void loaded(long ticket, CommittedOffset committed) {
    Operation operation = ended(ticket);
    assertThat(operation.kind).as(seedText).isEqualTo(Kind.LOAD);
    assertThat(committed.topicPartition()).as(seedText).isEqualTo(operation.partition);
    assertThat(committed.offset())
        .as(seedText)
        .isEqualTo(broker.getOrDefault(operation.partition, Offsets.INVALID));
  }

  @Override
  public void failed(long ticket, ErrorCode error, boolean lasting, String detail) {
    ended(ticket);
    assertThat(detail).as(seedText).isNotBlank().doesNotContain("\n");
  }

  private Operation ended(long ticket) {
    Operation operation =
        Objects.requireNonNull(
            open.remove(ticket), () -> seedText + ": ticket " + ticket + " has ended before");
    ArrayDeque<Long> inOrder = order.getOrDefault(operation.partition, new ArrayDeque<>());
    assertThat(inOrder.pollFirst()).as("%s, order", seedText).isEqualTo(ticket);
    return operation;
  }
}
