package io.toppar.netty.records;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.FetchFrame;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Batches of one partition inside the array of a Fetch reply, or copied out of it.
 *
 * <p>Holds one reference to the frame while there is something to deliver and it is not detached. A
 * second release throws: somebody else may be using the memory by then.
 */
public final class FetchedRecords implements FetchedBatches {

  private final TopicPartition topicPartition;
  private final FrameMemory frame;
  private final BatchRange range;
  private final RecordOptions options;
  private final int sizeBytes;
  private final AtomicBoolean released = new AtomicBoolean();

  private Spans spans;
  private byte @Nullable [] copy;

  FetchedRecords(
      TopicPartition topicPartition,
      FrameMemory frame,
      BatchRange range,
      Spans spans,
      RecordOptions options) {
    this.topicPartition = topicPartition;
    this.frame = frame;
    this.range = range;
    this.spans = spans;
    this.options = options;
    this.sizeBytes = spans.bytes();
    if (sizeBytes > 0) {
      frame.retain();
    }
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
    return sizeBytes > 0 && copy == null;
  }

  @Override
  public void detach() {
    requireHeld();
    if (!sharesFrame()) {
      return;
    }
    copy = spans.gather(frame.array());
    Spans whole = new Spans();
    whole.add(0, sizeBytes);
    spans = whole;
    frame.release();
  }

  @Override
  public RecordCursor records() {
    requireHeld();
    byte[] bytes = copy == null ? frame.array() : copy;
    return new BatchCursor(topicPartition, bytes, spans, range, options);
  }

  /** Bytes of the batches to deliver, as they were received. */
  @Override
  public int sizeBytes() {
    return sizeBytes;
  }

  @Override
  public long baseOffset() {
    return range.baseOffset();
  }

  @Override
  public long nextOffset() {
    return range.nextOffset();
  }

  @Override
  public int leaderEpoch() {
    return range.leaderEpoch();
  }

  @Override
  public int recordCount() {
    return range.recordCount();
  }

  @Override
  public void release() {
    if (!released.compareAndSet(false, true)) {
      throw new IllegalStateException(this + " was released twice");
    }
    if (sharesFrame()) {
      frame.release();
    }
  }

  private void requireHeld() {
    if (released.get()) {
      throw new IllegalStateException(this + " was released; its records are gone");
    }
  }

  @Override
  public String toString() {
    return "batches of "
        + topicPartition
        + " from "
        + range.baseOffset()
        + " to "
        + range.nextOffset();
  }
}
