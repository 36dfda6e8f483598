package io.toppar.app.client;

import io.toppar.app.engine.Delivery;
import io.toppar.app.engine.Engine;
import io.toppar.app.engine.Progress;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.StoredOffset;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Taken records, until they are released. One thread at a time reads. */
final class HeldBatch implements RecordBatch {

  private final boolean autoStore;

  private final Engine engine;
  private final Delivery delivery;
  private final FetchedBatches batches;

  /** How far any reader got: the next offset, and the epoch before it. */
  private long readUpTo;

  private int readEpoch = -1;

  /** A reader met records that cannot be read: reading goes back to them, under a new version. */
  private volatile boolean faulty;

  /** Whether anybody has begun to read. */
  private boolean begun;

  private @Nullable BatchAcknowledgement acknowledgement;

  HeldBatch(Engine engine, Delivery delivery, boolean autoStore) {
    this.autoStore = autoStore;
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
  public int leaderEpoch() {
    return batches.leaderEpoch();
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
    begun = true;
    return new HeldCursor(this, batches.records());
  }

  @Override
  public Iterator<Record> iterator() {
    return new RecordIterator(this, cursor());
  }

  @Override
  public Acknowledgement acknowledgement() {
    BatchAcknowledgement present = acknowledgement;
    if (present == null) {
      requireHeld();
      if (begun) {
        throw new IllegalStateException(
            range() + " is being read; take its acknowledgement before its records");
      }
      present = new BatchAcknowledgement(engine, delivery);
      acknowledgement = present;
    }
    return present;
  }

  @Override
  public boolean store(long offset, String metadata) {
    if (autoStore) {
      throw Errors.storesByRelease();
    }
    if (offset <= baseOffset() || offset > nextOffset()) {
      throw Errors.misuse(
          offset + " is not behind a record of " + range() + "; store the offset behind one");
    }
    if (faulty || engine.isClosed() || engine.handOver().isVoid(delivery)) {
      return false;
    }
    int leaderEpoch = offset == nextOffset() ? batches.leaderEpoch() : -1;
    Errors.requireAccepted(engine.store(delivery, new StoredOffset(offset, leaderEpoch, metadata)));
    return true;
  }

  @Override
  public void abandon() {
    if (acknowledgement == null) {
      engine.release(delivery, delivery.from(), -1);
    } else {
      acknowledgement.abandon();
      engine.giveBack(delivery);
    }
  }

  @Override
  public void close() {
    if (acknowledgement == null) {
      engine.release(delivery, readUpTo, readEpoch);
    } else {
      engine.giveBack(delivery);
    }
  }

  /** Throws once the batch is released: its memory may be somebody else's by now. */
  void requireHeld() {
    if (delivery.isReleased()) {
      throw new IllegalStateException(
          range() + " has been released; read it before, or keep copies of its records");
    }
  }

  private String range() {
    return "the batch " + baseOffset() + ".." + (nextOffset() - 1) + " of " + topicPartition();
  }

  /** A reader stands at a record: what is before it has been processed, unless it is to be told. */
  void reached(RecordCursor record) {
    long offset = record.offset();
    reached(offset, -1);
    if (acknowledgement != null) {
      acknowledgement.reached(offset, record.leaderEpoch());
    }
  }

  private void reached(long offset, int leaderEpoch) {
    if (offset > readUpTo) {
      readUpTo = offset;
      readEpoch = leaderEpoch;
    }
  }

  /** A reader came to the end. */
  void readWhole() {
    reached(delivery.to(), batches.leaderEpoch());
    if (acknowledgement != null) {
      acknowledgement.readTo(delivery.to());
    }
  }

  /** A reader met records that cannot be read: the machine hears of it, and so does the reader. */
  UnreadableRecordsException unreadable(CorruptRecordsException cause) {
    faulty = true;
    reached(cause.fault().firstOffset(), readEpoch);
    if (acknowledgement == null) {
      engine.unreadable(delivery, cause.fault(), readUpTo, readEpoch);
    } else {
      acknowledgement.readTo(cause.fault().firstOffset());
      Progress progress = acknowledgement.progress();
      engine.unreadable(delivery, cause.fault(), progress.nextOffset(), progress.leaderEpoch());
    }
    return new UnreadableRecordsException(topicPartition(), cause.fault(), cause);
  }
}
