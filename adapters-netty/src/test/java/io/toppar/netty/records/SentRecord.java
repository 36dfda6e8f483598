package io.toppar.netty.records;

import io.toppar.netty.records.Reading.Seen;
import io.toppar.ports.BatchBuilder;
import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.jspecify.annotations.Nullable;

/** A record to be written, by us or by Kafka's own client; a character stands for a byte. */
public record SentRecord(
    long timestamp, @Nullable String key, @Nullable String value, List<Header> headers) {

  private static final int OFTEN = 4;

  /** One header. */
  public record Header(String name, @Nullable String value) {}

  /** Records of all shapes: null and empty, one byte and many, near and far in time. */
  static List<SentRecord> random(SplittableRandom random, int count) {
    long time = random.nextBoolean() ? Fixtures.BASE_TIME : random.nextLong(Long.MAX_VALUE);
    List<SentRecord> records = new ArrayList<>();
    for (SentRecord near : random(random, count, time)) {
      boolean far = random.nextInt(OFTEN) == 0;
      long timestamp = far ? random.nextLong(1L << 62) : Math.abs(near.timestamp);
      records.add(
          new SentRecord(
              random.nextInt(50) == 0 ? -1 : timestamp, near.key, near.value, near.headers));
    }
    return records;
  }

  /** The same, of times that brokers take. */
  public static List<SentRecord> random(SplittableRandom random, int count, long time) {
    List<SentRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(
          new SentRecord(
              time + random.nextInt(-200, 200),
              text(random, 40),
              text(random, random.nextInt(20) == 0 ? 20_000 : 300),
              headers(random)));
    }
    return records;
  }

  /** A record as Kafka's consumer read it. */
  public static SentRecord of(ConsumerRecord<byte[], byte[]> read) {
    List<Header> headers = new ArrayList<>();
    read.headers().forEach(one -> headers.add(new Header(one.key(), text(one.value()))));
    return new SentRecord(read.timestamp(), text(read.key()), text(read.value()), headers);
  }

  /** Appends it to a batch of ours, as a producer does: to what is held if it fits there. */
  public BatchBuilder.Append appendTo(BatchBuilder batch) {
    Slice keyBytes = slice(bytes(key));
    Slice valueBytes = slice(bytes(value));
    Headers all = new Headers(headers);
    return batch.appendToHeld(timestamp, keyBytes, valueBytes, all)
        ? BatchBuilder.Append.APPENDED
        : batch.append(timestamp, keyBytes, valueBytes, all);
  }

  /** Appends it to a batch of Kafka's. */
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
    return new Seen(
        offset,
        timestamp,
        TimestampType.CREATE_TIME,
        -1,
        key,
        value,
        headers.stream().map(one -> new Reading.Header(one.name(), one.value())).toList());
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.ISO_8859_1);
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
