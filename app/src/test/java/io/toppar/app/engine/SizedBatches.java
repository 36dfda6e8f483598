package io.toppar.app.engine;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.FetchFrame;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** One offset of one partition that has a size and an owner, and cannot be read. */
final class SizedBatches implements FetchedBatches {

  private final TopicPartition topicPartition;
  private final long offset;
  private final int sizeBytes;
  private final FetchFrame frame;
  private final AtomicInteger live;
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile boolean shares = true;

  /**
   * Batches of one offset.
   *
   * @param live counts those not released
   */
  SizedBatches(
      TopicPartition topicPartition,
      long offset,
      int sizeBytes,
      FetchFrame frame,
      AtomicInteger live) {
    this.topicPartition = topicPartition;
    this.offset = offset;
    this.sizeBytes = sizeBytes;
    this.frame = frame;
    this.live = live;
    live.incrementAndGet();
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
    return shares;
  }

  @Override
  public void detach() {
    if (released.get() || !shares) {
      throw new IllegalStateException("detached twice or too late");
    }
    shares = false;
  }

  @Override
  public int sizeBytes() {
    return sizeBytes;
  }

  @Override
  public long baseOffset() {
    return offset;
  }

  @Override
  public long nextOffset() {
    return offset + 1;
  }

  @Override
  public int leaderEpoch() {
    return 1;
  }

  @Override
  public int recordCount() {
    return 1;
  }

  @Override
  public void release() {
    if (!released.compareAndSet(false, true)) {
      throw new IllegalStateException("released twice");
    }
    live.decrementAndGet();
  }

  @Override
  public RecordCursor records() {
    throw new UnsupportedOperationException("there is nothing to read");
  }
}
