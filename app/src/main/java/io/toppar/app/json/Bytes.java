package io.toppar.app.json;

import io.toppar.ports.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Output under construction: a growing array of bytes that is written out in large pieces.
 *
 * <p>One thread. Not an OutputStream, so that appending a byte costs a store and no lock.
 */
public final class Bytes {

  private byte[] array = new byte[1 << 16];
  private int size;

  /** An empty output. */
  public Bytes() {}

  /** How many bytes are in it. */
  public int size() {
    return size;
  }

  /** Appends one byte. */
  public Bytes append(int value) {
    room(1);
    array[size++] = (byte) value;
    return this;
  }

  /** Appends bytes. */
  public Bytes append(byte[] bytes) {
    return append(bytes, 0, bytes.length);
  }

  /** Appends some of these bytes. */
  public Bytes append(byte[] bytes, int offset, int count) {
    room(count);
    System.arraycopy(bytes, offset, array, size, count);
    size += count;
    return this;
  }

  /** Appends bytes. */
  public Bytes append(Slice slice) {
    return append(slice.array(), slice.arrayOffset(), slice.length());
  }

  /** Appends a text in UTF-8. */
  public Bytes append(String text) {
    return append(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Appends a number in decimal. */
  public Bytes append(long number) {
    if (number < 0) {
      return append(Long.toString(number));
    }
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    room(digits);
    long rest = number;
    for (int at = size + digits - 1; at >= size; at--) {
      array[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  /** Appends four bytes, big-endian. */
  public Bytes appendInt(int value) {
    return append(value >>> 24).append(value >>> 16).append(value >>> 8).append(value);
  }

  /** Writes everything out and starts again. */
  public void drainTo(OutputStream out) throws IOException {
    out.write(array, 0, size);
    size = 0;
  }

  /** What is in it as a text. */
  @Override
  public String toString() {
    return new String(array, 0, size, StandardCharsets.UTF_8);
  }

  /** A copy of what is in it. */
  public byte[] toBytes() {
    return Arrays.copyOf(array, size);
  }

  private void room(int count) {
    if (array.length - size < count) {
      array = Arrays.copyOf(array, Math.max(Math.addExact(size, count), array.length * 2));
    }
  }
}
