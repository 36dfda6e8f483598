package io.toppar.app.engine;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.BatchBuilder;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A partition as those see it who send to it: the batch that is being filled. Any thread.
 *
 * <p>Batches are opened, and that is told, under the lock: so the machines hear of them in the
 * order of their messages. They are sealed outside of it. The duty thread never waits for the lock
 * to have a batch sealed: it leaves a note, which whoever lets go of the lock finds.
 */
final class SendSlot {

  final SendTopic topic;
  final TopicPartition topicPartition;
  private final Sending sending;
  private final ReentrantLock lock = new ReentrantLock();

  /** The batch that is being filled; written under the lock. */
  private volatile @Nullable SendBatch open;

  /** Batches that were opened and have not ended. */
  private final AtomicInteger queuedBatches = new AtomicInteger();

  /** When the first of them was opened, or the last before them ended. */
  private volatile long progressNanos;

  /** How large the last batches became, to guess the next. */
  private int expectedBytes;

  SendSlot(SendTopic topic, int partition, Sending sending) {
    this.topic = topic;
    this.topicPartition = new TopicPartition(topic.name(), partition);
    this.sending = sending;
  }

  /**
   * Appends a message to the batch that is being filled, if that takes no more than is held for it:
   * what adding comes to most of the time, and nothing else.
   *
   * @param taken as in {@link #add}
   */
  boolean addToOpen(SendRecord record, @Nullable Object receipt, boolean taken) {
    long timestamp = sending.timestamp(record);
    SendBatch batch = null;
    lock.lock();
    try {
      batch = open;
      return batch != null
          && batch.count() + 1 < sending.settings().batchMessages()
          && (taken || !sending.isStopped())
          && batch.appendToHeld(record, timestamp, receipt);
    } finally {
      lock.unlock();
      if (batch != null && batch.sealAsked) {
        sending.rarely().run(() -> sealIfAsked(taken));
      }
    }
  }

  /**
   * Appends a message.
   *
   * @param taken whether it was taken before, and must be appended even if there is no memory, or
   *     the client closes; this is the duty thread then, which does not compress
   * @param mayBegin whether a batch may be begun with it; if not, and it has to be, it is FULL
   * @throws EngineException if the client takes nothing more
   */
  BatchBuilder.Append add(
      SendRecord record, @Nullable Object receipt, boolean taken, boolean mayBegin) {
    long timestamp = sending.timestamp(record);
    SendBatch full = null;
    lock.lock();
    try {
      if (!taken) {
        sending.requireOpen();
      }
      SendBatch batch = open;
      BatchBuilder.Append result = BatchBuilder.Append.FULL;
      if (batch != null) {
        result = append(batch, record, timestamp, receipt, taken);
      }
      full = result == BatchBuilder.Append.FULL ? detach() : null;
      if (result == BatchBuilder.Append.FULL && mayBegin) {
        result = begin(record, timestamp, receipt, taken);
      }
      SendBatch filled = open;
      if (filled != null && filled.count() >= sending.settings().batchMessages()) {
        full = detach();
      }
      return result;
    } finally { // whatever was thrown: nobody else would have it sealed
      lock.unlock();
      if (full != null) {
        seal(full, taken);
      }
      sealIfAsked(taken);
    }
  }

  private static BatchBuilder.Append append(
      SendBatch batch,
      SendRecord record,
      long timestamp,
      @Nullable Object receipt,
      boolean overdraw) {
    batch.overdraw(overdraw);
    return batch.append(record, timestamp, receipt);
  }

  /**
   * Opens a batch with its first message. Where nothing at all is held, a message that fits by its
   * size gets what its memory is rounded up to: nobody else could make room for it.
   */
  private BatchBuilder.Append begin(
      SendRecord record, long timestamp, @Nullable Object receipt, boolean overdraw) {
    BufferMemory memory = sending.memory();
    if (!overdraw
        && memory.usedBytes() > 0
        && !memory.hasRoom(SendBatch.BYTES + RecordSize.payload(record))) {
      return BatchBuilder.Append.NO_MEMORY;
    }
    SendBatch batch = new SendBatch(this, sending, expectedBytes, sending.takenNanos(record));
    try {
      BatchBuilder.Append result = append(batch, record, timestamp, receipt, overdraw);
      if (result == BatchBuilder.Append.NO_MEMORY
          && memory.usedBytes() == batch.receipts().heldBytes()) {
        result = append(batch, record, timestamp, receipt, true);
      }
      if (result == BatchBuilder.Append.APPENDED) {
        open = batch;
        sending.facts().opened(batch);
      }
      return result;
    } finally {
      if (open != batch) {
        batch.drop();
      }
    }
  }

  /** Takes off what is being filled; null if nothing is. */
  private @Nullable SendBatch detach() {
    SendBatch batch = open;
    if (batch != null) {
      open = null;
      expectedBytes += (batch.filledBytes() - expectedBytes) / 4;
    }
    return batch;
  }

  /** Has a batch sealed that is being filled; it may be already. The duty thread only. */
  void askSeal(SendBatch batch) {
    batch.sealAsked = true;
    sealIfAsked(true);
  }

  /** A lock that cannot be had is somebody's who will come here when he has let go of it. */
  private void sealIfAsked(boolean fromDuty) {
    SendBatch asked = open;
    while (asked != null && asked.sealAsked && lock.tryLock()) {
      SendBatch full;
      try {
        full = open == asked ? detach() : null;
      } finally {
        lock.unlock();
      }
      if (full != null) {
        seal(full, fromDuty);
      }
      asked = open;
    }
  }

  private void seal(SendBatch full, boolean fromDuty) {
    if (fromDuty) {
      sending.sealFromDuty(full);
    } else {
      sending.seal(full);
    }
  }

  /** Lets go of the lock, which kept others from sealing what they were asked to. */
  private void letGo() {
    lock.unlock();
    sealIfAsked(true);
  }

  /**
   * Lets nothing more be appended to a batch; whether anything still might have been. The duty
   * thread only.
   */
  boolean shut(SendBatch batch) {
    lock.lock();
    try {
      if (open != batch) {
        return false;
      }
      detach();
      return true;
    } finally {
      letGo();
    }
  }

  /** What is in the batch that is being filled. The duty thread only. */
  ProduceReadings.Fill fill() {
    if (open == null) {
      return ProduceReadings.Fill.NONE;
    }
    lock.lock();
    try {
      SendBatch batch = open;
      return batch == null
          ? ProduceReadings.Fill.NONE
          : new ProduceReadings.Fill(batch.count(), batch.filledBytes());
    } finally {
      letGo();
    }
  }

  /** How many batches wait or are on their way. */
  int queuedBatches() {
    return queuedBatches.get();
  }

  /** One more was opened. */
  void queued() {
    if (queuedBatches.getAndIncrement() == 0) {
      progressNanos = sending.nowNanos();
    }
  }

  /** One has ended. */
  void unqueued() {
    queuedBatches.decrementAndGet();
    progressNanos = sending.nowNanos();
  }

  /** Whether batches have waited for so long, and none of them ended meanwhile. */
  boolean isStuck(long nanos) {
    return queuedBatches.get() > 0 && sending.nowNanos() - progressNanos > nanos;
  }

  /** Waits until nobody appends who began before. */
  void pass() {
    lock.lock();
    try {
      assert lock.isHeldByCurrentThread();
    } finally {
      letGo();
    }
  }

  @Override
  public String toString() {
    return Objects.toString(topicPartition);
  }
}
