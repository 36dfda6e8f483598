package io.toppar.netty.records;

import io.toppar.domain.BatchFault;
import io.toppar.domain.TopicPartition;
import io.toppar.ports.CorruptRecordsException;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import org.jspecify.annotations.Nullable;

/** The cursor over {@link FetchedRecords}: opens batch after batch and reads their records. */
final class BatchCursor implements RecordCursor {

  private final TopicPartition topicPartition;
  private final long fetchOffset;
  private final BatchSequence batches;
  private final RecordFields record = new RecordFields();
  private final HeaderView headers = new HeaderView(record);
  private final Slice key = new Slice();
  private final Slice value = new Slice();
  private final BatchReader usual;

  private RecordReader reader;
  private @Nullable BatchFault fault;

  BatchCursor(
      TopicPartition topicPartition,
      byte[] bytes,
      Spans spans,
      BatchRange range,
      RecordOptions options) {
    this.topicPartition = topicPartition;
    this.fetchOffset = range.fetchOffset();
    this.batches = new BatchSequence(bytes, spans, range, options);
    this.usual = batches.batchReader();
    this.reader = usual;
  }

  /** Small, so that it is compiled into its caller: nearly every record is read here. */
  @Override
  public boolean next() {
    if (usual.stepUsual(record) && record.offset >= fetchOffset) {
      headers.reset();
      return true;
    }
    return nextOtherwise();
  }

  private boolean nextOtherwise() {
    if (fault != null) {
      throw new CorruptRecordsException(topicPartition, fault);
    }
    try {
      while (true) {
        while (!reader.hasNext()) {
          if (!batches.openNext()) {
            batches.close();
            return false;
          }
          reader = batches.reader();
        }
        reader.step(record);
        if (record.offset >= fetchOffset) {
          headers.reset();
          return true;
        }
      }
    } catch (UnreadableException e) {
      throw fail(e);
    }
  }

  /** Everything from behind the last record on, to the end of the batch, cannot be read. */
  private CorruptRecordsException fail(UnreadableException cause) {
    batches.close();
    fault = batches.fault(cause, record.offset + 1);
    return new CorruptRecordsException(topicPartition, fault);
  }

  @Override
  public long offset() {
    return record.offset;
  }

  @Override
  public long timestamp() {
    return record.timestamp;
  }

  @Override
  public TimestampType timestampType() {
    return reader.timestampType();
  }

  @Override
  public int leaderEpoch() {
    return reader.leaderEpoch();
  }

  @Override
  public @Nullable Slice key() {
    return record.keyLength < 0 ? null : key.wrap(record.bytes, record.keyAt, record.keyLength);
  }

  @Override
  public @Nullable Slice value() {
    return record.valueLength < 0
        ? null
        : value.wrap(record.bytes, record.valueAt, record.valueLength);
  }

  @Override
  public int headerCount() {
    return record.headerCount;
  }

  @Override
  public Slice headerKey(int index) {
    return headers.name(index);
  }

  @Override
  public @Nullable Slice headerValue(int index) {
    return headers.value(index);
  }

  @Override
  public int sizeBytes() {
    return Math.max(record.keyLength, 0) + Math.max(record.valueLength, 0) + record.headerBytes;
  }

  /** What was decompressed makes way for the next batch; the reply stays. */
  @Override
  public boolean keepsBytes() {
    return reader.inReply();
  }

  @Override
  public void close() {
    batches.close();
  }
}
