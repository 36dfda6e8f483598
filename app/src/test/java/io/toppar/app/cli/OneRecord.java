package io.toppar.app.cli;

import io.toppar.ports.RecordCursor;
import io.toppar.ports.Slice;
import io.toppar.ports.TimestampType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor that stands at one record. */
final class OneRecord implements RecordCursor {

  private record Header(Slice key, @Nullable Slice value) {}

  private final long offset;
  private final long timestamp;
  private final List<Header> headers = new ArrayList<>();
  private byte @Nullable [] key;
  private byte @Nullable [] value;

  private OneRecord(long offset, long timestamp) {
    this.offset = offset;
    this.timestamp = timestamp;
  }

  static OneRecord at(long offset, long timestamp) {
    return new OneRecord(offset, timestamp);
  }

  OneRecord key(String text) {
    return key(bytes(text));
  }

  OneRecord key(byte[] bytes) {
    key = bytes;
    return this;
  }

  OneRecord value(String text) {
    return value(bytes(text));
  }

  OneRecord value(byte[] bytes) {
    value = bytes;
    return this;
  }

  OneRecord header(String name, @Nullable String text) {
    headers.add(new Header(Slice.of(name), text == null ? null : Slice.of(text)));
    return this;
  }

  OneRecord header(byte[] name, String text) {
    headers.add(new Header(Slice.of(name), Slice.of(text)));
    return this;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable Slice slice(byte @Nullable [] bytes) {
    return bytes == null ? null : Slice.of(bytes);
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long timestamp() {
    return timestamp;
  }

  @Override
  public TimestampType timestampType() {
    return timestamp < 0 ? TimestampType.NONE : TimestampType.CREATE_TIME;
  }

  @Override
  public int leaderEpoch() {
    return -1;
  }

  @Override
  public @Nullable Slice key() {
    return slice(key);
  }

  @Override
  public @Nullable Slice value() {
    return slice(value);
  }

  @Override
  public int headerCount() {
    return headers.size();
  }

  @Override
  public Slice headerKey(int index) {
    return headers.get(index).key();
  }

  @Override
  public @Nullable Slice headerValue(int index) {
    return headers.get(index).value();
  }

  @Override
  public int sizeBytes() {
    return 0;
  }

  @Override
  public void close() {}
}
