package io.toppar.app.engine;

import io.toppar.domain.produce.MessageBatch;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.SealedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one partition that travel together, from the first append to the report.
 *
 * <p><b>Threading:</b> while it is open, its {@link SendSlot}'s lock guards it; then it belongs to
 * whoever seals it, and once that has been told, to the duty thread.
 */
final class SendBatch extends MessageBatch implements BatchMemory {

  /** What a batch is charged with beside its bytes, until it has been reported. */
  static final int BYTES = 256;

  final SendSlot slot;

  /** Whether the duty thread wants it sealed; whoever lets go of the slot's lock looks. */
  volatile boolean sealAsked;

  /** Whether its end was told; the duty thread only. */
  boolean ended;

  /** Requests that are open with it; the duty thread only. */
  int openRequests;

  /** Whether it is being split, by a thread that has the bytes then; the duty thread only. */
  boolean splitting;

  private final BufferMemory memory;
  private final long oldestNanos;
  private final @Nullable BatchBuilder builder;
  private @Nullable SealedBatch sealed;
  private Receipts receipts = new Receipts();
  private int count;
  private int sealedBytes;
  private boolean overdraws;

  /**
   * An open batch, for which nothing has been taken.
   *
   * @param oldestNanos since when its first message counts
   */
  SendBatch(SendSlot slot, Sending sending, int expectedBytes, long oldestNanos) {
    this.slot = slot;
    this.memory = sending.memory();
    this.oldestNanos = oldestNanos;
    this.builder = sending.newBuilder(expectedBytes, this);
  }

  /** A part of a batch that was split. */
  private SendBatch(SendBatch whole, SealedBatch part, int from) {
    slot = whole.slot;
    memory = whole.memory;
    oldestNanos = whole.oldestNanos;
    builder = null;
    sealed = part;
    sealedBytes = part.sizeBytes();
    count = part.recordCount();
    receipts = whole.receipts.part(from, count, memory);
    memory.take(BYTES);
  }

  /** Appends a message, or changes nothing. */
  BatchBuilder.Append append(SendRecord record, long timestampMillis, @Nullable Object receipt) {
    if (!reserve(receipt)) {
      return BatchBuilder.Append.NO_MEMORY;
    }
    try {
      BatchBuilder.Append result =
          builder().append(timestampMillis, record.key(), record.value(), record.headers());
      if (result == BatchBuilder.Append.APPENDED) {
        if (receipt != null) {
          receipts.set(count, receipt);
        }
        count++;
      }
      return result;
    } finally {
      if (count == 0) {
        memory.giveBack(BYTES);
      }
    }
  }

  /** Appends a message, or changes nothing because that would take more memory than is held. */
  boolean appendToHeld(SendRecord record, long timestampMillis, @Nullable Object receipt) {
    if (receipt != null && !receipts.hasPlace(count)) {
      return false;
    }
    if (!builder().appendToHeld(timestampMillis, record.key(), record.value(), record.headers())) {
      return false;
    }
    if (receipt != null) {
      receipts.set(count, receipt);
    }
    count++;
    return true;
  }

  private boolean reserve(@Nullable Object receipt) {
    if (count == 0 && !tryTake(BYTES)) {
      return false;
    }
    boolean reserved = receipt == null || receipts.reserve(count, this);
    if (!reserved && count == 0) {
      memory.giveBack(BYTES);
    }
    return reserved;
  }

  /** From now on it takes memory even if there is none, or no longer. */
  void overdraw(boolean on) {
    overdraws = on;
  }

  /** Messages appended so far. */
  int count() {
    return count;
  }

  /** Bytes appended so far, as they are before they are compressed. */
  int filledBytes() {
    return builder().sizeBytes();
  }

  /** Completes it; takes its time if it compresses. */
  void seal() {
    SealedBatch bytes = builder().seal();
    sealedBytes = bytes.sizeBytes();
    sealed = bytes;
  }

  /** Throws away what was appended, in an open batch; the receipts stay until the report. */
  void discard() {
    builder().discard();
  }

  /** Gives the receipts' memory back of a batch that came to nothing. */
  void drop() {
    discard();
    memory.giveBack(receipts.heldBytes());
  }

  /** The bytes, once it is sealed. */
  SealedBatch sealed() {
    return Objects.requireNonNull(sealed, "not sealed");
  }

  boolean isSealed() {
    return sealed != null;
  }

  /** Gives the bytes back, if there are any and no request has them; the duty thread only. */
  void releaseIfOver() {
    SealedBatch bytes = sealed;
    if (ended && !splitting && openRequests == 0 && bytes != null) {
      sealed = null;
      bytes.release();
    }
  }

  /** Makes parts of it, in order, which have its receipts; its bytes are theirs. */
  List<SendBatch> split() {
    List<SendBatch> parts = new ArrayList<>();
    int from = 0;
    for (SealedBatch part : sealed().split()) {
      SendBatch batch = new SendBatch(this, part, from);
      parts.add(batch);
      from += batch.count;
    }
    sealed = null;
    return parts;
  }

  /** Whom its messages are reported to. */
  Receipts receipts() {
    return receipts;
  }

  /** What it holds until it has been reported, beside its bytes. */
  int reportBytes() {
    return BYTES + receipts.heldBytes();
  }

  private BatchBuilder builder() {
    return Objects.requireNonNull(builder, "a part of a split batch");
  }

  @Override
  public int messageCount() {
    return count;
  }

  @Override
  public int sizeBytes() {
    return sealedBytes;
  }

  @Override
  public long oldestNanos() {
    return oldestNanos;
  }

  @Override
  public boolean tryTake(int bytes) {
    if (overdraws) {
      memory.take(bytes);
      return true;
    }
    return memory.tryTake(bytes);
  }

  @Override
  public void take(int bytes) {
    memory.take(bytes);
  }

  @Override
  public void giveBack(int bytes) {
    memory.giveBack(bytes);
  }
}
