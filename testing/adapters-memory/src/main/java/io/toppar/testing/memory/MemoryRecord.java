package io.toppar.testing.memory;

import io.toppar.ports.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record to be appended to a {@link MemoryCluster}. Immutable as long as nobody changes the
 * bytes; any thread.
 *
 * @param timestamp milliseconds since the epoch, or {@link #NOW}
 * @param key the key, or null
 * @param value the value, or null
 * @param headers its headers, in order
 */
public record MemoryRecord(
    long timestamp, @Nullable Slice key, @Nullable Slice value, List<MemoryHeader> headers) {

  /** The wall-clock time at which the record is appended. */
  public static final long NOW = -1;

  private static final int OVERHEAD_BYTES = 8;

  /** Keeps a list of its own. */
  public MemoryRecord {
    headers = List.copyOf(headers);
  }

  /** A value of UTF-8 text, without a key. */
  public static MemoryRecord of(String value) {
    return new MemoryRecord(NOW, null, Slice.of(value), List.of());
  }

  /** A key and a value of UTF-8 text. */
  public static MemoryRecord of(String key, String value) {
    return new MemoryRecord(NOW, Slice.of(key), Slice.of(value), List.of());
  }

  /** A key without a value: what compaction deletes the key by. */
  public static MemoryRecord tombstone(String key) {
    return new MemoryRecord(NOW, Slice.of(key), null, List.of());
  }

  /** The same with this timestamp. */
  public MemoryRecord at(long timestampMillis) {
    return new MemoryRecord(timestampMillis, key, value, headers);
  }

  /** The same with one more header. */
  public MemoryRecord with(String name, @Nullable Slice headerValue) {
    List<MemoryHeader> more = new ArrayList<>(headers);
    more.add(new MemoryHeader(name, headerValue));
    return new MemoryRecord(timestamp, key, value, more);
  }

  /** Bytes of key, value and headers, and a little for what surrounds them. */
  int sizeBytes() {
    int size = OVERHEAD_BYTES + length(key) + length(value);
    for (MemoryHeader header : headers) {
      size += 2 + Slice.of(header.name()).length() + length(header.value());
    }
    return size;
  }

  private static int length(@Nullable Slice slice) {
    return slice == null ? 0 : slice.length();
  }
}
