package io.toppar.app.engine;

import io.toppar.domain.produce.PartitionChoice;
import io.toppar.domain.produce.ProduceTopic;
import io.toppar.ports.BatchBuilder;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A topic as those see it who send to it. Any thread.
 *
 * <p>Until its partitions are known, and as long as any message waits that came before, messages
 * are copied and wait on the duty thread: so none overtakes another of the same sender.
 */
final class SendTopic {

  private final String name;
  private final Sending sending;
  private final TopicPartitioner partitioner;
  private final ConcurrentLinkedQueue<WaitingMessage> arrivals = new ConcurrentLinkedQueue<>();

  /** Whether the duty thread was told of arrivals that it has not taken. */
  private final AtomicBoolean announced = new AtomicBoolean();

  /** Messages that wait for their partition, from their arrival until they have been appended. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** Null while unknown. */
  private volatile @Nullable SendPartitions partitions;

  /** The same topic among the machines; the duty thread only. */
  @Nullable ProduceTopic machine;

  SendTopic(String name, Sending sending, TopicPartitioner partitioner) {
    this.name = name;
    this.sending = sending;
    this.partitioner = partitioner;
  }

  String name() {
    return name;
  }

  /**
   * Takes a message, if there is memory for it.
   *
   * @param mayTakeMemory whether it may take memory that is free; if not, because others wait for
   *     that, it is taken only where it fits into what is held for its partition
   * @throws EngineException if the client takes nothing more, or the application's own choice of a
   *     partition failed
   */
  SendOutcome add(SendRecord record, @Nullable Object receipt, boolean mayTakeMemory) {
    SendPartitions known = partitions;
    int named = record.partition();
    if (known == null || known.count() == 0 || waiting.get() > 0 || named >= known.count()) {
      return mayTakeMemory
          ? sending.rarely().take(() -> await(record, receipt))
          : SendOutcome.NO_ROOM;
    }
    int chosen = chosen(named, record, known);
    if (isPlaced(chosen, record, receipt, known, false)) {
      return SendOutcome.TAKEN;
    }
    return mayTakeMemory
        ? sending.rarely().take(() -> placeInNew(chosen, record, receipt, known, false))
        : SendOutcome.NO_ROOM;
  }

  /**
   * Appends a message that waited, and was taken by that.
   *
   * @param named its partition, or {@link SendRecord#NOT_SET}: then one is chosen
   * @throws EngineException as {@link #add}
   */
  void place(int named, WaitingMessage message, SendPartitions known) {
    int chosen = chosen(named, message, known);
    if (!isPlaced(chosen, message, message.receipt, known, true)) {
      sending.rarely().run(() -> placeInNew(chosen, message, message.receipt, known, true));
    }
  }

  /** Appends a message where it takes no more than is held for its partition. */
  private boolean isPlaced(
      int chosen,
      SendRecord record,
      @Nullable Object receipt,
      SendPartitions known,
      boolean taken) {
    int partition = chosen == PartitionChoice.ANY ? partitioner.current(known) : chosen;
    boolean placed = known.slot(partition).addToOpen(record, receipt, taken);
    if (placed && chosen == PartitionChoice.ANY) {
      appendedAnywhere(partition, (int) RecordSize.payload(record), known);
    }
    return placed;
  }

  private int chosen(int named, SendRecord record, SendPartitions known) {
    return named == SendRecord.NOT_SET ? partitioner.choose(record, known) : named;
  }

  /** Takes the memory that the message needs, and begins a batch if it must. */
  private SendOutcome placeInNew(
      int chosen,
      SendRecord record,
      @Nullable Object receipt,
      SendPartitions known,
      boolean taken) {
    BatchBuilder.Append result =
        chosen == PartitionChoice.ANY
            ? placeAnywhere(record, receipt, known, taken)
            : known.slot(chosen).add(record, receipt, taken, true);
    return result == BatchBuilder.Append.APPENDED ? SendOutcome.TAKEN : SendOutcome.NO_ROOM;
  }

  /** Moving on to another partition cuts no batch short where one has to be begun anyway. */
  private BatchBuilder.Append placeAnywhere(
      SendRecord record, @Nullable Object receipt, SendPartitions known, boolean taken) {
    int bytes = (int) RecordSize.payload(record);
    int partition = partitioner.current(known);
    BatchBuilder.Append result = known.slot(partition).add(record, receipt, taken, false);
    if (result == BatchBuilder.Append.FULL) {
      partition = partitioner.opening(partition, bytes, known);
      result = known.slot(partition).add(record, receipt, taken, true);
    }
    if (result == BatchBuilder.Append.APPENDED) {
      appendedAnywhere(partition, bytes, known);
    }
    return result;
  }

  private void appendedAnywhere(int partition, int bytes, SendPartitions known) {
    if (partitioner.appended(bytes)) {
      sending.rarely().run(() -> partitioner.counted(partition, known));
    }
  }

  /** Whether the application itself chooses partitions, where messages name none. */
  boolean isChosenByApplication() {
    return partitioner.isForeign();
  }

  /**
   * The partition that a message names that waited, or that the application itself chooses for it.
   *
   * @throws EngineException if it fails to
   */
  int chosenByApplication(WaitingMessage message) {
    SendPartitions known = Objects.requireNonNull(partitions, "nothing is placed before");
    return chosen(message.partition(), message, known);
  }

  /** Has a copy of the message wait. */
  private SendOutcome await(SendRecord record, @Nullable Object receipt) {
    int charge = WaitingMessage.charge(record, receipt);
    if (!sending.memory().tryTake(charge)) {
      return SendOutcome.NO_ROOM;
    }
    WaitingMessage copy =
        new WaitingMessage(this, record, sending.timestamp(record), receipt, sending.nowNanos());
    boolean tell;
    synchronized (arrivals) {
      if (sending.isStopped()) {
        sending.memory().giveBack(charge);
        sending.requireOpen();
      }
      waiting.incrementAndGet();
      arrivals.add(copy);
      tell = announced.compareAndSet(false, true);
    }
    if (tell) {
      sending.facts().arrived(this);
    }
    return SendOutcome.TAKEN;
  }

  /** The next that has come, or null, after which the next to come will be told. Duty thread. */
  @Nullable WaitingMessage nextArrival() {
    WaitingMessage next = arrivals.poll();
    if (next == null) {
      announced.set(false);
      next = arrivals.poll();
    }
    return next;
  }

  /** One has been appended, or has failed. */
  void settled() {
    waiting.decrementAndGet();
  }

  /** What is known of its partitions; null for nothing. */
  @Nullable SendPartitions partitions() {
    return partitions;
  }

  /** The duty thread only. */
  void partitions(SendPartitions known) {
    partitions = known;
  }

  /** Waits until nobody hands a message over who began before. */
  void pass() {
    synchronized (arrivals) {
      SendPartitions known = partitions;
      for (int i = 0; known != null && i < known.count(); i++) {
        known.slot(i).pass();
      }
    }
  }
}
