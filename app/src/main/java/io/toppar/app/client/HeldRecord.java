package io.toppar.app.client;

import io.toppar.domain.TopicPartition;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A record as places in an array, which it shares with others until it is copied. Immutable, any
 * thread.
 *
 * <p>One object of 56 bytes on usual JVMs; the slices are made when asked for. Each field is held
 * against null in its own method: where all keys are null and no value is, the compiler sees it,
 * and need not make a slice that does not outlive the call.
 */
final class HeldRecord implements Record {

  /** The length of what is null. */
  static final int ABSENT = -1;

  /** Numbers for a header: where its name begins, its length, and the same of its value. */
  static final int HEADER_NUMBERS = 4;

  private final RecordOrigin origin;
  private final long offset;
  private final long timestamp;
  private final byte[] bytes;
  private final int keyAt;
  private final int keyLength;
  private final int valueAt;
  private final int valueLength;
  private final int[] headers;

  HeldRecord(RecordOrigin origin, long offset, long timestamp, RecordParts parts) {
    this.origin = origin;
    this.offset = offset;
    this.timestamp = timestamp;
    this.bytes = parts.bytes;
    this.keyAt = parts.keyAt;
    this.keyLength = parts.keyLength;
    this.valueAt = parts.valueAt;
    this.valueLength = parts.valueLength;
    this.headers = parts.headers;
  }

  /** The same, standing alone: key, value and headers one after another in an array of its own. */
  private HeldRecord(HeldRecord held) {
    this.origin = held.origin.alone();
    this.offset = held.offset;
    this.timestamp = held.timestamp;
    this.keyLength = held.keyLength;
    this.valueLength = held.valueLength;
    this.bytes = new byte[held.size()];
    this.keyAt = 0;
    this.valueAt = held.give(held.keyAt, keyLength, bytes, 0);
    this.headers = held.headers.clone();
    int at = held.give(held.valueAt, valueLength, bytes, valueAt);
    for (int i = 0; i < headers.length; i += 2) {
      headers[i] = at;
      at = held.give(held.headers[i], headers[i + 1], bytes, at);
    }
  }

  private int size() {
    int size = Math.max(keyLength, 0) + Math.max(valueLength, 0);
    for (int i = 0; i < headers.length; i += 2) {
      size += Math.max(headers[i + 1], 0);
    }
    return size;
  }

  /** Copies a field to a place of another array; returns where it ends there. */
  private int give(int start, int length, byte[] to, int at) {
    if (length == ABSENT) {
      return at;
    }
    System.arraycopy(bytes, start, to, at, length);
    return at + length;
  }

  @Override
  public TopicPartition topicPartition() {
    return origin.topicPartition();
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long timestamp() {
    origin.requireValid();
    return timestamp;
  }

  @Override
  public TimestampType timestampType() {
    origin.requireValid();
    return origin.timestampType();
  }

  @Override
  public int leaderEpoch() {
    origin.requireValid();
    return origin.leaderEpoch();
  }

  @Override
  public @Nullable Slice key() {
    origin.requireValid();
    return keyLength == ABSENT ? null : slice(keyAt, keyLength);
  }

  @Override
  public @Nullable Slice value() {
    origin.requireValid();
    return valueLength == ABSENT ? null : slice(valueAt, valueLength);
  }

  @Override
  public int headerCount() {
    origin.requireValid();
    return headers.length / HEADER_NUMBERS;
  }

  @Override
  public Slice headerKey(int index) {
    origin.requireValid();
    int name = HEADER_NUMBERS * index;
    return slice(headers[name], headers[name + 1]);
  }

  @Override
  public @Nullable Slice headerValue(int index) {
    origin.requireValid();
    int value = HEADER_NUMBERS * index + 2;
    int length = headers[value + 1];
    return length == ABSENT ? null : slice(headers[value], length);
  }

  @Override
  public Record copy() {
    origin.requireValid();
    return origin.isAlone() ? this : new HeldRecord(this);
  }

  @Override
  public String toString() {
    return topicPartition() + "@" + offset;
  }

  private Slice slice(int start, int length) {
    return new Slice().wrap(bytes, start, length);
  }
}
