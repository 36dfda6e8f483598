package io.toppar.benchmarks.reader;

import io.toppar.app.client.Consumer;
import io.toppar.app.client.Record;
import io.toppar.app.client.Records;
import io.toppar.ports.Slice;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Toppar's comfortable way: an object for each record. */
final class TopparRecordReader implements Reader {

  private static final Duration WAIT = Duration.ofSeconds(1);

  private final Source source;
  private final Consumer consumer;
  private long valueBytes;

  TopparRecordReader(Source source) {
    this.source = source;
    this.consumer = TopparClient.reading(source);
  }

  @Override
  public void rewind() {
    TopparClient.rewind(consumer, source);
  }

  @Override
  public int poll() {
    int count = 0;
    try (Records records = consumer.pollRecords(WAIT)) {
      for (Record record : records) {
        count++;
        valueBytes += length(record.key()) + length(record.value());
      }
    }
    return count;
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
