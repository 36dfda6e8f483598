package io.toppar.app.cli;

import io.toppar.ports.RecordHeaders;
import io.toppar.ports.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A message as it was read from input. One thread; used again for the next message, and what it
 * shows is valid until then.
 */
final class InputMessage {

  /** A partition or time that the input does not name. */
  static final int NONE = -1;

  private final Slice keyBytes = new Slice();
  private final Slice valueBytes = new Slice();
  private boolean hasKey;
  private boolean hasValue;
  private RecordHeaders headers = RecordHeaders.NONE;
  private int partition = NONE;
  private long timestampMillis = NONE;

  /** Makes it a message without anything: key and value null. */
  InputMessage clear() {
    hasKey = false;
    hasValue = false;
    headers = RecordHeaders.NONE;
    partition = NONE;
    timestampMillis = NONE;
    return this;
  }

  /** The key, or null. */
  @Nullable Slice key() {
    return hasKey ? keyBytes : null;
  }

  /** The value, or null. */
  @Nullable Slice value() {
    return hasValue ? valueBytes : null;
  }

  /** Its headers. */
  RecordHeaders headers() {
    return headers;
  }

  /** The partition it names, or {@link #NONE}. */
  int partition() {
    return partition;
  }

  /** Its time in milliseconds since the epoch, or {@link #NONE}. */
  long timestampMillis() {
    return timestampMillis;
  }

  /** Gives it a key. */
  void key(byte[] bytes, int offset, int length) {
    keyBytes.wrap(bytes, offset, length);
    hasKey = true;
  }

  /** Gives it a value. */
  void value(byte[] bytes, int offset, int length) {
    valueBytes.wrap(bytes, offset, length);
    hasValue = true;
  }

  /** Gives it headers. */
  void headers(RecordHeaders given) {
    headers = given;
  }

  /** Gives it a partition. */
  void partition(int named) {
    partition = named;
  }

  /** Gives it a time. */
  void timestampMillis(long millis) {
    timestampMillis = millis;
  }
}
