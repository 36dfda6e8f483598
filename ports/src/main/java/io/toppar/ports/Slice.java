package io.toppar.ports;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A view of some bytes of an array: a key, a value or a header, without a copy.
 *
 * <p>Mutable only by whoever reads records ({@link #wrap}); to others it is a read-only view valid
 * as long as its source says. Not thread-safe. Two slices are equal if their bytes are.
 */
public final class Slice {

  private static final byte[] NOTHING = {};

  private byte[] array = NOTHING;
  private int start;
  private int length;

  /** An empty slice. */
  public Slice() {}

  /** A slice of a whole array, not copied. */
  public static Slice of(byte[] bytes) {
    return new Slice().wrap(bytes, 0, bytes.length);
  }

  /** The UTF-8 bytes of a text. */
  public static Slice of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Points this slice at other bytes, unchecked but for the array's bounds; returns itself. */
  public Slice wrap(byte[] bytes, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    if (array != bytes) {
      array = bytes; // a store tells the collector, and most slices stay within one array
    }
    start = offset;
    length = count;
    return this;
  }

  /** Number of bytes. */
  public int length() {
    return length;
  }

  /** The byte at an index from 0. */
  public byte at(int index) {
    return array[start + Objects.checkIndex(index, length)];
  }

  /**
   * The array behind the view; only {@link #length} bytes from {@link #arrayOffset} on are ours.
   */
  public byte[] array() {
    return array;
  }

  /** Where the view starts in {@link #array}. */
  public int arrayOffset() {
    return start;
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(array, start, start + length);
  }

  /** The bytes as UTF-8 text; what is not UTF-8 becomes the replacement character. */
  public String utf8() {
    return new String(array, start, length, StandardCharsets.UTF_8);
  }

  /** A read-only buffer over the same bytes. */
  public ByteBuffer toByteBuffer() {
    return ByteBuffer.wrap(array, start, length).slice().asReadOnlyBuffer();
  }

  /** A slice of its own bytes, valid for ever. */
  public Slice copy() {
    return of(toBytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Slice that
        && Arrays.equals(
            array, start, start + length, that.array, that.start, that.start + that.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + array[i];
    }
    return hash;
  }

  /** Its length and the first bytes as text, for logs. */
  @Override
  public String toString() {
    return "Slice[" + length + "]";
  }
}
