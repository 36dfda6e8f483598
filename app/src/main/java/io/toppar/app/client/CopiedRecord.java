package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A record with its bytes in one array of its own: key, value, then headers. Immutable, any thread.
 *
 * <p>A cursor reuses its memory with every step, so a record that outlives the step is copied: one
 * object and one array, whatever its number of fields.
 */
final class CopiedRecord implements Record {

  private static final int ABSENT = -1;
  private static final int[] NO_HEADERS = {};

  private final TopicPartition topicPartition;

  /** What it is valid with; null for one that stands alone. */
  private final @Nullable HeldBatch batch;

  private final long offset;
  private final long timestamp;
  private final int leaderEpoch;
  private final TimestampType timestampType;
  private final byte[] bytes;
  private final int keyLength;
  private final int valueLength;

  /** Per header the lengths of its name and value, the latter -1 for null. */
  private final int[] headerLengths;

  private CopiedRecord(
      HeldBatch batch, RecordCursor cursor, byte[] bytes, int key, int value, int[] headers) {
    this.topicPartition = batch.topicPartition();
    this.batch = batch;
    this.offset = cursor.offset();
    this.timestamp = cursor.timestamp();
    this.leaderEpoch = cursor.leaderEpoch();
    this.timestampType = cursor.timestampType();
    this.bytes = bytes;
    this.keyLength = key;
    this.valueLength = value;
    this.headerLengths = headers;
  }

  /** The same, standing alone: the bytes never change, so they are shared. */
  private CopiedRecord(CopiedRecord held) {
    this.topicPartition = held.topicPartition;
    this.batch = null;
    this.offset = held.offset;
    this.timestamp = held.timestamp;
    this.leaderEpoch = held.leaderEpoch;
    this.timestampType = held.timestampType;
    this.bytes = held.bytes;
    this.keyLength = held.keyLength;
    this.valueLength = held.valueLength;
    this.headerLengths = held.headerLengths;
  }

  /** Copies the record that the cursor stands at. */
  static CopiedRecord of(HeldBatch batch, RecordCursor cursor) {
    int headerCount = cursor.headerCount();
    int[] headers = headerCount == 0 ? NO_HEADERS : new int[2 * headerCount];
    Slice key = cursor.key();
    int keyLength = length(key);
    Slice value = cursor.value();
    int valueLength = length(value);
    int size = Math.max(keyLength, 0) + Math.max(valueLength, 0);
    for (int i = 0; i < headerCount; i++) {
      headers[2 * i] = cursor.headerKey(i).length();
      headers[2 * i + 1] = length(cursor.headerValue(i));
      size += headers[2 * i] + Math.max(headers[2 * i + 1], 0);
    }
    byte[] bytes = new byte[size];
    int at = put(key, bytes, 0);
    at = put(value, bytes, at);
    for (int i = 0; i < headerCount; i++) {
      at = put(cursor.headerKey(i), bytes, at);
      at = put(cursor.headerValue(i), bytes, at);
    }
    return new CopiedRecord(batch, cursor, bytes, keyLength, valueLength, headers);
  }

  private void requireValid() {
    if (batch != null) {
      batch.requireHeld();
    }
  }

  @Override
  public TopicPartition topicPartition() {
    return topicPartition;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long timestamp() {
    requireValid();
    return timestamp;
  }

  @Override
  public TimestampType timestampType() {
    requireValid();
    return timestampType;
  }

  @Override
  public int leaderEpoch() {
    requireValid();
    return leaderEpoch;
  }

  @Override
  public @Nullable Slice key() {
    requireValid();
    return slice(0, keyLength);
  }

  @Override
  public @Nullable Slice value() {
    requireValid();
    return slice(Math.max(keyLength, 0), valueLength);
  }

  @Override
  public int headerCount() {
    requireValid();
    return headerLengths.length / 2;
  }

  @Override
  public Slice headerKey(int index) {
    requireValid();
    return new Slice().wrap(bytes, start(2 * index), headerLengths[2 * index]);
  }

  @Override
  public @Nullable Slice headerValue(int index) {
    requireValid();
    return slice(start(2 * index + 1), headerLengths[2 * index + 1]);
  }

  @Override
  public Record copy() {
    requireValid();
    return batch == null ? this : new CopiedRecord(this);
  }

  @Override
  public String toString() {
    return topicPartition + "@" + offset;
  }

  private int start(int field) {
    int at = Math.max(keyLength, 0) + Math.max(valueLength, 0);
    for (int i = 0; i < field; i++) {
      at += Math.max(headerLengths[i], 0);
    }
    return at;
  }

  private @Nullable Slice slice(int start, int length) {
    return length == ABSENT ? null : new Slice().wrap(bytes, start, length);
  }

  private static int length(@Nullable Slice slice) {
    return slice == null ? ABSENT : slice.length();
  }

  private static int put(@Nullable Slice slice, byte[] bytes, int at) {
    if (slice == null) {
      return at;
    }
    System.arraycopy(slice.array(), slice.arrayOffset(), bytes, at, slice.length());
    return at + slice.length();
  }
}
