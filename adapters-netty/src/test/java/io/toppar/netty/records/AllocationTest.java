package io.toppar.netty.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.toppar.domain.IsolationLevel;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AllocationTest {

  private static final int RECORDS = 10_000;
  private static final int PASSES = 100;

  @ParameterizedTest
  @EnumSource
  void recordsAreReadWithoutAllocation(CompressionType codec) {
    byte[] batch = batch(Compression.of(codec).build());
    HeapFrame frame = new HeapFrame(batch);
    FetchedRecords batches =
        Objects.requireNonNull(
            new BatchWalker(RecordOptions.DEFAULT)
                .walk(
                    Reading.T0,
                    frame,
                    0,
                    batch.length,
                    0,
                    IsolationLevel.READ_COMMITTED,
                    AbortedTransactions.NONE)
                .batches());
    long sum = pass(batches);
    long before = Allocations.ofThisThread();
    for (int i = 0; i < PASSES; i++) {
      assertThat(pass(batches) == sum).isTrue();
    }
    long perRecord = (Allocations.ofThisThread() - before) / (RECORDS * PASSES);
    assertThat(perRecord).as("bytes per record; a cursor's own bytes are spread over all").isZero();
  }

  private static long pass(FetchedRecords batches) {
    long sum = 0;
    int records = 0;
    try (RecordCursor cursor = batches.records()) {
      while (cursor.next()) {
        sum += cursor.offset() + cursor.timestamp() + cursor.sizeBytes() + length(cursor.key());
        sum += length(cursor.value());
        for (int i = 0; i < cursor.headerCount(); i++) {
          sum += cursor.headerKey(i).length() + length(cursor.headerValue(i));
        }
        records++;
      }
    }
    return records == RECORDS ? sum : -1;
  }

  private static int length(@org.jspecify.annotations.Nullable Slice slice) {
    return slice == null ? 0 : slice.length();
  }

  private static byte[] batch(Compression compression) {
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(1 << 20), compression, TimestampType.CREATE_TIME, 0);
    Header[] headers = {new RecordHeader("trace", new byte[4])};
    for (int i = 0; i < RECORDS; i++) {
      byte[] value =
          ("value of record " + i).repeat(4).getBytes(java.nio.charset.StandardCharsets.UTF_8);
      builder.append(
          Fixtures.BASE_TIME + i, new byte[8], value, i % 8 == 0 ? headers : new Header[0]);
    }
    return KafkaBatches.bytes(builder.build());
  }
}
