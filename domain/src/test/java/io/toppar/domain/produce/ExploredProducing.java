package io.toppar.domain.produce;

import io.toppar.domain.ErrorCode;
import io.toppar.domain.RefreshReason;
import io.toppar.domain.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A produce machine with sequences, one partition, and a broker that does as it is told: it handles
 * what it has received when it is told to, also what the client has given up long ago.
 */
final class ExploredProducing implements ProduceEffects {

  private static final long MILLI = 1_000_000;
  private static final int MESSAGES_EACH = 2;
  private static final int MOST_BATCHES = 4;
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final ProduceConfig CONFIG =
      new ProduceConfig(
          (short) -1,
          true,
          2,
          0,
          1_000,
          3_000 * MILLI,
          1_000 * MILLI,
          Integer.MAX_VALUE,
          100 * MILLI,
          100 * MILLI);

  /** A request on its way. */
  private static final class Trip {
    final ProduceRequest request;
    ErrorCode error = ErrorCode.NONE;
    long offset = -1;

    Trip(ProduceRequest request) {
      this.request = request;
    }
  }

  private final ProduceMachine machine = new ProduceMachine(CONFIG, () -> 0);
  private final ProduceTopic topic = machine.topic("t");
  private final ProduceLedger ledger = new ProduceLedger("exploration");
  private final FakeLog log = new FakeLog();
  private final ArrayDeque<Trip> sent = new ArrayDeque<>();
  private final ArrayDeque<Trip> late = new ArrayDeque<>();
  private final ArrayDeque<Trip> handled = new ArrayDeque<>();
  private long now = 5_000 * MILLI;
  private int batches;
  private boolean idAsked;

  /** Two batches are in flight. */
  ExploredProducing() {
    machine.onPartitionCount(topic, 1, now, this);
    machine.onLeader(topic, 0, 1, 0, now, this);
    send();
    machine.onProducerId(7, (short) 0, now, this);
    send();
  }

  boolean canSend() {
    return batches < MOST_BATCHES;
  }

  boolean canHandle() {
    return !sent.isEmpty();
  }

  boolean canHandleLate() {
    return !late.isEmpty();
  }

  boolean canReply() {
    return !handled.isEmpty();
  }

  boolean canBreak() {
    return !sent.isEmpty() || !handled.isEmpty();
  }

  boolean hasDeadline() {
    return machine.deadline() != Long.MAX_VALUE;
  }

  /** A caller fills a batch. */
  void send() {
    WorldBatch batch = new WorldBatch(topic, 0, now);
    for (int i = 0; i < MESSAGES_EACH; i++) {
      long id = (long) batches * MESSAGES_EACH + i;
      ledger.came(id);
      batch.ids.add(id);
    }
    batches++;
    batch.complete = true;
    machine.onOpened(topic, 0, batch, now, this);
    machine.onSealed(batch, now, this);
    machine.plan(now, this);
  }

  /** The broker handles the next request, and answers so, whether it has appended or not. */
  void handle(boolean appends, ErrorCode answer) {
    Trip trip = sent.removeFirst();
    trip.error = answer;
    if (appends) {
      FakeLog.Appended appended = append(trip);
      trip.error = appended.error() == ErrorCode.NONE ? answer : appended.error();
      trip.offset = appended.offset();
    }
    handled.addLast(trip);
  }

  /** The broker handles what came on a connection that the client has closed. */
  void handleLate() {
    append(late.removeFirst());
  }

  /** The client hears the next answer. */
  void reply() {
    Trip trip = handled.removeFirst();
    ProducedPartition answer =
        new ProducedPartition(PARTITION, trip.error, trip.offset, -1, 0, List.of(), null, -1, -1);
    machine.onProduced(trip.request, List.of(answer), now, this);
    machine.plan(now, this);
  }

  /** The connection breaks: answers are lost, and what was sent may be handled later. */
  void disconnect() {
    List<Trip> failed = new ArrayList<>(handled);
    failed.addAll(sent);
    late.addAll(sent);
    handled.clear();
    sent.clear();
    for (Trip trip : failed) {
      machine.onProduceFailed(trip.request, ErrorCode.LOCAL_TRANSPORT, true, "", now, this);
    }
    machine.plan(now, this);
  }

  void purge() {
    machine.purge(false, true, now, this);
    machine.plan(now, this);
  }

  void toDeadline() {
    now = Math.max(now, machine.deadline());
    machine.plan(now, this);
  }

  /** All goes well from now on: everything ends, and what was promised holds. */
  void requireWayOut() {
    for (int i = 0; ledger.open() > 0 || canHandle() || canHandleLate() || canReply(); i++) {
      if (i > 100) {
        throw new AssertionError(ledger.open() + " messages never end");
      }
      if (canReply()) {
        reply();
      } else if (canHandle()) {
        handle(true, ErrorCode.NONE);
      } else if (canHandleLate()) {
        handleLate();
      } else {
        toDeadline();
      }
    }
    Map<TopicPartition, FakeLog> logs = Map.of(PARTITION, log);
    ledger.requireAllEnded();
    ledger.requireAcknowledged(logs);
    ledger.requireFailed(logs);
    ledger.requireOrder(logs, true);
    ledger.requireOffsets(logs);
  }

  private FakeLog.Appended append(Trip trip) {
    ProduceRequest.Part part = trip.request.parts().get(0);
    return log.append(part, ids(part.batch()));
  }

  private static List<Long> ids(MessageBatch batch) {
    return List.copyOf(((WorldBatch) batch).ids);
  }

  @Override
  public void seal(MessageBatch batch) {
    throw new AssertionError("all batches are complete: " + batch);
  }

  @Override
  public void produce(ProduceRequest request) {
    sent.addLast(new Trip(request));
  }

  @Override
  public void split(MessageBatch batch) {
    throw new AssertionError("nothing is too large: " + batch);
  }

  @Override
  public void delivered(MessageBatch batch, long baseOffset, long logAppendTimeMillis) {
    ledger.delivered(ids(batch), baseOffset);
  }

  @Override
  public void failed(MessageBatch batch, ProduceFailure failure) {
    ledger.failed(ids(batch), failure.status());
  }

  @Override
  public void assign(ProduceTopic topic, UnassignedMessage message, int partitionCount) {
    throw new AssertionError("nobody sends without a partition: " + message);
  }

  @Override
  public void unassignedFailed(UnassignedMessage message, ProduceFailure failure) {
    throw new AssertionError("nobody sends without a partition: " + message);
  }

  @Override
  public void initProducerId(long deadlineNanos) {
    if (idAsked) {
      throw new AssertionError("an id was given");
    }
    idAsked = true;
  }

  @Override
  public void refreshMetadata(TopicPartition partition, RefreshReason reason) {
    // The leader stays where it is, and metadata would say so.
  }

  @Override
  public void leaderHint(TopicPartition partition, int leaderId, int leaderEpoch) {
    throw new AssertionError("nobody names a leader");
  }

  @Override
  public void flushed(long ticket) {
    throw new AssertionError("nobody flushes");
  }

  @Override
  public void fatal(ErrorCode code, String detail) {
    throw new AssertionError("fatal: " + code + " " + detail);
  }
}
