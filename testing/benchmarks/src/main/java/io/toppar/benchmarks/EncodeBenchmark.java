package io.toppar.benchmarks;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.toppar.netty.records.BatchMaker;
import io.toppar.netty.records.WrittenBatch;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.BatchMemory;
import io.toppar.ports.Compression;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.SealedBatch;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Encoding alone, per record: batches of 64 KiB of records without keys, from the first record to
 * the checksum. Both sides fill memory that is used again for the next batch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(EncodeBenchmark.RECORDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncodeBenchmark {

  /** Records of an invocation, in as many batches as that takes. */
  public static final int RECORDS = 6_000;

  private static final int BATCH_BYTES = 64 << 10;
  private static final int DIFFERENT = 1 << 10;
  private static final Header[] NO_HEADERS = {};

  /** How the batches are compressed. */
  @Param({"NONE", "LZ4", "ZSTD"})
  public CompressionType codec = CompressionType.NONE;

  /** The size of a value. */
  @Param({"100", "1000"})
  public int valueBytes;

  private final BatchMaker maker = new BatchMaker(1 << 20);
  private final ByteBuf header = Unpooled.directBuffer();
  private final Slice value = new Slice();
  private final byte[][] values = new byte[DIFFERENT][];
  private Compression ours = Compression.NONE;
  private org.apache.kafka.common.compress.Compression theirs =
      org.apache.kafka.common.compress.Compression.NONE;
  private ByteBuffer memory = ByteBuffer.allocate(0);

  /** For JMH. */
  public EncodeBenchmark() {}

  /** Makes the values. */
  @Setup
  public void prepare() {
    Values made = new Values(valueBytes);
    for (int i = 0; i < DIFFERENT; i++) {
      values[i] = made.next();
    }
    ours = Compression.of(Compression.Codec.valueOf(codec.name()));
    theirs = org.apache.kafka.common.compress.Compression.of(codec).build();
    memory = ByteBuffer.allocate(BATCH_BYTES);
  }

  /** Lets go of what is kept. */
  @TearDown
  public void end() {
    maker.close();
    header.release();
  }

  /** Our batches, with the header of one transmission each. */
  @Benchmark
  public long toppar() {
    long bytes = 0;
    BatchBuilder open = maker.newBatch(BATCH_BYTES, BATCH_BYTES, ours, Unlimited.MEMORY);
    for (int i = 0; i < RECORDS; i++) {
      byte[] next = values[i % DIFFERENT];
      value.wrap(next, 0, next.length);
      while (open.append(1_700_000_000_000L + i, null, value, RecordHeaders.NONE)
          != BatchBuilder.Append.APPENDED) {
        bytes += sent(open.seal());
        open = maker.newBatch(BATCH_BYTES, BATCH_BYTES, ours, Unlimited.MEMORY);
      }
    }
    return bytes + sent(open.seal());
  }

  /** Kafka's batches, without what its producer does around them for each record. */
  @Benchmark
  public long kafka() {
    long bytes = 0;
    MemoryRecordsBuilder open = kafkas();
    for (int i = 0; i < RECORDS; i++) {
      byte[] next = values[i % DIFFERENT];
      long time = 1_700_000_000_000L + i;
      if (!open.hasRoomFor(time, null, next, NO_HEADERS)) {
        bytes += open.build().sizeInBytes();
        open = kafkas();
      }
      open.append(time, null, next);
    }
    return bytes + open.build().sizeInBytes();
  }

  private long sent(SealedBatch batch) {
    header.clear();
    ((WrittenBatch) batch).writeHeader(header, 1, (short) 0, 0);
    long bytes = (long) batch.sizeBytes() + header.getInt(17);
    batch.release();
    return bytes;
  }

  private MemoryRecordsBuilder kafkas() {
    memory.clear();
    return MemoryRecords.builder(memory, theirs, TimestampType.CREATE_TIME, 0);
  }

  /** Memory without end. */
  private enum Unlimited implements BatchMemory {
    MEMORY;

    @Override
    public boolean tryTake(int bytes) {
      return true;
    }

    @Override
    public void take(int bytes) {}

    @Override
    public void giveBack(int bytes) {}
  }
}
