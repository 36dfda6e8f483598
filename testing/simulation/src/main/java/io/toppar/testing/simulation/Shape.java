package io.toppar.testing.simulation;

import io.toppar.app.client.Message;
import io.toppar.ports.Slice;
import io.toppar.testing.memory.MemoryHeader;
import io.toppar.testing.memory.MemoryRecord;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a message looks like whose serial is given: somewhere it says its serial, and all of it must
 * come into the log as it was. Stateless, any thread.
 */
enum Shape {
  /** A value. */
  VALUE,
  /** A value under one of few keys. */
  KEYED,
  /** A key, and no value. */
  TOMBSTONE,
  /** Key and value empty, which is something other than none. */
  EMPTY,
  /** A value, headers of one name, one without and one with an empty value. */
  HEADERS,
  /** A value, and a time of its own. */
  TIMED,
  /** A value, and a key that the application's own choice of partitions throws at. */
  POISON;

  /** The key that the application's own choice throws at. */
  static final Slice POISONED = Slice.of("poison");

  private static final String SERIAL = "serial";
  private static final int KEYS = 5;

  /** Added to the serial, gives the time of one that has its own. */
  private static final long EPOCH = 1_600_000_000_000L;

  /** Fills a message in, its topic and partition excepted. */
  void fill(Message message, int serial, int bytes) {
    Slice key = key(serial);
    Slice value = value(serial, bytes);
    if (key != null) {
      message.key(key);
    }
    if (value != null) {
      message.value(value);
    }
    for (MemoryHeader header : headers(serial)) {
      message.header(Slice.of(header.name()), header.value());
    }
    if (this == TIMED) {
      message.timestamp(EPOCH + serial);
    }
  }

  /** Whether a record is such a message, but for its time. */
  boolean isIn(MemoryRecord record, int serial, int bytes) {
    return Objects.equals(record.key(), key(serial))
        && Objects.equals(record.value(), value(serial, bytes))
        && record.headers().equals(headers(serial));
  }

  /** Whether a message that was handed over between two times may have this one. */
  boolean mayHaveTime(long timestamp, int serial, long fromMillis, long toMillis) {
    return this == TIMED
        ? timestamp == EPOCH + serial
        : timestamp >= fromMillis && timestamp <= toMillis;
  }

  /** The serial that a record says. */
  static int serial(MemoryRecord record) {
    for (MemoryHeader header : record.headers()) {
      if (header.name().equals(SERIAL) && header.value() != null) {
        return Cluster.serial(header.value());
      }
    }
    Slice said = record.value() == null ? record.key() : record.value();
    return said == null ? -1 : Cluster.serial(said);
  }

  private @Nullable Slice key(int serial) {
    return switch (this) {
      case VALUE, HEADERS, TIMED -> null;
      case KEYED -> Slice.of("key" + serial % KEYS);
      case TOMBSTONE -> Slice.of(Integer.toString(serial));
      case EMPTY -> Slice.of("");
      case POISON -> POISONED;
    };
  }

  private @Nullable Slice value(int serial, int bytes) {
    return switch (this) {
      case TOMBSTONE -> null;
      case EMPTY -> Slice.of("");
      case VALUE, KEYED, HEADERS, TIMED, POISON -> Cluster.value(serial, bytes);
    };
  }

  private List<MemoryHeader> headers(int serial) {
    MemoryHeader said = new MemoryHeader(SERIAL, Slice.of(Integer.toString(serial)));
    return switch (this) {
      case EMPTY -> List.of(said);
      case HEADERS ->
          List.of(
              new MemoryHeader(SERIAL, null), said, said, new MemoryHeader("empty", Slice.of("")));
      case VALUE, KEYED, TOMBSTONE, TIMED, POISON -> List.of();
    };
  }
}
