package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.TopicPartition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A produce machine, callers that send, a driver that carries out its effects, and brokers behind a
 * bad network; every step is drawn.
 */
final class ProduceWorld {

  static final long MILLI = 1_000_000;
  private static final int MOST_IN_BATCH = 4;
  private static final long FIRST_PRODUCER_ID = 100;

  /** What goes wrong in surroundings that must not: to see that the run finds it. */
  enum Bug {
    NONE,
    /** The gateway says of what it has sent that it has not. */
    SENT_CALLED_UNSENT,
    /** Brokers take whatever sequence. */
    SEQUENCES_NOT_CHECKED,
    /** The driver loses a request. */
    REQUEST_LOST,
    /** The driver says that it has appended a message before it has. */
    ASSIGNED_TOO_EARLY
  }

  final ProduceMachine machine;
  final ProduceConfig config;
  final FakeNetwork network;
  final ProduceLedger ledger;
  final List<ProduceTopic> topics;
  final ProduceDriver driver;
  private final String run;
  private final SplittableRandom random;
  final Bug bug;
  private final Map<String, Integer> counts = new HashMap<>();
  private final boolean losing;
  private long nextProducerId = FIRST_PRODUCER_ID;
  private long nextId;
  private long nextTicket;
  long now = Long.MAX_VALUE - 2_000 * MILLI;

  ProduceWorld(
      String run,
      ProduceConfig config,
      SplittableRandom random,
      int trouble,
      Bug bug,
      boolean losing) {
    this.run = run;
    this.config = config;
    this.random = random;
    this.bug = bug;
    this.losing = losing;
    this.machine = new ProduceMachine(config, random.split());
    this.driver = new ProduceDriver(run, this, random.split());
    this.ledger = new ProduceLedger(run);
    this.network = new FakeNetwork(ProduceWorld::ids, random.split(), trouble, !losing);
    this.topics = List.of(machine.topic("t"), machine.topic("u"));
    counts.put("t", 2);
    counts.put("u", 1);
    for (ProduceTopic topic : topics) {
      for (int i = 0; i < count(topic); i++) {
        network.leaders.put(new TopicPartition(topic.name(), i), random.nextInt(3));
      }
    }
  }

  /** Something happens. */
  void step() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> send();
      case 4, 5 -> sealOne();
      case 6, 7, 8 -> network.handleOne();
      case 9, 10, 11 -> replyOne();
      case 12 -> pass(random.nextInt(80) == 0 ? 1_500 : random.nextInt(20));
      case 13 -> answerIdentity();
      case 14, 15 -> splitOne();
      case 16 -> answerMetadata();
      case 17 -> failUnsent();
      case 18 -> seldom();
      default -> {
        if (machine.deadline() - now < 150 * MILLI || random.nextInt(50) == 0) {
          toDeadline();
        }
      }
    }
    turn();
  }

  /** Whether no partition has had to take another id. */
  boolean usesOneProducerId() {
    return nextProducerId <= FIRST_PRODUCER_ID + 1;
  }

  /** From now on nothing goes wrong, and everything comes to an end. */
  void quiesce() {
    network.trouble = 0;
    machine.flush(ticket(), now, driver);
    for (int i = 0; i < 20_000 && !isQuiet(); i++) {
      while (!network.isQuiet()) {
        network.handleOne();
        replyOne();
      }
      answerIdentity();
      driver.metadataAsked = true;
      answerMetadata();
      failUnsent();
      while (!driver.toSeal.isEmpty()) {
        sealOne();
      }
      while (!driver.toSplit.isEmpty()) {
        splitOne();
      }
      turn();
      toDeadline();
      turn();
    }
    ledger.requireAllEnded();
    assertThat(machine.deadline()).as(run).isEqualTo(Long.MAX_VALUE);
    for (int broker = 0; broker < FakeNetwork.BROKERS; broker++) {
      assertThat(machine.requestsInFlight(broker)).as(run).isZero();
    }
    for (ProduceTopic topic : topics) {
      assertThat(topic.unassignedMessages()).as(run).isZero();
      for (int i = 0; i < count(topic); i++) {
        assertThat(topic.load(i))
            .as(run)
            .isEqualTo(new PartitionLoad(ProduceDecision.EMPTY, 0, 0, 0, 0, 0, 0, 0));
      }
    }
  }

  private boolean isQuiet() {
    return ledger.open() == 0 && network.isQuiet() && driver.unsent.isEmpty() && !driver.idAsked;
  }

  private void turn() {
    machine.plan(now, driver);
    while (!driver.toAssign.isEmpty()) {
      assign(driver.topicsToAssign.removeFirst(), driver.toAssign.removeFirst());
      machine.plan(now, driver);
    }
  }

  private void send() {
    ProduceTopic topic = topics.get(random.nextInt(topics.size()));
    int partition = random.nextInt(count(topic));
    if (topic.partitionCount() > 0 && topic.unassignedMessages() == 0 && random.nextInt(30) > 0) {
      ledger.came(nextId);
      append(topic, partition, nextId++, now);
      return;
    }
    int named = random.nextInt(12) == 0 ? count(topic) + 1 : random.nextInt(-1, count(topic));
    FakeMessage message = new FakeMessage("message for " + topic.name(), named, now);
    ledger.came(message);
    machine.onUnassigned(topic, message, now, driver);
  }

  private void append(ProduceTopic topic, int partition, long id, long oldestNanos) {
    TopicPartition topicPartition = new TopicPartition(topic.name(), partition);
    WorldBatch open = driver.filling.get(topicPartition);
    if (open != null && open.ids.size() < MOST_IN_BATCH) {
      open.ids.add(id);
      return;
    }
    if (open != null) {
      driver.toSeal.add(open);
    }
    WorldBatch next = new WorldBatch(topic, partition, oldestNanos);
    next.ids.add(id);
    driver.filling.put(topicPartition, next);
    machine.onOpened(topic, partition, next, now, driver);
  }

  private void assign(ProduceTopic topic, FakeMessage message) {
    if (random.nextInt(20) == 0) {
      ledger.ended(message);
      machine.onAssignFailed(topic, message, driver);
      return;
    }
    if (bug == Bug.ASSIGNED_TOO_EARLY) {
      machine.onAssigned(topic, message, driver);
    }
    ledger.named(message, nextId);
    int partition = message.partition() < 0 ? random.nextInt(count(topic)) : message.partition();
    append(topic, partition, nextId++, message.oldestNanos());
    if (bug != Bug.ASSIGNED_TOO_EARLY) {
      machine.onAssigned(topic, message, driver);
    }
  }

  private void sealOne() {
    if (!driver.toSeal.isEmpty()) {
      WorldBatch batch = driver.toSeal.remove(random.nextInt(driver.toSeal.size()));
      batch.complete = true;
      machine.onSealed(batch, now, driver);
    }
  }

  private void splitOne() {
    if (!driver.toSplit.isEmpty()) {
      WorldBatch batch = driver.toSplit.remove(random.nextInt(driver.toSplit.size()));
      machine.onSplit(batch, batch.halves(), now, driver);
    }
  }

  private void replyOne() {
    List<FakeNetwork.Trip> handled = network.open.stream().filter(trip -> trip.handled).toList();
    if (handled.isEmpty()) {
      return;
    }
    FakeNetwork.Trip trip = handled.get(random.nextInt(handled.size()));
    network.open.remove(trip);
    if (bug == Bug.REQUEST_LOST && random.nextInt(50) == 0) {
      return;
    }
    List<ProducedPartition> answers = trip.answers;
    if (network.trouble > 0 && random.nextInt(60) == 0) {
      answers = answers.subList(1, answers.size());
    }
    driver.landed(trip.request);
    machine.onProduced(trip.request, answers, now, driver);
  }

  private void failUnsent() {
    if (!driver.unsent.isEmpty()) {
      ProduceRequest request = driver.unsent.remove(0);
      driver.landed(request);
      machine.onProduceFailed(request, ErrorCode.LOCAL_TRANSPORT, false, "refused", now, driver);
    }
  }

  private void seldom() {
    switch (random.nextInt(10)) {
      case 0, 1 -> disconnect(random.nextInt(FakeNetwork.BROKERS));
      case 2, 3 -> {
        network.lead(partition(), random.nextInt(-1, 3));
      }
      case 4, 5 -> machine.flush(ticket(), now, driver);
      case 6 -> {
        if (random.nextInt(4) == 0) {
          machine.purge(random.nextBoolean(), random.nextBoolean(), now, driver);
        }
      }
      default -> {
        if (losing) {
          network.log(partition()).loseAcknowledged(random.nextInt(1, 4));
        } else {
          answerMetadata();
        }
      }
    }
  }

  private TopicPartition partition() {
    List<TopicPartition> all = List.copyOf(network.leaders.keySet());
    return all.get(random.nextInt(all.size()));
  }

  private void disconnect(int broker) {
    for (FakeNetwork.Trip trip : network.disconnect(broker)) {
      driver.landed(trip.request);
      ErrorCode error =
          random.nextBoolean() ? ErrorCode.LOCAL_TIMED_OUT : ErrorCode.LOCAL_TRANSPORT;
      boolean maybe = bug != Bug.SENT_CALLED_UNSENT;
      machine.onProduceFailed(trip.request, error, maybe, "gone", now, driver);
    }
  }

  private void answerIdentity() {
    if (!driver.idAsked) {
      return;
    }
    driver.idAsked = false;
    if (network.trouble > 0 && random.nextInt(3) == 0) {
      machine.onProducerIdFailed(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loads", now, driver);
    } else {
      short epoch = (short) (random.nextInt(4) == 0 ? Short.MAX_VALUE - 1 : 0);
      machine.onProducerId(nextProducerId++, epoch, now, driver);
    }
  }

  private void answerMetadata() {
    if (!driver.metadataAsked) {
      return;
    }
    driver.metadataAsked = false;
    for (ProduceTopic topic : topics) {
      machine.onPartitionCount(topic, count(topic), now, driver);
      for (int i = 0; i < count(topic); i++) {
        TopicPartition partition = new TopicPartition(topic.name(), i);
        if (network.trouble == 0 && network.leaders.getOrDefault(partition, -1) < 0) {
          network.leaders.put(partition, 0);
        }
        machine.onLeader(topic, i, network.leaders.getOrDefault(partition, -1), 0, now, driver);
      }
    }
    machine.onMetadataAnswered(now, driver);
  }

  private void pass(long millis) {
    now += millis * MILLI;
  }

  private void toDeadline() {
    long deadline = machine.deadline();
    if (deadline != Long.MAX_VALUE && deadline - now > 0) {
      now = deadline;
    }
  }

  private long ticket() {
    ledger.flushing(++nextTicket);
    return nextTicket;
  }

  private int count(ProduceTopic topic) {
    return counts.getOrDefault(topic.name(), 0);
  }

  static List<Long> ids(MessageBatch batch) {
    return List.copyOf(((WorldBatch) batch).ids);
  }
}
