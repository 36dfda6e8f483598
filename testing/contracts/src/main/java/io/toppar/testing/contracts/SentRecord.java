package io.toppar.testing.contracts;

import io.toppar.ports.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as its producer gives it. Immutable as long as nobody changes the bytes; any thread.
 *
 * @param timestamp milliseconds since the epoch
 * @param key the key, or null
 * @param value the value, or null
 * @param headers its headers, in order
 */
public record SentRecord(
    long timestamp, @Nullable Slice key, @Nullable Slice value, List<Header> headers) {

  /** A value without key and headers. */
  public static SentRecord of(long timestamp, String value) {
    return new SentRecord(timestamp, null, Slice.of(value), List.of());
  }

  /** All of it as text. */
  @Override
  public String toString() {
    return timestamp + ":" + text(key) + "=" + text(value) + (headers.isEmpty() ? "" : headers);
  }

  private static String text(@Nullable Slice slice) {
    return slice == null ? "null" : '"' + slice.utf8() + '"';
  }

  /**
   * A header.
   *
   * @param name its name, which may occur more than once
   * @param value its value, or null
   */
  public record Header(String name, @Nullable Slice value) {

    @Override
    public String toString() {
      return name + "=" + text(value);
    }
  }
}
