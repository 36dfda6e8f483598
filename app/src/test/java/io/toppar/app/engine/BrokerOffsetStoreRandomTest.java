package io.toppar.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.Deadlines;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.GroupConfig;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.OffsetKey;
import io.toppar.ports.StoreCompletion;
import io.toppar.ports.StoreOutcome;
import io.toppar.ports.StoredOffset;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryBrokerGateway;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.RequestFamily;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stores, deletes and loads at random while coordinators move, load, die and are named wrongly, and
 * requests and replies are lost, late and refused. Every operation ends once, those of a key in
 * order; an acknowledged store is found by every later load unless a newer one has taken its place;
 * no load finds what was not stored before it.
 */
@NullUnmarked
class BrokerOffsetStoreRandomTest {

  private static final int SEEDS = 40;
  private static final int STEPS = 1_500;
  private static final int BROKERS = 3;
  private static final int KEYS = 6;
  private static final long MILLI = 1_000_000;
  private static final String GROUP = "g";

  /** Everything that passes, and one that does not. */
  private static final ErrorCode[] ERRORS = {
    ErrorCode.NOT_COORDINATOR,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.UNKNOWN_SERVER_ERROR,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.TOPIC_AUTHORIZATION_FAILED
  };

  private static final RequestFamily[] FAMILIES = {
    RequestFamily.FIND_COORDINATOR,
    RequestFamily.OFFSET_COMMIT,
    RequestFamily.OFFSET_FETCH,
    RequestFamily.OFFSET_DELETE
  };

  /** The n-th store or delete of a key, or a load after n of them. */
  private record Operation(int key, long number) {}

  private final ManualClock clock = new ManualClock();
  private final MemoryCluster cluster = new MemoryCluster(clock, BROKERS);
  private final MemoryBrokerGateway gateway = new MemoryBrokerGateway(cluster, clock);
  private final ManualRunner runner = new ManualRunner(this::advance);
  private final Map<Long, Operation> open = new HashMap<>();
  private final Map<Integer, ArrayDeque<Long>> order = new HashMap<>();
  private final long[] stored = new long[KEYS];
  private final long[] acknowledged = new long[KEYS];

  /** The numbers of each key that are deletes. */
  private final Map<Integer, TreeSet<Long>> deletes = new HashMap<>();

  private BrokerOffsetStore store;
  private SplittableRandom random;
  private String seedText;
  private long lastToken;
  private int succeeded;

  static long[] seeds() {
    long[] seeds = new long[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
      seeds[i] = 15_485_863L * i + 11;
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasAcknowledgedIsFound(long seed) {
    seedText = "seed " + seed;
    random = new SplittableRandom(seed);
    SplittableRandom latency = random.split();
    gateway.latency(() -> latency.nextLong(3 * MILLI));
    cluster.createTopic("t", KEYS);
    GroupConfig config =
        new GroupConfig(100 * MILLI, 1_000 * MILLI, 5_000 * MILLI, 20_000 * MILLI, 4);
    store = new BrokerOffsetStore(config, random.split(), gateway, clock, runner);
    store.open(this::complete);

    for (int step = 0; step < STEPS; step++) {
      act();
    }
    healAndCheck();
    store.close(Duration.ofSeconds(10));
    assertThat(open).as(seedText).isEmpty();
    assertThat(succeeded).as(seedText + ": some of it worked").isGreaterThan(STEPS / 20);
  }

  private void act() {
    int key = random.nextInt(KEYS);
    switch (random.nextInt(13)) {
      case 0, 1, 2 -> submitStore(key);
      case 12 -> submitDelete(key);
      case 3, 4 -> submitLoad(key);
      case 5, 6, 7, 8 -> work(random.nextLong(400));
      case 9 -> trouble();
      default -> cluster.inject(fault());
    }
  }

  private void submitStore(int key) {
    long number = ++stored[key];
    submitted(new Operation(key, number));
    store.store(key(key), StoredOffset.of(number), lastToken);
  }

  private void submitDelete(int key) {
    long number = ++stored[key];
    deletes.computeIfAbsent(key, k -> new TreeSet<>()).add(number);
    submitted(new Operation(key, number));
    store.delete(key(key), lastToken);
  }

  private void submitLoad(int key) {
    submitted(new Operation(key, stored[key]));
    store.load(key(key), lastToken);
  }

  private void submitted(Operation operation) {
    open.put(++lastToken, operation);
    order.computeIfAbsent(operation.key, k -> new ArrayDeque<>()).addLast(lastToken);
  }

  private void trouble() {
    int broker = 1 + random.nextInt(BROKERS);
    switch (random.nextInt(5)) {
      case 0 -> cluster.moveCoordinator(GROUP, broker);
      case 1 -> cluster.loadGroup(GROUP, random.nextInt(3) == 0);
      case 2 -> cluster.silence(broker);
      case 3 -> cluster.stop(broker);
      default -> cluster.brokerIds().forEach(cluster::start);
    }
  }

  private BrokerFault fault() {
    FaultTarget target = FaultTarget.next(FAMILIES[random.nextInt(FAMILIES.length)]);
    return switch (random.nextInt(8)) {
      case 0 -> new BrokerFault.LoseRequest(target);
      case 1 -> new BrokerFault.LoseReply(target);
      case 2 -> new BrokerFault.Disconnect(target);
      case 3 -> new BrokerFault.Delay(target, Duration.ofMillis(random.nextLong(8_000)));
      case 4 -> new BrokerFault.DuplicateReply(target);
      case 5 ->
          new BrokerFault.NameCoordinator(
              FaultTarget.next(RequestFamily.FIND_COORDINATOR), 1 + random.nextInt(BROKERS));
      default ->
          new BrokerFault.FailPartition(
              target.of(key(random.nextInt(KEYS)).topicPartition()),
              ERRORS[random.nextInt(ERRORS.length)]);
    };
  }

  /** All is well again: everything ends, and what is stored now is there. */
  private void healAndCheck() {
    cluster.clearFaults();
    cluster.brokerIds().forEach(cluster::start);
    cluster.loadGroup(GROUP, false);
    work(60_000);
    assertThat(open).as(seedText).isEmpty();
    for (int key = 0; key < KEYS; key++) {
      submitStore(key);
      submitLoad(key);
    }
    work(10_000);
    for (int key = 0; key < KEYS; key++) {
      assertThat(acknowledged[key]).as(seedText).isEqualTo(stored[key]);
      assertThat(cluster.committed(GROUP, key(key).topicPartition()))
          .as(seedText)
          .isEqualTo(StoredOffset.of(stored[key]));
    }
  }

  private void complete(StoreCompletion completion) {
    Operation operation = open.remove(completion.token());
    assertThat(operation).as("%s: %s ends twice", seedText, completion).isNotNull();
    assertThat(order.get(operation.key).pollFirst())
        .as("%s: order of key %d", seedText, operation.key)
        .isEqualTo(completion.token());
    StoreOutcome outcome = completion.outcome();
    if (outcome instanceof StoreOutcome.Stored || outcome instanceof StoreOutcome.Deleted) {
      acknowledged[operation.key] = operation.number;
      succeeded++;
    } else if (outcome instanceof StoreOutcome.Loaded loaded) {
      check(operation, loaded.offset());
      succeeded++;
    }
  }

  private void check(Operation load, @Nullable StoredOffset offset) {
    long known = acknowledged[load.key];
    TreeSet<Long> deleted = deletes.getOrDefault(load.key, new TreeSet<>());
    if (offset == null) {
      assertThat(known == 0 || !deleted.subSet(known, true, load.number, true).isEmpty())
          .as("%s: key %d may have nothing after %d", seedText, load.key, load.number)
          .isTrue();
    } else {
      assertThat(offset.offset())
          .as("%s: key %d after store %d", seedText, load.key, load.number)
          .isBetween(known, load.number)
          .isNotIn(deleted);
    }
  }

  private void work(long millis) {
    long end = clock.nanoTime() + millis * MILLI;
    do {
      runner.drive(end);
    } while (end - clock.nanoTime() > 0);
  }

  private boolean advance(long untilNanos) {
    if (gateway.runDue() > 0) {
      return true;
    }
    if (untilNanos - clock.nanoTime() <= 0) {
      return false;
    }
    clock.advanceTo(Deadlines.earlier(untilNanos, gateway.nextEventNanos()));
    gateway.runDue();
    return true;
  }

  private static OffsetKey key(int number) {
    return new OffsetKey(new TopicPartition("t", number), GROUP);
  }
}
