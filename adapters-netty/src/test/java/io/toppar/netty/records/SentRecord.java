package io.toppar.netty.records;

import io.toppar.netty.records.Reading.Header;
import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.jspecify.annotations.Nullable;

/** A record to be written, by us or by Kafka's own client; a character stands for a byte. */
record SentRecord(
    long timestamp, @Nullable String key, @Nullable String value, List<Header> headers) {

  private static final int OFTEN = 4;

  /** Records of all shapes: null and empty, one byte and many, near and far in time. */
  static List<SentRecord> random(SplittableRandom random, int count) {
    List<SentRecord> records = new ArrayList<>();
    long time = random.nextBoolean() ? Fixtures.BASE_TIME : random.nextLong(Long.MAX_VALUE);
    for (int i = 0; i < count; i++) {
      boolean near = random.nextInt(OFTEN) > 0;
      long timestamp =
          near ? Math.abs(time + random.nextInt(-200, 200)) : random.nextLong(1L << 62);
      records.add(
          new SentRecord(
              random.nextInt(50) == 0 ? -1 : timestamp,
              text(random, 40),
              text(random, random.nextInt(20) == 0 ? 20_000 : 300),
              headers(random)));
    }
    return records;
  }

  /** A record of one value. */
  static SentRecord of(String value) {
    return new SentRecord(Fixtures.BASE_TIME, null, value, List.of());
  }

  BatchBuilder.Append appendTo(BatchBuilder batch) {
    return batch.append(timestamp, slice(bytes(key)), slice(bytes(value)), new Headers(headers));
  }

  void appendTo(MemoryRecordsBuilder kafka) {
    kafka.append(
        timestamp,
        bytes(key),
        bytes(value),
        headers.stream()
            .map(one -> new RecordHeader(one.name(), bytes(one.value())))
            .toArray(org.apache.kafka.common.header.Header[]::new));
  }

  /** What a reader sees of it at an offset. */
  Seen seenAt(long offset) {
    return new Seen(offset, timestamp, TimestampType.CREATE_TIME, -1, key, value, headers);
  }

  private static @Nullable String text(SplittableRandom random, int most) {
    return switch (random.nextInt(OFTEN)) {
      case 0 -> null;
      case 1 -> "x".repeat(random.nextInt(2));
      default -> {
        byte[] bytes = new byte[random.nextInt(most)];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) random.nextInt(random.nextInt(10) == 0 ? 256 : 4);
        }
        yield new String(bytes, StandardCharsets.ISO_8859_1);
      }
    };
  }

  private static List<Header> headers(SplittableRandom random) {
    List<Header> headers = new ArrayList<>();
    for (int i = random.nextInt(OFTEN); i > 1; i--) {
      headers.add(new Header("h".repeat(random.nextInt(90)), text(random, 90)));
    }
    return headers;
  }

  private static @Nullable Slice slice(byte @Nullable [] bytes) {
    return bytes == null ? null : Slice.of(bytes);
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private record Headers(List<Header> all) implements RecordHeaders {

    @Override
    public int count() {
      return all.size();
    }

    @Override
    public Slice name(int index) {
      return Slice.of(all.get(index).name());
    }

    @Override
    public @Nullable Slice value(int index) {
      return slice(bytes(all.get(index).value()));
    }
  }
}
