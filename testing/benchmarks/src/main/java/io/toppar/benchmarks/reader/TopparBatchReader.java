package io.toppar.benchmarks.reader;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.RecordBatch;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Toppar's quickest way: batches, read by a cursor. */
final class TopparBatchReader implements Reader {

  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Source source;
  private final Consumer consumer;
  private long valueBytes;

  TopparBatchReader(Source source) {
    this.source = source;
    this.consumer = TopparClient.reading(source);
  }

  @Override
  public void rewind() {
    TopparClient.rewind(consumer, source);
  }

  @Override
  public int poll() {
    try (RecordBatch batch = consumer.poll(WAIT)) {
      return batch == null ? 0 : read(batch);
    }
  }

  private int read(RecordBatch batch) {
    int records = 0;
    long bytes = 0;
    try (RecordCursor cursor = batch.records()) {
      while (cursor.next()) {
        records++;
        bytes += length(cursor.key()) + length(cursor.value());
      }
    }
    valueBytes += bytes;
    return records;
  }

  private static int length(@Nullable Slice slice) {
    return slice == null ? 0 : slice.length();
  }

  @Override
  public long valueBytes() {
    return valueBytes;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
