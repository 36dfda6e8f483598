package io.toppar.domain.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A produce machine, callers that send, a driver that carries out its effects, and brokers behind a
 * bad network; every step is drawn.
 */
final class ProduceWorld implements ProduceEffects {

  static final long MILLI = 1_000_000;
  private static final int MOST_IN_BATCH = 4;
  private static final long FIRST_PRODUCER_ID = 100;
  private static final int MAX_REQUEST_BYTES = 600;

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
  private final String run;
  private final SplittableRandom random;
  private final Bug bug;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<TopicPartition, WorldBatch> filling = new HashMap<>();
  private final List<WorldBatch> toSeal = new ArrayList<>();
  private final List<WorldBatch> toSplit = new ArrayList<>();
  private final ArrayDeque<FakeMessage> toAssign = new ArrayDeque<>();
  private final ArrayDeque<ProduceTopic> topicsToAssign = new ArrayDeque<>();
  private final List<ProduceRequest> unsent = new ArrayList<>();
  private final Set<MessageBatch> inFlight = new HashSet<>();
  private boolean idAsked;
  private boolean metadataAsked;
  private long nextProducerId = FIRST_PRODUCER_ID;
  private long nextId;
  private long nextTicket;
  long now = Long.MAX_VALUE - 2_000 * MILLI;

  ProduceWorld(String run, ProduceConfig config, SplittableRandom random, int trouble, Bug bug) {
    this.run = run;
    this.config = config;
    this.random = random;
    this.bug = bug;
    this.machine = new ProduceMachine(config, random.split());
    this.ledger = new ProduceLedger(run);
    this.network = new FakeNetwork(ProduceWorld::ids, random.split(), 3, trouble);
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
    machine.flush(ticket(), now, this);
    for (int i = 0; i < 20_000 && !isQuiet(); i++) {
      while (!network.isQuiet()) {
        network.handleOne();
        replyOne();
      }
      answerIdentity();
      metadataAsked = true;
      answerMetadata();
      failUnsent();
      while (!toSeal.isEmpty()) {
        sealOne();
      }
      while (!toSplit.isEmpty()) {
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
    return ledger.open() == 0 && network.isQuiet() && unsent.isEmpty() && !idAsked;
  }

  private void turn() {
    machine.plan(now, this);
    while (!toAssign.isEmpty()) {
      assign(topicsToAssign.removeFirst(), toAssign.removeFirst());
      machine.plan(now, this);
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
    machine.onUnassigned(topic, message, now, this);
  }

  private void append(ProduceTopic topic, int partition, long id, long oldestNanos) {
    TopicPartition topicPartition = new TopicPartition(topic.name(), partition);
    WorldBatch open = filling.get(topicPartition);
    if (open != null && open.ids.size() < MOST_IN_BATCH) {
      open.ids.add(id);
      return;
    }
    if (open != null) {
      toSeal.add(open);
    }
    WorldBatch next = new WorldBatch(topic, partition, oldestNanos);
    next.ids.add(id);
    filling.put(topicPartition, next);
    machine.onOpened(topic, partition, next, now, this);
  }

  private void assign(ProduceTopic topic, FakeMessage message) {
    if (random.nextInt(20) == 0) {
      ledger.ended(message);
      machine.onAssignFailed(topic, message, this);
      return;
    }
    if (bug == Bug.ASSIGNED_TOO_EARLY) {
      machine.onAssigned(topic, message, this);
    }
    ledger.named(message, nextId);
    int partition = message.partition() < 0 ? random.nextInt(count(topic)) : message.partition();
    append(topic, partition, nextId++, message.oldestNanos());
    if (bug != Bug.ASSIGNED_TOO_EARLY) {
      machine.onAssigned(topic, message, this);
    }
  }

  private void sealOne() {
    if (!toSeal.isEmpty()) {
      WorldBatch batch = toSeal.remove(random.nextInt(toSeal.size()));
      batch.complete = true;
      machine.onSealed(batch, now, this);
    }
  }

  private void splitOne() {
    if (!toSplit.isEmpty()) {
      WorldBatch batch = toSplit.remove(random.nextInt(toSplit.size()));
      machine.onSplit(batch, batch.halves(), now, this);
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
    landed(trip.request);
    machine.onProduced(trip.request, answers, now, this);
  }

  private void failUnsent() {
    if (!unsent.isEmpty()) {
      ProduceRequest request = unsent.remove(0);
      landed(request);
      machine.onProduceFailed(request, ErrorCode.LOCAL_TRANSPORT, false, "refused", now, this);
    }
  }

  private void seldom() {
    switch (random.nextInt(10)) {
      case 0, 1 -> disconnect(random.nextInt(FakeNetwork.BROKERS));
      case 2, 3 -> {
        List<TopicPartition> all = List.copyOf(network.leaders.keySet());
        network.leaders.put(all.get(random.nextInt(all.size())), random.nextInt(-1, 3));
      }
      case 4, 5 -> machine.flush(ticket(), now, this);
      case 6 -> {
        if (random.nextInt(4) == 0) {
          machine.purge(random.nextBoolean(), random.nextBoolean(), now, this);
        }
      }
      default -> answerMetadata();
    }
  }

  private void disconnect(int broker) {
    for (FakeNetwork.Trip trip : network.disconnect(broker)) {
      landed(trip.request);
      ErrorCode error =
          random.nextBoolean() ? ErrorCode.LOCAL_TIMED_OUT : ErrorCode.LOCAL_TRANSPORT;
      boolean maybe = bug != Bug.SENT_CALLED_UNSENT;
      machine.onProduceFailed(trip.request, error, maybe, "gone", now, this);
    }
  }

  private void answerIdentity() {
    if (!idAsked) {
      return;
    }
    idAsked = false;
    if (network.trouble > 0 && random.nextInt(3) == 0) {
      machine.onProducerIdFailed(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, "loads", now, this);
    } else {
      short epoch = (short) (random.nextInt(4) == 0 ? Short.MAX_VALUE - 1 : 0);
      machine.onProducerId(nextProducerId++, epoch, now, this);
    }
  }

  private void answerMetadata() {
    if (!metadataAsked) {
      return;
    }
    metadataAsked = false;
    for (ProduceTopic topic : topics) {
      machine.onPartitionCount(topic, count(topic), now, this);
      for (int i = 0; i < count(topic); i++) {
        TopicPartition partition = new TopicPartition(topic.name(), i);
        if (network.trouble == 0 && network.leaders.getOrDefault(partition, -1) < 0) {
          network.leaders.put(partition, 0);
        }
        machine.onLeader(topic, i, network.leaders.getOrDefault(partition, -1), 0, now, this);
      }
    }
    machine.onMetadataAnswered(now, this);
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

  private void landed(ProduceRequest request) {
    request.parts().forEach(part -> inFlight.remove(part.batch()));
  }

  private int count(ProduceTopic topic) {
    return counts.getOrDefault(topic.name(), 0);
  }

  private static List<Long> ids(MessageBatch batch) {
    return List.copyOf(((WorldBatch) batch).ids);
  }

  @Override
  public void seal(MessageBatch batch) {
    WorldBatch open = (WorldBatch) batch;
    if (filling.remove(open.topicPartition, open)) {
      toSeal.add(open);
    }
  }

  @Override
  public void produce(ProduceRequest request) {
    assertThat(machine.requestsInFlight(request.brokerId()))
        .as(run)
        .isLessThanOrEqualTo(config.maxInFlight());
    assertThat(request.parts())
        .as(run)
        .isNotEmpty()
        .extracting("topicPartition")
        .doesNotHaveDuplicates();
    assertThat(request.deadlineNanos() - now).as(run).isPositive();
    int bytes = 0;
    for (ProduceRequest.Part part : request.parts()) {
      bytes += part.batch().sizeBytes();
      assertThat(inFlight.add(part.batch())).as(run).isTrue();
    }
    assertThat(request.parts().size() == 1 || bytes <= MAX_REQUEST_BYTES).as(run).isTrue();
    if (network.trouble > 0 && random.nextInt(20) == 0) {
      unsent.add(request);
    } else {
      network.send(tampered(request));
    }
  }

  private ProduceRequest tampered(ProduceRequest request) {
    if (bug != Bug.SEQUENCES_NOT_CHECKED) {
      return request;
    }
    List<ProduceRequest.Part> parts = new ArrayList<>();
    for (ProduceRequest.Part part : request.parts()) {
      parts.add(
          new ProduceRequest.Part(
              part.topicPartition(), part.topicId(), part.batch(), -1, (short) -1, -1));
    }
    return new ProduceRequest(request.brokerId(), parts, request.deadlineNanos());
  }

  @Override
  public void split(MessageBatch batch) {
    assertThat(inFlight).as(run).doesNotContain(batch);
    toSplit.add((WorldBatch) batch);
  }

  @Override
  public void delivered(MessageBatch batch, long baseOffset, long logAppendTimeMillis) {
    ledger.delivered(ids(batch), baseOffset);
  }

  @Override
  public void failed(MessageBatch batch, ProduceFailure failure) {
    assertThat(failure.detail()).as(run).isNotBlank().doesNotContain("\n");
    WorldBatch failed = (WorldBatch) batch;
    filling.remove(failed.topicPartition, failed);
    ledger.failed(ids(failed), failure.status());
  }

  @Override
  public void assign(ProduceTopic topic, UnassignedMessage message, int partitionCount) {
    assertThat(message.partition()).as(run).isLessThan(partitionCount);
    toAssign.addLast((FakeMessage) message);
    topicsToAssign.addLast(topic);
  }

  @Override
  public void unassignedFailed(UnassignedMessage message, ProduceFailure failure) {
    assertThat(failure.status()).as(run).isEqualTo(MessageStatus.NOT_PERSISTED);
    ledger.ended(message);
  }

  @Override
  public void initProducerId(long producerId, short producerEpoch, long deadlineNanos) {
    assertThat(idAsked).as(run).isFalse();
    idAsked = true;
  }

  @Override
  public void refreshMetadata(TopicPartition partition, RefreshReason reason) {
    metadataAsked = true;
  }

  @Override
  public void leaderHint(TopicPartition partition, int leaderId, int leaderEpoch) {
    metadataAsked = true;
  }

  @Override
  public void flushed(long ticket) {
    ledger.flushed(ticket);
  }

  @Override
  public void fatal(ErrorCode code, String detail) {
    throw new AssertionError(run + ": fatal " + code + " " + detail);
  }
}
