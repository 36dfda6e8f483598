package io.toppar.testing.simulation;

import io.toppar.domain.ErrorCode;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.simulation.WriterStep.Aim;
import io.toppar.testing.simulation.WriterStep.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Makes scenarios of clients that write from seeds. Confined to the making of one. */
final class WriteMaker extends StepMaker {

  /** A broker says that it has not appended a batch. */
  private static final List<ErrorCode> NOT_APPENDED =
      List.of(
          ErrorCode.NOT_LEADER_OR_FOLLOWER,
          ErrorCode.NOT_LEADER_OR_FOLLOWER,
          ErrorCode.NOT_ENOUGH_REPLICAS,
          ErrorCode.NOT_ENOUGH_REPLICAS,
          ErrorCode.LEADER_NOT_AVAILABLE,
          ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
          ErrorCode.FENCED_LEADER_EPOCH,
          ErrorCode.KAFKA_STORAGE_ERROR,
          ErrorCode.CORRUPT_MESSAGE,
          ErrorCode.MESSAGE_TOO_LARGE,
          ErrorCode.MESSAGE_TOO_LARGE,
          ErrorCode.INVALID_RECORD,
          ErrorCode.INVALID_TIMESTAMP,
          ErrorCode.TOPIC_AUTHORIZATION_FAILED,
          ErrorCode.UNKNOWN_SERVER_ERROR);

  /** A broker says this of a batch that it has appended, whatever was asked for. */
  private static final List<ErrorCode> APPENDED =
      List.of(
          ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
          ErrorCode.REQUEST_TIMED_OUT,
          ErrorCode.UNKNOWN_SERVER_ERROR);

  /** And this, where it waits for other replicas. */
  private static final List<ErrorCode> APPENDED_WITH_REPLICAS =
      List.of(
          ErrorCode.NOT_LEADER_OR_FOLLOWER,
          ErrorCode.KAFKA_STORAGE_ERROR,
          ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);

  /** No producer id is given just now. */
  private static final List<ErrorCode> NO_ID =
      List.of(
          ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
          ErrorCode.COORDINATOR_NOT_AVAILABLE,
          ErrorCode.NOT_COORDINATOR,
          ErrorCode.UNKNOWN_SERVER_ERROR);

  private final WriteSetup setup;

  private WriteMaker(RandomGenerator random, WriteSetup setup) {
    super(random);
    this.setup = setup;
    addWorld();
    addFaults();
    addProduceFaults();
    addUser();
  }

  static Scenario make(long seed, int count) {
    RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
    WriteSetup setup = WriteSetup.random(random);
    WriteMaker maker = new WriteMaker(random, setup);
    List<Step> steps = new ArrayList<>(count);
    while (steps.size() < count) {
      steps.add(maker.next());
    }
    return new Scenario(setup, steps);
  }

  private void addWorld() {
    add(20, () -> new ClusterStep.MoveLeader(partition(), broker()));
    add(2, ClusterStep.AddPartition::new);
    add(40, () -> new ClusterStep.StartBroker(broker()));
    // Where a topic is made again much is allowed: not in every scenario.
    if (below(4) == 0) {
      add(1, () -> new ClusterStep.DeleteTopic(below(Brokers.TOPICS)));
      add(3, () -> new ClusterStep.MakeTopic(below(Brokers.TOPICS)));
    }
    // Nor where logs lose what they have acknowledged.
    if (below(3) == 0) {
      add(6, () -> new FaultStep.ElectUnclean(partition(), broker(), 1 + below(20)));
    }
    if (setup.idempotent() && below(6) == 0) {
      add(3, () -> new WriteFaultStep.ForgetProducers(partition(), random.nextBoolean()));
    }
  }

  private void addFaults() {
    add(
        40,
        () ->
            new FaultStep.Lose(
                one(List.of(FaultStep.Loss.values())), family(), times(), lossMillis()));
    add(10, () -> new FaultStep.StopBroker(broker()));
    add(8, () -> new FaultStep.SilenceBroker(broker()));
    add(1, () -> new FaultStep.KeepBack(1 + below(3), false));
    add(20, FaultStep.LetGo::new);
    add(3, () -> new FaultStep.Freeze(below(100_000)));
    add(3, () -> new FaultStep.JumpWallClock(below(200_000) - 100_000));
    add(4, () -> new FaultStep.Refuse(RequestFamily.INIT_PRODUCER_ID, times(), one(NO_ID)));
    if (below(8) == 0) {
      ErrorCode lasting = ErrorCode.CLUSTER_AUTHORIZATION_FAILED;
      add(1, () -> new FaultStep.Refuse(RequestFamily.INIT_PRODUCER_ID, 1, lasting));
    }
  }

  private void addProduceFaults() {
    add(25, this::failPartition);
    add(12, () -> new WriteFaultStep.FailAppended(partition(), times(), appended()));
    add(16, () -> new WriteFaultStep.Spoil(one(List.of(WriteFaultStep.Mishap.values())), times()));
    add(8, () -> new WriteFaultStep.ProduceLate(1, below(below(3) == 0 ? 60_000 : 3_000)));
    add(3, () -> new WriteFaultStep.Reject(partition(), below(3)));
  }

  private Step failPartition() {
    return new FaultStep.FailPartition(
        RequestFamily.PRODUCE, partition(), times(), one(NOT_APPENDED));
  }

  private ErrorCode appended() {
    if (setup.idempotent() && below(4) == 0) {
      return ErrorCode.DUPLICATE_SEQUENCE_NUMBER;
    }
    return one(setup.acks() == -1 && below(2) == 0 ? APPENDED_WITH_REPLICAS : APPENDED);
  }

  private void addUser() {
    add(300, () -> send(1 + below(4)));
    add(40, () -> send(1 + below(60)));
    add(180, () -> new WriterStep.Pass(below(below(10) == 0 ? 5_000 : 100)));
    add(4, () -> new WriterStep.Pass(below(120_000)));
    add(12, () -> new WriterStep.Flush(below(below(3) == 0 ? 60_000 : 1_000)));
    add(12, WriterStep.AskFlush::new);
    add(3, () -> new WriterStep.Purge(random.nextBoolean(), random.nextBoolean()));
    add(3, WriterStep.HoldReports::new);
    add(20, WriterStep.TakeReports::new);
    add(3, () -> new WriterStep.Restart(patienceMillis()));
    add(2, WriterStep.Die::new);
  }

  private Step send(int messages) {
    return new WriterStep.Send(
        partition(), aim(), way(), one(List.of(Shape.values())), bytes(), messages);
  }

  /** Mostly to a partition. */
  private Aim aim() {
    return switch (below(60)) {
      case 0 -> Aim.BEYOND;
      case 1 -> Aim.NOWHERE;
      default -> below(3) == 0 ? Aim.ANY : Aim.EXACT;
    };
  }

  private Way way() {
    return one(List.of(Way.values()));
  }

  /** Mostly small; now and then too large for the topic, the request, or all the memory. */
  private int bytes() {
    return switch (below(40)) {
      case 0 -> below(20_000);
      case 1, 2, 3 -> below(2_000);
      default -> 1 + below(60);
    };
  }

  private int patienceMillis() {
    return below(2) == 0 ? below(3_000) : (int) WritingClient.PATIENCE.toMillis();
  }

  private int lossMillis() {
    return below(below(5) == 0 ? 10_000 : 500);
  }

  private RequestFamily family() {
    return one(
        List.of(
            RequestFamily.PRODUCE,
            RequestFamily.PRODUCE,
            RequestFamily.PRODUCE,
            RequestFamily.METADATA,
            RequestFamily.INIT_PRODUCER_ID));
  }

  private int partition() {
    return below(Brokers.PARTITIONS);
  }

  private int broker() {
    return 1 + below(Brokers.BROKERS);
  }
}
