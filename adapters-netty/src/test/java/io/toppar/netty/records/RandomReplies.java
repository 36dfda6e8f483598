package io.toppar.netty.records;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.jspecify.annotations.Nullable;

/** Random partitions' bytes, written by Kafka's client: every magic, codec and oddity. Seeded. */
final class RandomReplies {

  private static final List<Compression> CODECS =
      List.of(
          Compression.NONE,
          Compression.gzip().build(),
          Compression.snappy().build(),
          Compression.lz4().build(),
          Compression.zstd().build());

  /** Zstandard came after the old formats. */
  private static final int OLD_CODECS = 4;

  private final Random random;
  private long offset;

  RandomReplies(long seed) {
    random = new Random(seed);
  }

  /** The batches of one partition, in offset order; older formats come first. */
  List<byte[]> batches() {
    offset = random.nextInt(1000);
    int magic = random.nextInt(4);
    List<byte[]> batches = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      batches.add(magic < 2 ? batch(magic) : random.nextInt(8) == 0 ? marker() : batch(2));
      magic = magic < 2 ? magic + random.nextInt(3) / 2 : 2;
    }
    return batches;
  }

  /** Batches of magic 2 only, which alone may have headers. */
  List<byte[]> manyHeaders() {
    return List.of(batch(2), batch(2), batch(2));
  }

  private byte[] marker() {
    ControlRecordType type =
        random.nextBoolean() ? ControlRecordType.ABORT : ControlRecordType.COMMIT;
    return KafkaBatches.marker(type, random.nextInt(3), offset++);
  }

  private byte[] batch(int magic) {
    Compression codec = CODECS.get(random.nextInt(magic < 2 ? OLD_CODECS : CODECS.size()));
    boolean transactional = magic == 2 && random.nextInt(3) == 0;
    MemoryRecordsBuilder builder =
        MemoryRecords.builder(
            ByteBuffer.allocate(512),
            (byte) magic,
            codec,
            timestampType(magic),
            offset,
            Fixtures.BASE_TIME + random.nextInt(1000),
            transactional ? random.nextInt(3) : -1,
            (short) (transactional ? 0 : -1),
            transactional ? random.nextInt(1000) : -1,
            transactional,
            random.nextInt(5));
    for (int i = random.nextInt(30); i >= 0; i--) {
      if (magic < 2) {
        builder.appendWithOffset(offset, timestamp(), bytes(), bytes());
      } else {
        builder.appendWithOffset(offset, timestamp(), bytes(), bytes(), headers());
      }
      offset += 1 + random.nextInt(8) / 7 * random.nextInt(5);
    }
    return KafkaBatches.bytes(builder.build());
  }

  private TimestampType timestampType(int magic) {
    if (magic == 0) {
      return TimestampType.NO_TIMESTAMP_TYPE;
    }
    return random.nextInt(4) == 0 ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
  }

  private long timestamp() {
    return random.nextInt(5) == 0 ? random.nextLong() >>> 1 : Fixtures.BASE_TIME + random.nextInt();
  }

  private Header[] headers() {
    Header[] headers = new Header[random.nextInt(4) / 2 * random.nextInt(4)];
    for (int i = 0; i < headers.length; i++) {
      headers[i] = new RecordHeader("h" + random.nextInt(100), bytes());
    }
    return headers;
  }

  private byte @Nullable [] bytes() {
    return switch (random.nextInt(6)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> "text ".repeat(random.nextInt(3000)).getBytes(StandardCharsets.UTF_8);
      default -> {
        byte[] noise = new byte[random.nextInt(150)];
        random.nextBytes(noise);
        yield noise;
      }
    };
  }
}
