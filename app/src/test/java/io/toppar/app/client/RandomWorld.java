package io.toppar.app.client;

import io.toppar.app.rig.TestClient;
import io.toppar.app.rig.TestSettings;
import io.toppar.domain.BatchFault;
import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.StoreOutcome;
import io.toppar.testing.memory.BrokerFault;
import io.toppar.testing.memory.FaultTarget;
import io.toppar.testing.memory.ManualClock;
import io.toppar.testing.memory.MemoryCluster;
import io.toppar.testing.memory.MemoryRecord;
import io.toppar.testing.memory.MemoryTransaction;
import io.toppar.testing.memory.RequestFamily;
import io.toppar.testing.memory.StoreFault;
import io.toppar.testing.memory.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/** Three brokers that come to grief at random, and what was written to them. */
@NullUnmarked
final class RandomWorld {

  static final List<TopicPartition> ALL =
      List.of(
          new TopicPartition("a", 0),
          new TopicPartition("a", 1),
          new TopicPartition("a", 2),
          new TopicPartition("b", 0),
          new TopicPartition("b", 1));

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

  /** What a reader under read_committed must make of an offset. */
  enum Fate {
    /** Not decided: nobody may see it. */
    PENDING,
    VISIBLE,
    ABORTED,
    /** Compacted away: who fetched it before may deliver it. */
    REMOVED
  }

  private record Open(
      MemoryTransaction transaction, List<Map.Entry<TopicPartition, Long>> written) {}

  final SplittableRandom random;
  final ManualClock clock = new ManualClock();
  final MemoryCluster cluster = new MemoryCluster(clock, 3);
  final TestClient client;
  private final Map<TopicPartition, NavigableMap<Long, Fate>> logs = new HashMap<>();
  private final List<Open> open = new ArrayList<>();

  RandomWorld(SplittableRandom random) {
    this.random = random;
    cluster.createTopic("a", 3, TopicSettings.DEFAULTS.withReplicas(3));
    cluster.createTopic("b", 2, TopicSettings.DEFAULTS.withReplicas(2));
    ALL.forEach(name -> logs.put(name, new TreeMap<>()));
    TestSettings settings = new TestSettings().seed(random.nextLong());
    settings.partitionFetchBytes(100 + random.nextInt(2_000));
    settings.bufferBytes(2_000 + random.nextInt(50_000));
    settings.queuedRecords(1 + random.nextInt(60));
    client = TestClient.over(cluster, clock, settings);
    Random latency = new Random(random.nextLong());
    client.gateway.latency(() -> latency.nextInt(5_000_000));
    for (TopicPartition name : ALL) {
      append(name);
    }
  }

  NavigableMap<Long, Fate> log(TopicPartition name) {
    return logs.get(name);
  }

  TopicPartition any() {
    return one(ALL);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  void act() {
    if (oneIn(2)) {
      append(any());
    }
    if (oneIn(8)) {
      transact();
    }
    if (oneIn(8) && !open.isEmpty()) {
      end(open.remove(random.nextInt(open.size())), random.nextBoolean());
    }
    if (oneIn(10)) {
      compact(any());
    }
    if (oneIn(8)) {
      trouble();
    }
    if (oneIn(6)) {
      cluster.inject(fault());
    }
    if (oneIn(20)) {
      storeTrouble();
    }
  }

  /** Ends all trouble and every transaction. */
  void calm() {
    cluster.clearFaults();
    cluster.brokerIds().forEach(cluster::start);
    client.store.resume();
    while (!open.isEmpty()) {
      end(open.remove(0), random.nextBoolean());
    }
  }

  private void append(TopicPartition name) {
    List<MemoryRecord> batch = records(name);
    long first = cluster.append(name, batch);
    for (int i = 0; i < batch.size(); i++) {
      log(name).put(first + i, Fate.VISIBLE);
    }
  }

  private List<MemoryRecord> records(TopicPartition name) {
    List<MemoryRecord> batch = new ArrayList<>();
    long next = cluster.highWatermark(name);
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      batch.add(MemoryRecord.of("k" + random.nextInt(40), name + "@" + next++));
    }
    return batch;
  }

  private void transact() {
    Open one = oneIn(2) && !open.isEmpty() ? open.get(0) : begin();
    TopicPartition name = any();
    List<MemoryRecord> batch = records(name);
    long first = one.transaction.append(name, batch);
    for (int i = 0; i < batch.size(); i++) {
      one.written.add(Map.entry(name, first + i));
      log(name).put(first + i, Fate.PENDING);
    }
  }

  private Open begin() {
    Open begun = new Open(cluster.begin(), new ArrayList<>());
    open.add(begun);
    return begun;
  }

  private void end(Open ended, boolean commit) {
    if (commit) {
      ended.transaction.commit();
    } else {
      ended.transaction.abort();
    }
    Fate fate = commit ? Fate.VISIBLE : Fate.ABORTED;
    ended.written.forEach(each -> log(each.getKey()).replace(each.getValue(), Fate.PENDING, fate));
  }

  private void compact(TopicPartition name) {
    List<Long> removed = new ArrayList<>();
    log(name)
        .forEach(
            (offset, fate) -> {
              if (fate == Fate.VISIBLE && oneIn(4)) {
                removed.add(offset);
              }
            });
    removed.forEach(offset -> log(name).put(offset, Fate.REMOVED));
    cluster.removeRecords(name, removed, random.nextBoolean());
  }

  private void trouble() {
    int broker = 1 + random.nextInt(3);
    switch (random.nextInt(6)) {
      case 0 -> cluster.stop(broker);
      case 1 -> cluster.silence(broker);
      case 2 -> cluster.forgetSessions(broker);
      case 3 -> move(any(), broker);
      default -> cluster.brokerIds().forEach(cluster::start);
    }
  }

  private void move(TopicPartition name, int broker) {
    try {
      cluster.moveLeader(name, broker);
    } catch (IllegalArgumentException | IllegalStateException stopped) {
      cluster.start(broker);
    }
  }

  private BrokerFault fault() {
    RequestFamily family = one(List.of(RequestFamily.values()));
    FaultTarget target = FaultTarget.next(family).times(1 + random.nextInt(3));
    ErrorCode error = one(PASSING_ERRORS);
    return switch (random.nextInt(10)) {
      case 0 -> new BrokerFault.Delay(target, Duration.ofMillis(random.nextInt(50_000)));
      case 1 -> new BrokerFault.LoseRequest(target);
      case 2 -> new BrokerFault.LoseReply(target);
      case 3 -> new BrokerFault.Disconnect(target);
      case 4 -> new BrokerFault.DuplicateReply(target);
      case 5 -> new BrokerFault.Refuse(target, ErrorCode.UNKNOWN_SERVER_ERROR);
      case 6 -> new BrokerFault.FailPartition(target.of(any()), error);
      case 7 -> new BrokerFault.LoseSession(FaultTarget.next(RequestFamily.FETCH));
      case 8 -> new BrokerFault.Throttle(target, Duration.ofMillis(random.nextInt(90_000)));
      default ->
          new BrokerFault.DamageRecords(
              FaultTarget.next(RequestFamily.FETCH).of(any()), one(DAMAGES));
    };
  }

  private void storeTrouble() {
    StoreFault.Operation operation =
        random.nextBoolean() ? StoreFault.Operation.LOAD : StoreFault.Operation.STORE;
    if (oneIn(3)) {
      client.store.inject(new StoreFault.Stall(operation));
    } else if (oneIn(2)) {
      client.store.inject(new StoreFault.Fail(operation, StoreOutcome.Reason.IO, "made to fail"));
    } else {
      client.store.resume();
    }
  }
}
