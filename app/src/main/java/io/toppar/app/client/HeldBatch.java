package io.toppar.app.client;

import io.toppar.app.engine.Delivery;
import io.toppar.app.engine.Engine;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import java.util.Iterator;

/** Taken records, until they are released. One thread at a time reads. */
final class HeldBatch implements RecordBatch {

  private final Engine engine;
  private final Delivery delivery;
  private final FetchedBatches batches;

  /** How far any reader got: the next offset, and the epoch before it. */
  private long readUpTo;

  private int readEpoch = -1;

  HeldBatch(Engine engine, Delivery delivery) {
    this.engine = engine;
    this.delivery = delivery;
    this.batches = delivery.batches();
    this.readUpTo = delivery.from();
  }

  @Override
  public TopicPartition topicPartition() {
    return batches.topicPartition();
  }

  @Override
  public long baseOffset() {
    return delivery.from();
  }

  @Override
  public long nextOffset() {
    return delivery.to();
  }

  @Override
  public int recordCount() {
    return batches.recordCount();
  }

  @Override
  public int sizeBytes() {
    return batches.sizeBytes();
  }

  @Override
  public RecordCursor records() {
    return cursor();
  }

  private HeldCursor cursor() {
    requireHeld();
    return new HeldCursor(this, batches.records());
  }

  @Override
  public Iterator<Record> iterator() {
    return new RecordIterator(this, cursor());
  }

  @Override
  public void abandon() {
    engine.release(delivery, delivery.from(), -1);
  }

  @Override
  public void close() {
    engine.release(delivery, readUpTo, readEpoch);
  }

  /** Throws once the batch is released: its memory may be somebody else's by now. */
  void requireHeld() {
    if (delivery.isReleased()) {
      throw new IllegalStateException(
          "the batch "
              + baseOffset()
              + ".."
              + (nextOffset() - 1)
              + " of "
              + topicPartition()
              + " has been released; read it before, or keep copies of its records");
    }
  }

  /** A reader stands at a record: what is before it has been processed. */
  void reached(long offset, int leaderEpoch) {
    if (offset > readUpTo) {
      readUpTo = offset;
      readEpoch = leaderEpoch;
    }
  }

  /** A reader came to the end. */
  void readWhole() {
    reached(delivery.to(), batches.leaderEpoch());
  }

  /** A reader met records that cannot be read: the machine hears of it, and so does the reader. */
  UnreadableRecordsException unreadable(CorruptRecordsException cause) {
    reached(cause.fault().firstOffset(), readEpoch);
    engine.unreadable(delivery, cause.fault(), readUpTo, readEpoch);
    return new UnreadableRecordsException(topicPartition(), cause.fault(), cause);
  }
}
