package io.toppar.netty.records;

import io.toppar.netty.records.Reading.Header;
import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.TimestampType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/** Batches written, and read, by Kafka's own client. */
final class KafkaBatches {

  /** Ours, in the order of Kafka's ids, which begin at -1. */
  private static final List<TimestampType> TIMESTAMP_TYPES =
      List.of(TimestampType.NONE, TimestampType.CREATE_TIME, TimestampType.LOG_APPEND_TIME);

  private KafkaBatches() {}

  /** A batch of magic 2 with these values at consecutive offsets. */
  static byte[] batch(Compression compression, long baseOffset, String... values) {
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(1024),
            compression,
            org.apache.kafka.common.record.TimestampType.CREATE_TIME,
            baseOffset);
    append(builder, values);
    return bytes(builder.build());
  }

  /** Messages of an old magic with these values at consecutive offsets, wrapped if compressed. */
  static byte[] messages(int magic, Compression compression, long baseOffset, String... values) {
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(1024),
            (byte) magic,
            compression,
            magic == 0
                ? org.apache.kafka.common.record.TimestampType.NO_TIMESTAMP_TYPE
                : org.apache.kafka.common.record.TimestampType.CREATE_TIME,
            baseOffset);
    append(builder, values);
    return bytes(builder.build());
  }

  /** A transactional batch of a producer. */
  static byte[] transactional(
      Compression compression, long producerId, long baseOffset, String... values) {
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(1024), compression, baseOffset, producerId, (short) 0, 0, true);
    append(builder, values);
    return bytes(builder.build());
  }

  static byte[] marker(ControlRecordType type, long producerId, long offset) {
    return bytes(
        MemoryRecords.withEndTransactionMarker(
            offset,
            Fixtures.BASE_TIME,
            0,
            producerId,
            (short) 0,
            new EndTransactionMarker(type, 0)));
  }

  private static void append(MemoryRecordsBuilder builder, String... values) {
    for (String value : values) {
      builder.append(Fixtures.BASE_TIME, null, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  static byte[] bytes(MemoryRecords records) {
    ByteBuffer buffer = records.buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** What Kafka's client reads, control records left out. */
  static List<Seen> read(byte[] bytes, long fetchOffset) {
    List<Seen> seen = new ArrayList<>();
    for (RecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches()) {
      if (batch.isControlBatch()) {
        continue;
      }
      for (Record record : batch) {
        if (record.offset() >= fetchOffset) {
          seen.add(seen(batch, record));
        }
      }
    }
    return seen;
  }

  private static Seen seen(RecordBatch batch, Record record) {
    return new Seen(
        record.offset(),
        record.timestamp(),
        TIMESTAMP_TYPES.get(batch.timestampType().id + 1),
        batch.partitionLeaderEpoch(),
        record.hasKey() ? text(record.key()) : null,
        record.hasValue() ? text(record.value()) : null,
        Arrays.stream(record.headers())
            .map(
                h ->
                    new Header(
                        h.key(), h.value() == null ? null : text(ByteBuffer.wrap(h.value()))))
            .toList());
  }

  private static String text(ByteBuffer buffer) {
    return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
  }
}
