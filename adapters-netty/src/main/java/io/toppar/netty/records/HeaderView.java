package io.toppar.netty.records;

import io.toppar.ports.Slice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The headers of the record at hand, decoded when asked for. Reading them in order costs one step
 * each; the bytes were checked when the record was read.
 */
final class HeaderView {

  private final RecordFields record;
  private final Slice name = new Slice();
  private final Slice value = new Slice();

  /** The header that the slices show, or -1. */
  private int shown;

  /** Where the header after it begins. */
  private int at;

  private boolean nullValue;

  HeaderView(RecordFields record) {
    this.record = record;
  }

  /** Forgets the headers of the record before. */
  void reset() {
    shown = -1;
  }

  Slice name(int index) {
    show(index);
    return name;
  }

  /** Null and empty are told apart (B122). */
  @Nullable Slice value(int index) {
    show(index);
    return nullValue ? null : value;
  }

  private void show(int index) {
    Objects.checkIndex(index, record.headerCount);
    if (shown < 0 || index < shown) {
      at = record.headersAt;
      shown = -1;
    }
    while (shown < index) {
      int nameLength = length();
      name.wrap(record.bytes, at, nameLength);
      at += nameLength;
      int valueLength = length();
      nullValue = valueLength < 0;
      value.wrap(record.bytes, at, Math.max(valueLength, 0));
      at += Math.max(valueLength, 0);
      shown++;
    }
  }

  private int length() {
    long raw = 0;
    int shift = 0;
    byte part;
    do {
      part = record.bytes[at++];
      raw |= (part & 0x7fL) << shift;
      shift += 7;
    } while (part < 0);
    return (int) ((raw >>> 1) ^ -(raw & 1));
  }
}
