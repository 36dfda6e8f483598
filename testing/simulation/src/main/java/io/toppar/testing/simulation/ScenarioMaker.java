package io.toppar.testing.simulation;

import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.StoreFault;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Makes scenarios from seeds. Confined to the making of one. */
final class ScenarioMaker extends StepMaker {

  private static final List<ErrorCode> PASSING_ERRORS =
      List.of(
          ErrorCode.NOT_LEADER_OR_FOLLOWER,
          ErrorCode.LEADER_NOT_AVAILABLE,
          ErrorCode.UNKNOWN_SERVER_ERROR,
          ErrorCode.KAFKA_STORAGE_ERROR,
          ErrorCode.OFFSET_NOT_AVAILABLE,
          ErrorCode.FENCED_LEADER_EPOCH,
          ErrorCode.UNKNOWN_LEADER_EPOCH);

  private static final List<BatchFault.Kind> DAMAGES =
      List.of(
          BatchFault.Kind.CHECKSUM,
          BatchFault.Kind.MALFORMED,
          BatchFault.Kind.UNKNOWN_MAGIC,
          BatchFault.Kind.UNSUPPORTED_CODEC,
          BatchFault.Kind.DECOMPRESSION);

  /** Bounds of how much an unclean election loses. */
  private static final List<Integer> LOSSES = List.of(2, 5, 20);

  private static final List<StoreFault.Operation> OPERATIONS =
      List.of(
          StoreFault.Operation.LOAD,
          StoreFault.Operation.STORE,
          StoreFault.Operation.SYNC,
          StoreFault.Operation.RELEASE);

  /** What a client that reads and commits asks. */
  private static final List<RequestFamily> FAMILIES =
      List.of(
          RequestFamily.METADATA,
          RequestFamily.LIST_OFFSETS,
          RequestFamily.EPOCH_ENDS,
          RequestFamily.FETCH,
          RequestFamily.FIND_COORDINATOR,
          RequestFamily.OFFSET_COMMIT,
          RequestFamily.OFFSET_FETCH);

  private static final List<RequestFamily> OF_GROUPS =
      List.of(
          RequestFamily.OFFSET_COMMIT,
          RequestFamily.OFFSET_COMMIT,
          RequestFamily.OFFSET_FETCH,
          RequestFamily.FIND_COORDINATOR);

  /** What a coordinator answers, of every kind that the table of errors tells apart. */
  private static final List<ErrorCode> COORDINATOR_ERRORS =
      List.of(
          ErrorCode.NOT_COORDINATOR,
          ErrorCode.COORDINATOR_NOT_AVAILABLE,
          ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
          ErrorCode.UNSTABLE_OFFSET_COMMIT,
          ErrorCode.REQUEST_TIMED_OUT,
          ErrorCode.KAFKA_STORAGE_ERROR,
          ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
          ErrorCode.INVALID_COMMIT_OFFSET_SIZE,
          ErrorCode.GROUP_AUTHORIZATION_FAILED,
          ErrorCode.UNKNOWN_MEMBER_ID,
          ErrorCode.CORRUPT_MESSAGE);

  private ScenarioMaker(RandomGenerator random, boolean atBrokers) {
    super(random);
    addWorld();
    addFaults();
    if (atBrokers) {
      addGroupFaults();
    } else {
      addStoreFaults();
    }
    addUser();
  }

  static Scenario make(long seed, int count) {
    RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
    Setup setup = Setup.random(random);
    ScenarioMaker maker = new ScenarioMaker(random, setup.atBrokers());
    List<Step> steps = new ArrayList<>(count);
    for (int partition = 0; partition < Cluster.PARTITIONS; partition++) {
      steps.add(new LogStep.Append(partition, 1 + random.nextInt(9), 10));
    }
    steps.add(new UserStep.Assign(Cluster.ALL, 0, UserStep.Place.BEGINNING, 0));
    while (steps.size() < count) {
      steps.add(maker.next());
    }
    return new Scenario(setup, steps);
  }

  private void addWorld() {
    add(220, () -> new LogStep.Append(partition(), 1 + below(6), bytes()));
    add(40, () -> new LogStep.Transact(partition(), 1 + below(5), below(3) == 0));
    add(24, () -> new LogStep.EndTransaction(random.nextBoolean()));
    add(20, () -> new LogStep.Compact(partition(), 2 + below(4), random.nextBoolean()));
    add(12, () -> new LogStep.MoveLogStart(partition(), below(1001)));
    add(20, () -> new ClusterStep.MoveLeader(partition(), broker()));
    add(2, ClusterStep.AddPartition::new);
    add(40, () -> new ClusterStep.StartBroker(broker()));
    add(12, () -> new LogStep.CatchUp(partition(), broker()));
    // Where a topic is made again much is allowed: not in every scenario.
    if (below(4) == 0) {
      add(1, () -> new ClusterStep.DeleteTopic(below(Cluster.TOPICS)));
      add(3, () -> new ClusterStep.MakeTopic(below(Cluster.TOPICS)));
    }
  }

  private void addFaults() {
    add(40, this::lose);
    add(25, () -> new FaultStep.FailPartition(family(), partition(), times(), error()));
    add(12, () -> new ReadFaultStep.Damage(partition(), one(DAMAGES)));
    add(6, ReadFaultStep.LoseSession::new);
    add(6, () -> new ReadFaultStep.ForgetSessions(broker()));
    add(14, () -> new FaultStep.StopBroker(broker()));
    add(8, () -> new FaultStep.SilenceBroker(broker()));
    add(16, () -> new FaultStep.ElectUnclean(partition(), broker(), 1 + below(one(LOSSES))));
    add(8, () -> new ReadFaultStep.HoldBack(partition(), broker(), below(20)));
    add(4, () -> new ReadFaultStep.NameReplica(partition(), below(Cluster.BROKERS + 2)));
    add(2, () -> new FaultStep.KeepBack(1 + below(3), false));
    add(20, FaultStep.LetGo::new);
    add(3, () -> new FaultStep.Freeze(below(100_000)));
    add(3, () -> new FaultStep.JumpWallClock(below(200_000) - 100_000));
  }

  private void addStoreFaults() {
    add(6, () -> new ReadFaultStep.FailStore(one(OPERATIONS)));
    add(4, () -> new ReadFaultStep.StallStore(one(OPERATIONS)));
    add(10, ReadFaultStep.ResumeStore::new);
  }

  private void addGroupFaults() {
    add(12, () -> new ReadFaultStep.MoveCoordinator(broker()));
    add(4, () -> new ReadFaultStep.NameCoordinator(1 + below(Cluster.BROKERS + 1), times()));
    add(4, () -> new ReadFaultStep.LoadGroup(true));
    add(12, () -> new ReadFaultStep.LoadGroup(false));
    add(2, () -> new ReadFaultStep.LiveMembers(true));
    add(12, () -> new ReadFaultStep.LiveMembers(false));
    add(16, () -> new FaultStep.Lose(loss(), one(OF_GROUPS), times(), lossMillis()));
    add(10, () -> new FaultStep.Refuse(one(OF_GROUPS), times(), one(COORDINATOR_ERRORS)));
    add(20, this::failOffset);
    add(8, () -> new ReadFaultStep.CommitLate(1, below(below(3) == 0 ? 60_000 : 3_000)));
    add(4, () -> new FaultStep.KeepBack(1 + below(2), true));
    add(14, UserStep.Commit::new);
  }

  private Step failOffset() {
    RequestFamily family = below(2) == 0 ? RequestFamily.OFFSET_COMMIT : RequestFamily.OFFSET_FETCH;
    return new FaultStep.FailPartition(family, partition(), times(), one(COORDINATOR_ERRORS));
  }

  private void addUser() {
    add(
        420,
        () -> new UserStep.Poll(below(3) == 0 ? below(400) : below(30), below(6), below(3) == 0));
    add(60, () -> new UserStep.Acknowledge(below(8), part(), below(100)));
    add(24, () -> new UserStep.Work(below(below(10) == 0 ? 20_000 : 1_000)));
    add(10, this::assign);
    add(30, () -> new UserStep.Seek(partition(), place(), below(1001)));
    add(20, () -> new UserStep.Pause(partition()));
    add(24, () -> new UserStep.Resume(partition()));
    add(30, () -> new UserStep.Release(below(6), below(3) == 0));
    add(6, () -> new UserStep.Abandon(below(6)));
    add(20, () -> new UserStep.Store(partition(), below(10)));
    add(6, UserStep.Commit::new);
    add(6, () -> new UserStep.AskEnd(partition()));
    add(2, () -> new UserStep.Reopen(patienceMillis()));
    add(1, UserStep.Kill::new);
  }

  private Step lose() {
    return new FaultStep.Lose(loss(), family(), times(), lossMillis());
  }

  private FaultStep.Loss loss() {
    return one(List.of(FaultStep.Loss.values()));
  }

  private int lossMillis() {
    return below(below(5) == 0 ? 10_000 : 500);
  }

  /** Mostly enough for every last commit. */
  private int patienceMillis() {
    return below(3) == 0 ? below(3_000) : (int) Client.PATIENCE.toMillis();
  }

  private Step assign() {
    int partitions = set();
    partitions |= set();
    int fresh = set();
    fresh &= set();
    return new UserStep.Assign(partitions, fresh, place(), below(1001));
  }

  private int set() {
    return random.nextInt(Cluster.ALL + 1);
  }

  private int partition() {
    return below(Cluster.PARTITIONS);
  }

  private int broker() {
    return 1 + below(Cluster.BROKERS);
  }

  /** Mostly small; now and then more than a Fetch asks for, or than the whole budget. */
  private int bytes() {
    return switch (below(20)) {
      case 0 -> 500 + below(2_500);
      case 1, 2, 3 -> below(300);
      default -> 10;
    };
  }

  /** Mostly one record, seldom given up. */
  private UserStep.Part part() {
    return below(3) == 0 ? one(List.of(UserStep.Part.values())) : UserStep.Part.ONE;
  }

  private UserStep.Place place() {
    return one(List.of(UserStep.Place.values()));
  }

  private RequestFamily family() {
    return below(2) == 0 ? RequestFamily.FETCH : one(FAMILIES);
  }

  private ErrorCode error() {
    return one(PASSING_ERRORS);
  }
}
