package io.toppar.app.rig;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.FetchFrame;
import io.toppar.ports.FetchedBatches;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * Batches whose records lie in one array, read without allocating. The value of a record is its
 * offset, in 8 bytes, then zeros; with headers, its header "h" is its offset too. A cursor that
 * keeps nothing really destroys the record stepped from.
 */
@NullUnmarked
public final class ArrayBatches implements FetchedBatches {

  private static final int HEADER_BYTES = 9;

  private final TopicPartition topicPartition;
  private final int count;
  private final int valueBytes;
  private final int headers;
  private final boolean keeps;
  private final byte[] memory;
  private boolean released;

  /** So many records; {@code headers} is 0 or 1. */
  public ArrayBatches(
      TopicPartition topicPartition, int count, int valueBytes, int headers, boolean keeps) {
    this.topicPartition = topicPartition;
    this.count = count;
    this.valueBytes = valueBytes;
    this.headers = headers;
    this.keeps = keeps;
    this.memory = new byte[(keeps ? count : 1) * recordBytes()];
  }

  private int recordBytes() {
    return valueBytes + headers * HEADER_BYTES;
  }

  public boolean isReleased() {
    return released;
  }

  @Override
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  @Override
  public FetchFrame frame() {
    return () -> memory.length;
  }

  @Override
  public boolean sharesFrame() {
    return true;
  }

  @Override
  public void detach() {}

  @Override
  public int sizeBytes() {
    return memory.length;
  }

  @Override
  public long baseOffset() {
    return 0;
  }

  @Override
  public long nextOffset() {
    return count;
  }

  @Override
  public int leaderEpoch() {
    return 1;
  }

  @Override
  public int recordCount() {
    return count;
  }

  @Override
  public void release() {
    released = true;
  }

  @Override
  public RecordCursor records() {
    return new Cursor();
  }

  private final class Cursor implements RecordCursor {
    private final Slice value = new Slice();
    private final Slice headerKey = new Slice();
    private final Slice headerValue = new Slice();
    private final ByteBuffer bytes = ByteBuffer.wrap(memory);
    private int offset = -1;
    private int start;

    @Override
    public boolean next() {
      offset++;
      if (offset >= count) {
        return false;
      }
      start = keeps ? offset * recordBytes() : 0;
      Arrays.fill(memory, start, start + recordBytes(), (byte) 0);
      bytes.putLong(start, offset);
      if (headers == 1) {
        bytes.put(start + valueBytes, (byte) 'h').putLong(start + valueBytes + 1, offset);
      }
      return true;
    }

    @Override
    public long offset() {
      return offset;
    }

    @Override
    public long timestamp() {
      return 1_000L + offset;
    }

    @Override
    public TimestampType timestampType() {
      return TimestampType.CREATE_TIME;
    }

    @Override
    public int leaderEpoch() {
      return offset < count / 2 ? 1 : 2;
    }

    @Override
    public Slice key() {
      return null;
    }

    @Override
    public Slice value() {
      return value.wrap(memory, start, valueBytes);
    }

    @Override
    public int headerCount() {
      return headers;
    }

    @Override
    public Slice headerKey(int index) {
      return headerKey.wrap(memory, start + valueBytes, 1);
    }

    @Override
    public Slice headerValue(int index) {
      return headerValue.wrap(memory, start + valueBytes + 1, Long.BYTES);
    }

    @Override
    public int sizeBytes() {
      return recordBytes();
    }

    @Override
    public boolean keepsBytes() {
      return keeps;
    }

    @Override
    public void close() {}
  }
}
