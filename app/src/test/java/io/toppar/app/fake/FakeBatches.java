package io.toppar.app.fake;

import io.toppar.domain.BatchFault;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.FetchFrame;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;

/** Batches made of offsets; the value of a record is its offset as text. */
@NullUnmarked
public final class FakeBatches implements FetchedBatches {

  private final TopicPartition topicPartition;
  private final long base;
  private final long next;
  private final List<Long> offsets;
  private final int sizeBytes;
  private final FetchFrame frame;
  private final AtomicInteger live;
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile boolean shares = true;
  private BatchFault fault;
  private boolean breaksMachines;

  public FakeBatches(
      TopicPartition topicPartition,
      long base,
      long next,
      List<Long> offsets,
      int sizeBytes,
      FetchFrame frame,
      AtomicInteger live) {
    this.topicPartition = topicPartition;
    this.base = base;
    this.next = next;
    this.offsets = List.copyOf(offsets);
    this.sizeBytes = sizeBytes;
    this.frame = frame;
    this.live = live;
    live.incrementAndGet();
  }

  /** The records from this fault's first offset on cannot be read. */
  public FakeBatches corrupt(BatchFault theFault) {
    fault = theFault;
    return this;
  }

  /** Asking where it ends throws, inside of whatever machine asks. */
  public FakeBatches breakingMachines() {
    breaksMachines = true;
    return this;
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
    return base;
  }

  @Override
  public long nextOffset() {
    if (breaksMachines) {
      throw new IllegalStateException("made to break");
    }
    return next;
  }

  @Override
  public int leaderEpoch() {
    return 1;
  }

  @Override
  public int recordCount() {
    return offsets.size();
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
    return new Cursor();
  }

  private final class Cursor implements RecordCursor {
    private int at = -1;

    @Override
    public boolean next() {
      if (released.get()) {
        throw new AssertionError("read after release");
      }
      if (fault != null && at + 1 < offsets.size() && offsets.get(at + 1) >= fault.firstOffset()) {
        throw new CorruptRecordsException(topicPartition, fault);
      }
      at++;
      return at < offsets.size();
    }

    @Override
    public long offset() {
      return offsets.get(at);
    }

    @Override
    public long timestamp() {
      return 1_000 + offset();
    }

    @Override
    public TimestampType timestampType() {
      return TimestampType.CREATE_TIME;
    }

    @Override
    public int leaderEpoch() {
      return 1;
    }

    @Override
    public Slice key() {
      return null;
    }

    @Override
    public Slice value() {
      return Slice.of(Long.toString(offset()));
    }

    @Override
    public int headerCount() {
      return 1;
    }

    @Override
    public Slice headerKey(int index) {
      return Slice.of("h");
    }

    @Override
    public Slice headerValue(int index) {
      return null;
    }

    @Override
    public int sizeBytes() {
      return 10;
    }

    @Override
    public void close() {}
  }
}
