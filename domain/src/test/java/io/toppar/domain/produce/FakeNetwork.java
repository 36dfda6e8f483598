package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Brokers, and connections to them that lose requests and replies: what was written to one is
 * handled in order, perhaps long after the client has given it up.
 */
final class FakeNetwork {

  static final int BROKERS = 3;

  /** So many messages in a batch a broker takes. */
  private static final int LARGEST_BATCH = 3;

  /** Errors that say that nothing was appended. */
  private static final ErrorCode[] REFUSALS = {
    ErrorCode.NOT_ENOUGH_REPLICAS,
    ErrorCode.KAFKA_STORAGE_ERROR,
    ErrorCode.LEADER_NOT_AVAILABLE,
    ErrorCode.CORRUPT_MESSAGE,
    ErrorCode.INVALID_RECORD,
    ErrorCode.TOPIC_AUTHORIZATION_FAILED
  };

  /** Errors that may come after it was appended. */
  private static final ErrorCode[] DOUBTS = {
    ErrorCode.REQUEST_TIMED_OUT,
    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.KAFKA_STORAGE_ERROR,
    ErrorCode.UNKNOWN_SERVER_ERROR
  };

  /** A request on its way there or back. */
  static final class Trip {
    final ProduceRequest request;
    List<ProducedPartition> answers = List.of();
    boolean handled;

    Trip(ProduceRequest request) {
      this.request = request;
    }
  }

  final Map<TopicPartition, FakeLog> logs = new TreeMap<>();
  final Map<TopicPartition, Integer> leaders = new TreeMap<>();

  /** What the client waits for. */
  final List<Trip> open = new ArrayList<>();

  /** What is to be handled, by connection; those that the client has closed come last. */
  private final List<ArrayDeque<Trip>> connections = new ArrayList<>();

  private final List<ArrayDeque<Trip>> current = new ArrayList<>();
  private final Function<MessageBatch, List<Long>> contents;
  private final SplittableRandom random;

  /** Whether what a client has given up may be handled all the same, later. */
  private final boolean late;

  /** How many in a hundred go wrong. */
  int trouble;

  FakeNetwork(
      Function<MessageBatch, List<Long>> contents,
      SplittableRandom random,
      int trouble,
      boolean late) {
    this.contents = contents;
    this.random = random;
    this.trouble = trouble;
    this.late = late;
    for (int i = 0; i < BROKERS; i++) {
      current.add(new ArrayDeque<>());
    }
    connections.addAll(current);
  }

  void send(ProduceRequest request) {
    Trip trip = new Trip(request);
    open.add(trip);
    current.get(request.brokerId()).addLast(trip);
  }

  /** The partition is led by another broker, or by nobody (-1). */
  void lead(TopicPartition partition, int leader) {
    leaders.put(partition, leader);
    if (random.nextBoolean()) {
      log(partition).cut();
    }
  }

  /** Some broker handles a request that has reached it. */
  void handleOne() {
    List<ArrayDeque<Trip>> busy = busy(oneIn(4) || trouble == 0 ? connections : current);
    if (busy.isEmpty()) {
      return;
    }
    Trip trip = busy.get(random.nextInt(busy.size())).removeFirst();
    trip.handled = true;
    List<ProducedPartition> answers = new ArrayList<>();
    for (ProduceRequest.Part part : trip.request.parts()) {
      answers.add(handle(trip.request.brokerId(), part));
    }
    if (oneIn(40)) {
      Collections.shuffle(answers, new java.util.Random(random.nextLong()));
      answers.add(ProducedPartition.failed(new TopicPartition("nobody's", 0), ErrorCode.NONE));
    }
    trip.answers = answers;
  }

  boolean isQuiet() {
    return open.isEmpty() && connections.stream().allMatch(ArrayDeque::isEmpty);
  }

  /**
   * The client's connection to a broker breaks: what was sent on it is lost, or handled later.
   *
   * @return the requests that have failed with it
   */
  List<Trip> disconnect(int brokerId) {
    ArrayDeque<Trip> sent = current.get(brokerId);
    List<Trip> failed = open.stream().filter(trip -> trip.request.brokerId() == brokerId).toList();
    open.removeAll(failed);
    if (!late || random.nextBoolean()) {
      sent.clear();
    }
    connections.removeIf(ArrayDeque::isEmpty);
    ArrayDeque<Trip> next = new ArrayDeque<>();
    current.set(brokerId, next);
    for (ArrayDeque<Trip> each : current) {
      if (connections.stream().noneMatch(known -> known == each)) {
        connections.add(each);
      }
    }
    return failed;
  }

  private ProducedPartition handle(int brokerId, ProduceRequest.Part part) {
    TopicPartition partition = part.topicPartition();
    int leader = leaders.getOrDefault(partition, -1);
    if (leader != brokerId) {
      int hint = random.nextBoolean() ? leader : -1;
      return new ProducedPartition(
          partition, ErrorCode.NOT_LEADER_OR_FOLLOWER, -1, -1, -1, List.of(), null, hint, hint);
    }
    List<Long> ids = contents.apply(part.batch());
    if (ids.size() > LARGEST_BATCH) {
      return ProducedPartition.failed(partition, ErrorCode.MESSAGE_TOO_LARGE);
    }
    if (random.nextInt(100) < trouble) {
      return ProducedPartition.failed(partition, REFUSALS[random.nextInt(REFUSALS.length)]);
    }
    FakeLog.Appended appended = log(partition).append(part, ids);
    if (appended.error() != ErrorCode.NONE) {
      return ProducedPartition.failed(partition, appended.error());
    }
    if (random.nextInt(100) < trouble) {
      return ProducedPartition.failed(partition, DOUBTS[random.nextInt(DOUBTS.length)]);
    }
    log(partition).commit();
    return new ProducedPartition(
        partition, ErrorCode.NONE, appended.offset(), -1, 0, List.of(), null, -1, -1);
  }

  private static List<ArrayDeque<Trip>> busy(List<ArrayDeque<Trip>> among) {
    return among.stream().filter(each -> !each.isEmpty()).toList();
  }

  FakeLog log(TopicPartition partition) {
    return logs.computeIfAbsent(partition, added -> new FakeLog());
  }

  private boolean oneIn(int many) {
    return trouble > 0 && random.nextInt(many) == 0;
  }
}
