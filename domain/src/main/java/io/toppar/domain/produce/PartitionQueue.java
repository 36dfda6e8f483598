package io.toppar.domain.produce;

import io.toppar.domain.Deadlines;
import io.toppar.domain.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition that is produced to: its batches in the order in which they were opened, those that
 * wait (librdkafka's msgq, then xmit_msgq) and those in flight. Confined to the owner's thread;
 * work is per batch, and does not grow with how many wait.
 */
final class PartitionQueue {

  final ProduceTopic topic;
  final TopicPartition topicPartition;
  final SequenceChain chain;
  final DeadlineHeap.Timer<PartitionQueue> timer = new DeadlineHeap.Timer<>(this);

  /** Its place among the partitions of a broker that have something for it. */
  final Ring.Link<PartitionQueue> turn = new Ring.Link<>(this);

  /** Waits to be looked at by the next plan. */
  boolean touched;

  /** What was decided when it was last looked at. */
  ProduceDecision decision = ProduceDecision.EMPTY;

  private final ProduceConfig config;
  private final Ring<MessageBatch> queued = new Ring<>();
  private final Ring<MessageBatch> inFlight = new Ring<>();
  private final BatchCounter sealedCounter = new BatchCounter();
  private final BatchCounter inFlightCounter = new BatchCounter();
  private long sentMessages;
  private long sentBytes;
  private long sentAgain;
  private @Nullable ProduceLane lane;
  private int leaderEpoch = MessageBatch.NONE;
  private long nextPlace;
  private long restsUntil = Deadlines.NONE;

  PartitionQueue(ProduceTopic topic, int partition, ProduceConfig config, SequenceChain chain) {
    this.topic = topic;
    this.topicPartition = new TopicPartition(topic.name(), partition);
    this.config = config;
    this.chain = chain;
  }

  /** The lane of its leader; null while nobody is known to lead it. */
  @Nullable ProduceLane lane() {
    return lane;
  }

  /** Another leader, or the same in a newer epoch, is tried at once, whatever the last said. */
  void leader(@Nullable ProduceLane newLane, int newEpoch) {
    if (lane != newLane || newEpoch > leaderEpoch) {
      restsUntil = Deadlines.NONE;
    }
    lane = newLane;
    leaderEpoch = newEpoch;
  }

  /** The log is another one: it has nothing of what was sent, and follows on nothing (M16). */
  void onLogReplaced() {
    chain.onLogReplaced();
    for (MessageBatch each = queued.first(); each != null; each = queued.after(each.link)) {
      each.maybePersisted = false;
    }
  }

  /** What waits, oldest first. */
  Ring<MessageBatch> queued() {
    return queued;
  }

  /** What is in flight, in the order of sending. */
  Ring<MessageBatch> inFlight() {
    return inFlight;
  }

  /** A batch is being filled; it stands behind all others. */
  void open(MessageBatch batch, FlushBarrier.Span span) {
    batch.enter(this, span, BatchState.OPEN);
    queued.addLast(batch.link);
  }

  /** A batch that is being filled is complete. */
  void seal(MessageBatch batch) {
    if (batch.state != BatchState.OPEN && batch.state != BatchState.CLOSING) {
      throw new IllegalStateException(batch + " of " + topicPartition + " is " + batch.state);
    }
    becomeSealed(batch);
  }

  /** The first in line goes out on the partition's lane. */
  MessageBatch send(ProduceLane by) {
    MessageBatch batch = remove(head());
    if (batch.place == MessageBatch.NO_PLACE) {
      batch.place = nextPlace;
      nextPlace += batch.messageCount();
    } else {
      sentAgain++;
    }
    if (config.idempotent()) {
      chain.number(batch);
    }
    batch.state = BatchState.IN_FLIGHT;
    batch.lane = by;
    inFlight.addLast(batch.link);
    inFlightCounter.add(batch);
    sentMessages += batch.messageCount();
    sentBytes += batch.sizeBytes();
    return batch;
  }

  /** A batch is in flight no more. */
  void land(MessageBatch batch) {
    inFlight.remove(batch.link);
    inFlightCounter.subtract(batch);
  }

  /** A batch that has landed waits again, at its place in the order (P11). */
  void requeue(MessageBatch batch) {
    put(batch);
    becomeSealed(batch);
  }

  /** A batch that has landed keeps its place while smaller ones are made of it. */
  void holdPlace(MessageBatch batch) {
    put(batch);
    batch.state = BatchState.SPLITTING;
  }

  /** These stand in the place of the whole, and have its sequences. */
  void replace(MessageBatch whole, List<? extends MessageBatch> parts, FlushBarrier barrier) {
    MessageBatch behind = queued.after(whole.link);
    remove(whole);
    long place = whole.place;
    int sequence = whole.baseSequence;
    for (MessageBatch part : parts) {
      part.enter(this, barrier.join(whole.span()), BatchState.SEALED);
      part.place = place;
      place += part.messageCount();
      part.retries = whole.retries;
      part.maybePersisted = whole.maybePersisted;
      if (whole.isNumbered()) {
        part.producerId = whole.producerId;
        part.producerEpoch = whole.producerEpoch;
        part.baseSequence = sequence;
        sequence = SequenceChain.after(sequence, part.messageCount());
      }
      insert(behind, part);
      sealedCounter.add(part);
    }
  }

  /** Takes out one that waits. */
  MessageBatch remove(MessageBatch batch) {
    queued.remove(batch.link);
    if (batch.state == BatchState.SEALED) {
      sealedCounter.subtract(batch);
    }
    return batch;
  }

  /** Nothing is sent before this. */
  void restUntil(long untilNanos) {
    if (restsUntil == Deadlines.NONE || untilNanos - restsUntil > 0) {
      restsUntil = untilNanos;
    }
  }

  /** The first in line; there is one. */
  MessageBatch head() {
    MessageBatch head = queued.first();
    if (head == null) {
      throw new IllegalStateException(topicPartition + " has nothing to send");
    }
    return head;
  }

  /** Whether one that was sent before this one has not ended. */
  boolean hasEarlier(MessageBatch batch) {
    return isEarlier(queued.first(), batch) || isEarlier(inFlight.first(), batch);
  }

  /** Whether the first in line may go out (P6, P7). */
  ProduceDecision decide(long nowNanos) {
    MessageBatch head = queued.first();
    if (head == null) {
      return ProduceDecision.EMPTY;
    }
    if (lane == null) {
      return ProduceDecision.NO_LEADER;
    }
    if (head.state == BatchState.SPLITTING) {
      return ProduceDecision.BEING_SPLIT;
    }
    boolean open = head.state == BatchState.OPEN;
    // Where another was opened behind it, whoever fills the partition is completing this one.
    if (head.state == BatchState.CLOSING || (open && queued.last() != head)) {
      return ProduceDecision.BEING_SEALED;
    }
    if (open && !head.span().isFlushed() && !Deadlines.reached(lingerEnd(head), nowNanos)) {
      return ProduceDecision.LINGERS;
    }
    ProduceDecision way = way(head, nowNanos);
    return way == ProduceDecision.SEND && open ? ProduceDecision.SEAL : way;
  }

  /** When to look again, unless something happens. */
  long deadline() {
    long next =
        switch (decision) {
          case LINGERS -> lingerEnd(head());
          case BACKS_OFF -> restsUntil;
          default -> Deadlines.NONE;
        };
    return Deadlines.earlier(next, expiry());
  }

  /** When the first in line has lasted too long. */
  long expiry() {
    MessageBatch head = queued.first();
    return head == null || head.state == BatchState.SPLITTING
        ? Deadlines.NONE
        : config.expiry(head.oldestNanos());
  }

  /** How much stands here. */
  PartitionLoad load() {
    return new PartitionLoad(
        decision,
        queued.size(),
        sealedCounter.batches(),
        sealedCounter.messages(),
        sealedCounter.bytes(),
        inFlightCounter.batches(),
        inFlightCounter.messages(),
        inFlightCounter.bytes());
  }

  /** How it stands now. */
  ProduceSnapshot snapshot(long nowNanos) {
    return new ProduceSnapshot(
        topicPartition,
        lane == null ? MessageBatch.NONE : lane.brokerId(),
        leaderEpoch,
        load(),
        Math.max(age(queued.first(), nowNanos), age(inFlight.first(), nowNanos)),
        sentMessages,
        sentBytes,
        sentAgain);
  }

  private static long age(@Nullable MessageBatch first, long nowNanos) {
    return first == null ? -1 : Math.max(0, nowNanos - first.oldestNanos());
  }

  private ProduceDecision way(MessageBatch head, long nowNanos) {
    if (restsUntil != Deadlines.NONE && !Deadlines.reached(restsUntil, nowNanos)) {
      return ProduceDecision.BACKS_OFF;
    }
    MessageBatch sentFirst = inFlight.first();
    if (sentFirst != null && sentFirst.lane != lane) {
      return ProduceDecision.MIGRATES;
    }
    if (!config.idempotent()) {
      return ProduceDecision.SEND;
    }
    MessageBatch sentLast = inFlight.last();
    if (sentLast != null && (!chain.isKnown() || chain.isBroken() || isEarlier(head, sentLast))) {
      return ProduceDecision.DRAINS;
    }
    return chain.mustAsk(head) || chain.mend(queued)
        ? ProduceDecision.SEND
        : ProduceDecision.NO_PRODUCER_ID;
  }

  private long lingerEnd(MessageBatch batch) {
    return Deadlines.after(batch.oldestNanos(), config.lingerNanos());
  }

  private void becomeSealed(MessageBatch batch) {
    batch.state = BatchState.SEALED;
    sealedCounter.add(batch);
  }

  private void put(MessageBatch batch) {
    MessageBatch behind = queued.first();
    while (behind != null && isEarlier(behind, batch)) {
      behind = queued.after(behind.link);
    }
    insert(behind, batch);
  }

  private void insert(@Nullable MessageBatch behind, MessageBatch batch) {
    if (behind == null) {
      queued.addLast(batch.link);
    } else {
      queued.addBefore(behind.link, batch.link);
    }
  }

  private static boolean isEarlier(@Nullable MessageBatch one, MessageBatch other) {
    return one != null && one.place < other.place;
  }
}
