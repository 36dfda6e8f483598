package io.toppar.benchmarks;

import io.toppar.domain.IsolationLevel;
import io.toppar.domain.TopicPartition;
import io.toppar.netty.records.AbortedTransactions;
import io.toppar.netty.records.BatchWalker;
import io.toppar.netty.records.FetchedRecords;
import io.toppar.netty.records.FrameMemory;
import io.toppar.netty.records.RecordOptions;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Decoding alone, per record: one batch of 10,000 records of 100 bytes without keys, checksum
 * verified, the lengths of key and value touched. Both sides read the same array.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(DecodeBenchmark.RECORDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecodeBenchmark {

  /** Records in the batch. */
  public static final int RECORDS = 10_000;

  private static final int VALUE_BYTES = 100;
  private static final TopicPartition T0 = new TopicPartition("t", 0);

  /** How the batch is compressed. */
  @Param({"NONE", "LZ4"})
  public CompressionType codec = CompressionType.NONE;

  private final BatchWalker walker = new BatchWalker(RecordOptions.DEFAULT);
  private Frame frame = new Frame(new byte[0]);

  /** For JMH. */
  public DecodeBenchmark() {}

  /** Writes the batch with Kafka's own builder. */
  @Setup
  public void write() {
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(2 << 20),
            Compression.of(codec).build(),
            TimestampType.CREATE_TIME,
            0);
    Values values = new Values(VALUE_BYTES);
    for (int i = 0; i < RECORDS; i++) {
      builder.append(1_700_000_000_000L + i, null, values.next());
    }
    ByteBuffer buffer = builder.build().buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    frame = new Frame(bytes);
  }

  /** Our cursor, which allocates nothing per record. */
  @Benchmark
  public long topparCursor() {
    FetchedRecords batches =
        Objects.requireNonNull(
            walker
                .walk(
                    T0,
                    frame,
                    0,
                    frame.array().length,
                    0,
                    IsolationLevel.READ_COMMITTED,
                    AbortedTransactions.NONE)
                .batches());
    long bytes = 0;
    try (RecordCursor cursor = batches.records()) {
      while (cursor.next()) {
        bytes += length(cursor.key()) + length(cursor.value()) + cursor.offset();
      }
    }
    batches.release();
    return bytes;
  }

  /** Kafka's iterator, without the ConsumerRecord that its consumer makes of each record. */
  @Benchmark
  public long kafkaIterator() {
    long bytes = 0;
    MemoryRecords records = MemoryRecords.readableRecords(ByteBuffer.wrap(frame.array()));
    for (MutableRecordBatch batch : records.batches()) {
      batch.ensureValid();
      for (Record record : batch) {
        bytes += Math.max(0, record.keySize()) + record.valueSize() + record.offset();
      }
    }
    return bytes;
  }

  private static int length(@Nullable Slice slice) {
    return slice == null ? 0 : slice.length();
  }

  /** A frame that lives as long as the benchmark. */
  private static final class Frame implements FrameMemory {

    private final byte[] array;

    Frame(byte[] array) {
      this.array = array;
    }

    @Override
    public byte[] array() {
      return array;
    }

    @Override
    public void retain() {}

    @Override
    public void release() {}

    @Override
    public int sizeBytes() {
      return array.length;
    }
  }
}
