package io.toppar.testing.memory;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.FetchFrame;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.testing.memory.LogBatch.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Batches of a log on their way to a reader. Nothing is copied, and yet it is accounted like
 * memory: a second release, or reading after it, is an error.
 */
final class MemoryBatches implements FetchedBatches {

  /** A batch, and whether its records are to be delivered. */
  record Shown(LogBatch batch, boolean visible) {}

  private final TopicPartition topicPartition;
  private final long baseOffset;
  private final List<Shown> batches;
  private final FetchFrame frame;
  private final BufferLedger ledger;
  private final int sizeBytes;
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile boolean detached;

  /**
   * Batches for a reader, at least one.
   *
   * @param fetchOffset where reading begins, in the first batch or before it
   */
  MemoryBatches(
      TopicPartition topicPartition,
      long fetchOffset,
      List<LogBatch> batches,
      IsolationLevel isolationLevel,
      FetchFrame frame,
      BufferLedger ledger) {
    this.topicPartition = topicPartition;
    this.baseOffset = Math.max(fetchOffset, batches.get(0).baseOffset());
    this.frame = frame;
    this.ledger = ledger;
    boolean committed = isolationLevel == IsolationLevel.READ_COMMITTED;
    List<Shown> shown = new ArrayList<>(batches.size());
    int size = 0;
    for (LogBatch batch : batches) {
      shown.add(new Shown(batch, !batch.control() && !(committed && batch.isAborted())));
      size += batch.sizeBytes();
    }
    this.batches = List.copyOf(shown);
    this.sizeBytes = size;
    ledger.taken(size);
  }

  @Override
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  @Override
  public FetchFrame frame() {
    return frame;
  }

  @Override
  public boolean sharesFrame() {
    return !detached;
  }

  @Override
  public void detach() {
    refuseIfReleased();
    detached = true;
  }

  @Override
  public RecordCursor records() {
    refuseIfReleased();
    return new MemoryCursor(this);
  }

  @Override
  public int sizeBytes() {
    return sizeBytes;
  }

  @Override
  public long baseOffset() {
    return baseOffset;
  }

  @Override
  public long nextOffset() {
    return last().nextOffset();
  }

  @Override
  public int leaderEpoch() {
    return last().leaderEpoch();
  }

  @Override
  public int recordCount() {
    int count = 0;
    for (Shown shown : batches) {
      if (shown.visible()) {
        for (Entry entry : shown.batch().entries()) {
          count += entry.offset() >= baseOffset ? 1 : 0;
        }
      }
    }
    return count;
  }

  @Override
  public void release() {
    if (!released.compareAndSet(false, true)) {
      throw new IllegalStateException(this + " is released a second time");
    }
    ledger.released(sizeBytes);
  }

  @Override
  public String toString() {
    return "batches " + baseOffset + ".." + (nextOffset() - 1) + " of " + topicPartition;
  }

  List<Shown> shown() {
    return batches;
  }

  void refuseIfReleased() {
    if (released.get()) {
      throw new IllegalStateException(this + " is used after its release");
    }
  }

  private LogBatch last() {
    return batches.get(batches.size() - 1).batch();
  }
}
