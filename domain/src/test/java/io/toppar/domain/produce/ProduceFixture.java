package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * A produce machine driven by hand; what it wants and what has ended are lines of text. Batches and
 * messages go by their names.
 */
final class ProduceFixture implements ProduceEffects {

  static final long MILLI = 1_000_000;
  static final long LINGER = 5 * MILLI;
  static final long DELIVERY_TIMEOUT = 120_000 * MILLI;
  static final int MAX_REQUEST = 1_000;

  /** No sequences, two requests in flight. */
  static final ProduceConfig PLAIN = config(-1, false, 2);

  static final ProduceConfig IDEMPOTENT = config(-1, true, 5);

  final ProduceMachine machine;
  final ProduceTopic topic;
  long now = Long.MAX_VALUE - 5_000 * MILLI;

  /** Why batches and messages have failed, in order. */
  final List<ProduceFailure> failures = new ArrayList<>();

  private final Map<String, FakeBatch> batches = new HashMap<>();
  private final Map<String, FakeMessage> messages = new HashMap<>();
  private final List<ProduceRequest> requests = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  ProduceFixture(ProduceConfig config) {
    machine = new ProduceMachine(config, new SplittableRandom(7));
    topic = machine.topic("t");
  }

  static ProduceConfig config(int acks, boolean idempotent, int maxInFlight) {
    return new ProduceConfig(
        (short) acks,
        idempotent,
        maxInFlight,
        LINGER,
        MAX_REQUEST,
        DELIVERY_TIMEOUT,
        30_000 * MILLI,
        Integer.MAX_VALUE,
        100 * MILLI,
        1_000 * MILLI);
  }

  static ProduceConfig withRetries(ProduceConfig config, int retries) {
    return new ProduceConfig(
        config.acks(),
        config.idempotent(),
        config.maxInFlight(),
        config.lingerNanos(),
        config.maxRequestBytes(),
        config.deliveryTimeoutNanos(),
        config.requestTimeoutNanos(),
        retries,
        config.retryBackoffNanos(),
        config.retryBackoffMaxNanos());
  }

  static ProduceConfig withLinger(ProduceConfig config, long lingerNanos) {
    return new ProduceConfig(
        config.acks(),
        config.idempotent(),
        config.maxInFlight(),
        lingerNanos,
        config.maxRequestBytes(),
        config.deliveryTimeoutNanos(),
        config.requestTimeoutNanos(),
        config.retries(),
        config.retryBackoffNanos(),
        config.retryBackoffMaxNanos());
  }

  /** A machine that knows topic t with so many partitions, all led by broker 1. */
  static ProduceFixture led(ProduceConfig config, int partitions) {
    ProduceFixture f = new ProduceFixture(config);
    f.machine.onPartitionCount(f.topic, partitions, f.now, f);
    for (int i = 0; i < partitions; i++) {
      f.machine.onLeader(f.topic, i, 1, 0, f.now, f);
    }
    f.turn();
    return f;
  }

  /** The same with producer id 7, epoch 0, if it takes one. */
  static ProduceFixture ready(ProduceConfig config, int partitions) {
    ProduceFixture f = led(config, partitions);
    if (config.idempotent()) {
      f.send("first", 0);
      f.machine.onProducerId(7, (short) 0, f.now, f);
      f.turn();
      f.delivered(1, 0);
    }
    return f;
  }

  /** The batch of this name was cut in two halves. */
  List<String> split(String whole, String left, String right) {
    FakeBatch batch = batch(whole);
    int half = batch.messageCount() / 2;
    List<FakeBatch> parts = new ArrayList<>();
    for (String name : List.of(left, right)) {
      FakeBatch part = new FakeBatch(name, half, batch.sizeBytes() / 2, batch.oldestNanos());
      batches.put(name, part);
      parts.add(part);
    }
    machine.onSplit(batch, parts, now, this);
    return turn();
  }

  FakeMessage message(String name) {
    return Objects.requireNonNull(messages.get(name));
  }

  /** What the machine wants, and what has ended, since the last turn. */
  List<String> turn() {
    machine.plan(now, this);
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  List<String> pass(long millis) {
    now += millis * MILLI;
    return turn();
  }

  /** Lets the time of the machine's deadline come; how many milliseconds that took. */
  long toDeadline() {
    long waited = machine.deadline() - now;
    now += waited;
    return waited / MILLI;
  }

  List<String> open(String name, int partition) {
    return open(new FakeBatch(name, 10, 100, now), partition);
  }

  List<String> open(FakeBatch batch, int partition) {
    batches.put(batch.name, batch);
    machine.onOpened(topic, partition, batch, now, this);
    return turn();
  }

  List<String> seal(String name) {
    machine.onSealed(batch(name), now, this);
    return turn();
  }

  /** A batch that is filled at once. */
  List<String> send(String name, int partition) {
    return send(new FakeBatch(name, 10, 100, now), partition);
  }

  List<String> send(FakeBatch batch, int partition) {
    batches.put(batch.name, batch);
    machine.onOpened(topic, partition, batch, now, this);
    machine.onSealed(batch, now, this);
    return turn();
  }

  FakeBatch batch(String name) {
    return Objects.requireNonNull(batches.get(name));
  }

  /** The request of this number, from 1, is answered: the batches were appended from there on. */
  List<String> delivered(int request, long offset) {
    List<ProducedPartition> answers = new ArrayList<>();
    for (ProduceRequest.Part part : request(request).parts()) {
      answers.add(
          new ProducedPartition(
              part.topicPartition(), ErrorCode.NONE, offset, -1, 0, List.of(), null, -1, -1));
    }
    return answer(request, answers);
  }

  /** The same: each part has this error. */
  List<String> refused(int request, ErrorCode error) {
    List<ProducedPartition> answers = new ArrayList<>();
    for (ProduceRequest.Part part : request(request).parts()) {
      answers.add(ProducedPartition.failed(part.topicPartition(), error));
    }
    return answer(request, answers);
  }

  List<String> answer(int request, List<ProducedPartition> answers) {
    machine.onProduced(request(request), answers, now, this);
    return turn();
  }

  /** The connection broke after it was sent. */
  List<String> lost(int request) {
    return failed(request, ErrorCode.LOCAL_TRANSPORT, true);
  }

  List<String> failed(int request, ErrorCode error, boolean maybePersisted) {
    machine.onProduceFailed(request(request), error, maybePersisted, "", now, this);
    return turn();
  }

  List<String> leader(int partition, int leaderId, int epoch) {
    machine.onLeader(topic, partition, leaderId, epoch, now, this);
    return turn();
  }

  List<String> unassigned(String name, int partition) {
    FakeMessage message = new FakeMessage(name, partition, now);
    messages.put(name, message);
    machine.onUnassigned(topic, message, now, this);
    return turn();
  }

  List<String> assigned(String name) {
    machine.onAssigned(topic, message(name), this);
    return turn();
  }

  List<String> partitionCount(int count) {
    machine.onPartitionCount(topic, count, now, this);
    return turn();
  }

  List<String> flush(long ticket) {
    machine.flush(ticket, now, this);
    return turn();
  }

  List<String> purge(boolean queued, boolean inFlight) {
    machine.purge(queued, inFlight, now, this);
    return turn();
  }

  ProduceRequest request(int number) {
    return requests.get(number - 1);
  }

  @Override
  public void seal(MessageBatch batch) {
    lines.add("seal " + batch);
  }

  @Override
  public void produce(ProduceRequest request) {
    requests.add(request);
    StringBuilder line = new StringBuilder("produce to " + request.brokerId() + ":");
    for (ProduceRequest.Part part : request.parts()) {
      line.append(' ').append(part.batch());
      if (part.producerId() >= 0) {
        line.append('@').append(part.producerId()).append('.').append(part.producerEpoch());
        line.append('#').append(part.baseSequence());
      }
    }
    lines.add(line.toString());
  }

  @Override
  public void split(MessageBatch batch) {
    lines.add("split " + batch);
  }

  @Override
  public void delivered(MessageBatch batch, long baseOffset, long logAppendTimeMillis) {
    lines.add(batch + " delivered at " + baseOffset);
  }

  @Override
  public void failed(MessageBatch batch, ProduceFailure failure) {
    failures.add(failure);
    lines.add(batch + " failed: " + failure.code() + ", " + failure.status());
  }

  @Override
  public void assign(ProduceTopic topic, UnassignedMessage message, int partitionCount) {
    lines.add("assign " + message + " of " + partitionCount);
  }

  @Override
  public void unassignedFailed(UnassignedMessage message, ProduceFailure failure) {
    failures.add(failure);
    lines.add(message + " failed: " + failure.code() + ", " + failure.status());
  }

  @Override
  public void initProducerId(long deadlineNanos) {
    lines.add("ask for an id");
  }

  @Override
  public void refreshMetadata(TopicPartition partition, RefreshReason reason) {
    lines.add("refresh " + partition + ": " + reason);
  }

  @Override
  public void leaderHint(TopicPartition partition, int leaderId, int leaderEpoch) {
    lines.add("hint " + partition + ": " + leaderId + ", epoch " + leaderEpoch);
  }

  @Override
  public void flushed(long ticket) {
    lines.add("flushed " + ticket);
  }

  @Override
  public void fatal(ErrorCode code, String detail) {
    lines.add("fatal: " + code);
  }
}
